import { HandoffError } from "../errors.ts";
import { addDollars } from "../handoff/receipt.ts";
import { livenessOf, ownIdentity } from "../files/process-identity.ts";
import {
  type AnswerUsage,
  type AskAnswer,
  claimAsk,
  claimerOf,
  putAsk,
  readAnswer,
  removeAsk,
  sweepAsks,
} from "../store/asks.ts";
import type { CallCost } from "../store/spend.ts";
import { type Deadline, pause, timeoutOf } from "./deadline.ts";
import { type ModelRequest, tokensOf } from "./model-request.ts";
import { type CallContext, filled, type Model, modelSummarizer } from "./model-summarizer.ts";
import { dollarsOf } from "./prices.ts";
import { type Counted, counted } from "./spending.ts";
import type { ProviderInput } from "./summarizer.ts";

const PROVIDER = "openclaw";
/** A gateway with our plugin looks for questions twice a second; a busy one may be late. */
const CLAIM_MS = 8_000;
const POLL_MS = 100;

/**
 * The model that OpenClaw is set up with, asked by our plugin in its gateway: with the host's own key or login, and none
 * of ours. README.md of this folder has the way of a question.
 */
export const openclaw = modelSummarizer(PROVIDER, connectOpenClaw);

/** Nothing has to be there: whether a gateway with our plugin runs is seen when it is asked. */
export function connectOpenClaw({ config, home }: ProviderInput): Model {
  const gateway: Gateway = { home, model: filled(config.model), price: config.price ?? null };
  return { account: PROVIDER, ask: (request, context) => askGateway(gateway, request, context) };
}

/** Where it is asked, for which model (null: its own), and what a person says a million tokens cost. */
interface Gateway {
  home: string;
  model: string | null;
  price: readonly [number, number] | null;
}

/** Errors: the `provider-*` codes, `home-unwritable`. */
async function askGateway(
  { home, model, price }: Gateway,
  request: ModelRequest,
  { deadline, usage, spending }: CallContext,
): Promise<string> {
  const { answer } = await counted(spending, tokensOf(request), async () => {
    const answer = await answerTo(home, model, request, deadline);
    return { answer, ...costOf(answer, price) };
  });
  if ("text" in answer || answer.sent) usage.calls += 1;
  usage.inputTokens += answer.usage.inputTokens ?? 0;
  usage.outputTokens += answer.usage.outputTokens ?? 0;
  usage.cacheReadTokens += answer.usage.cacheReadTokens ?? 0;
  addDollars(usage, dollarsIn(answer.usage, price));
  if ("text" in answer) return answer.text;
  throw errorOf(answer.code, deadline);
}

const NO_USAGE: AnswerUsage = { inputTokens: null, outputTokens: null, cacheReadTokens: null };

/** Puts the question and waits: for a gateway that takes it, then for the answer. Leaves no file. */
async function answerTo(
  home: string,
  model: string | null,
  { maxTokens, system, turns }: ModelRequest,
  deadline: Deadline,
): Promise<AskAnswer> {
  sweepAsks(home, Date.now());
  const until = new Date(Date.now() + deadline.endsAt - performance.now()).toISOString();
  const id = putAsk(home, { version: 1, until, model, maxTokens, system, turns });
  try {
    return (await claimed(home, id, deadline)) ?? (await answered(home, id, deadline));
  } finally {
    removeAsk(home, id);
  }
}

/** Null once a gateway has the question; else it is taken back, and the model was not asked. */
async function claimed(home: string, id: string, deadline: Deadline): Promise<AskAnswer | null> {
  const end = performance.now() + CLAIM_MS;
  while (claimerOf(home, id) === null && performance.now() < end && !deadline.signal.aborted)
    await rest(deadline);
  if (claimerOf(home, id) !== null || !claimAsk(home, id)) return null;
  const code = deadline.signal.aborted ? "provider-timeout" : "provider-unavailable";
  return { version: 1, code, sent: false, usage: NO_USAGE };
}

async function answered(home: string, id: string, deadline: Deadline): Promise<AskAnswer> {
  const self = ownIdentity();
  for (;;) {
    const answer = readAnswer(home, id);
    if (answer !== null) return answer;
    if (deadline.signal.aborted) return { version: 1, code: "provider-timeout", sent: true, usage: NO_USAGE };
    const claimer = claimerOf(home, id);
    // A gateway that was stopped has said so; one that was killed has not.
    if (claimer !== null && livenessOf(claimer, self) === "dead")
      return (
        readAnswer(home, id) ?? { version: 1, code: "provider-unavailable", sent: true, usage: NO_USAGE }
      );
    await rest(deadline);
  }
}

/** A pause that the deadline may cut short. */
async function rest(deadline: Deadline): Promise<void> {
  try {
    await pause(POLL_MS, deadline);
  } catch (error) {
    if (!(error instanceof HandoffError)) throw error;
  }
}

function costOf(answer: AskAnswer, price: Gateway["price"]): Counted {
  return { cost: callCost(answer, price), news: { limits: [] } };
}

function callCost(answer: AskAnswer, price: Gateway["price"]): CallCost {
  const { inputTokens, outputTokens, cacheReadTokens } = answer.usage;
  if (inputTokens !== null && outputTokens !== null) {
    const usd = dollarsIn(answer.usage, price);
    return { inputTokens: inputTokens + (cacheReadTokens ?? 0), outputTokens, usd };
  }
  return "text" in answer || answer.sent ? "unknown" : "unsent";
}

/** Only a person knows what the host's model costs. */
function dollarsIn(
  { inputTokens, outputTokens, cacheReadTokens }: AnswerUsage,
  price: Gateway["price"],
): number | null {
  if (inputTokens === null || outputTokens === null) return null;
  const tokens = { input: inputTokens, output: outputTokens, cacheWrite: 0, cacheRead: cacheReadTokens ?? 0 };
  return dollarsOf(tokens, null, price);
}

function errorOf(code: HandoffError["code"], deadline: Deadline): HandoffError {
  if (code === "provider-timeout") return timeoutOf(deadline);
  const expected =
    "plugins.entries.session-handoff.llm.allowModelOverride in openclaw.json, or handoff config --unset model";
  return new HandoffError(code, {
    name: PROVIDER,
    ...(code === "provider-model-refused" ? { expected } : {}),
  });
}
