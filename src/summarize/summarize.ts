import { HandoffError } from "../errors.ts";
import type { Handoff } from "../handoff/handoff.ts";
import { anthropic } from "./anthropic.ts";
import { claudeCli } from "./claude-cli.ts";
import { command } from "./command.ts";
import { openclaw } from "./openclaw.ts";
import { summarizeExtractive } from "./extractive/extractive.ts";
import { maskHandoff } from "./mask-handoff.ts";
import type { Summarizer, SummarizeInput, SummarizeResult } from "./summarizer.ts";
import { verify } from "./verify.ts";

export type { KnownFact, SummarizeInput, SummarizeResult } from "./summarizer.ts";

const extractive: Summarizer = {
  id: "extractive",
  summarize: async ({ session }) => ({ handoff: summarizeExtractive(session), usage: null }),
};

/** Every summarizer there is. A provider that is not listed is a wrong use, not a failure to fall back from. */
const SUMMARIZERS: readonly Summarizer[] = [extractive, anthropic, claudeCli, openclaw, command];

/** Ids of the providers that can be asked for. */
export const SUMMARIZER_IDS = SUMMARIZERS.map((one) => one.id);

/**
 * A masked and verified handoff of the session by the provider asked for; on any failure of it the extractive one, and
 * `fallback` says why. Errors: `usage` for a provider that does not exist here; RangeError for a session without
 * entries.
 */
export async function summarize(input: SummarizeInput): Promise<SummarizeResult> {
  const summarizer = SUMMARIZERS.find((one) => one.id === input.provider);
  if (summarizer === undefined) {
    throw new HandoffError("usage", {
      name: `--provider ${input.provider}`,
      expected: SUMMARIZERS.map((one) => one.id).join(" or "),
    });
  }
  const outcome = await summarizer.summarize(input);
  if ("handoff" in outcome) {
    const finished = await finish(outcome.handoff, input);
    return { ...finished, provider: summarizer.id, fallback: null, usage: outcome.usage };
  }
  return {
    ...(await finish(summarizeExtractive(input.session), input)),
    provider: extractive.id,
    fallback: { from: summarizer.id, code: outcome.failed },
    usage: outcome.usage,
  };
}

/** Masks and verifies; a task or status that had to go gives way to the extractive one. */
async function finish(
  handoff: Handoff,
  input: SummarizeInput,
): Promise<Pick<SummarizeResult, "handoff" | "unverified" | "droppedStatements">> {
  const checked = verify(await maskHandoff(handoff), input.session, input.facts);
  const { state } = checked.handoff;
  if (state.task !== null && state.status !== null) return checked;
  const base = await maskHandoff(summarizeExtractive(input.session));
  const { task, status } = base.state;
  return {
    ...checked,
    handoff: {
      ...checked.handoff,
      state: { ...state, task: state.task ?? task, status: state.status ?? status },
    },
  };
}
