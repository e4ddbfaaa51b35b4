import { SETTINGS_DEFAULTS } from "../config/settings.ts";
import { HandoffError } from "../errors.ts";
import type { ProviderId } from "../handoff/handoff.ts";
import { safeText } from "../privacy/secrets.ts";
import { type Digest, digest, digestParts } from "../session/digest.ts";
import { estimateTokens } from "../session/tokens.ts";
import { type Answer, answerSchema } from "./answer.ts";
import { type ModelRequest, OVERHEAD_TOKENS } from "./model-request.ts";
import { notesOf } from "./part-notes.ts";
import { contextText, notesText, partText, recordText, systemParts } from "./prompt.ts";
import type { SummarizeInput } from "./summarizer.ts";

const MAX_OUTPUT_TOKENS = 6_000;
/** The record gets at least this share of the input, however long the memory's side of it is. */
const RECORD_SHARE = 0.5;
/** Less of a session than this is not worth a call. */
const MIN_RECORD_TOKENS = 500;
/** Parts that are read at the same time; the first one alone, so that the others find the prefix in the cache. */
const AT_ONCE = 3;

/** Asks a model; the answer fits the schema. */
type Ask = (request: ModelRequest) => Promise<Answer>;

/** What a model says of a session, and the entries that its references stand for. */
export interface Reading {
  answer: Answer;
  refs: Digest["refs"];
}

/**
 * A model's answer about a session: from one call where its record fits into one, or where no more may be sent; else
 * from one call a part and a last one about what they said. Everything that is sent is masked. Errors: `provider-budget`
 * and those of `ask`.
 */
export async function answerFor(id: ProviderId, input: SummarizeInput, ask: Ask): Promise<Reading> {
  const frame = await frameOf(id, input);
  const parts = partsOf(input, frame);
  if (parts.length > 1) return inParts(parts, frame, ask);
  const record = digest(input.session, { tokens: frame.room });
  const text = [frame.context, recordText(record.text)];
  return { answer: await ask(await requestOf(frame, text)), refs: record.refs };
}

/** What all calls about one session share. */
interface Frame {
  system: readonly string[];
  schema: Record<string, unknown>;
  /** Existing facts, and the previous handoff. */
  context: string;
  /** Existing facts alone: what a part is read with. */
  facts: string;
  /** Estimated tokens that a record may have beside `context`. */
  room: number;
  /** Calls of a full window that may be sent. */
  calls: number;
}

async function frameOf(
  id: ProviderId,
  { manifest: memory, facts, previous, config }: SummarizeInput,
): Promise<Frame> {
  const { zodOutputFormat } = await import("@anthropic-ai/sdk/helpers/zod");
  const { schema } = zodOutputFormat(answerSchema(memory));
  const { rules, manifest } = systemParts(memory, schema);
  const budget = config.maxInputTokens ?? SETTINGS_DEFAULTS.maxInputTokens;
  const window = Math.min(config.windowTokens ?? budget, budget);
  const free = window - OVERHEAD_TOKENS - estimateTokens(rules) - 2 * estimateTokens(manifest);
  if (free < MIN_RECORD_TOKENS) {
    const count = window - free + MIN_RECORD_TOKENS;
    throw new HandoffError("provider-budget", { name: id, limit: window, count });
  }
  const most = free * (1 - RECORD_SHARE);
  const context = withinTokens(contextText(facts, previous), most);
  return {
    system: [rules, await safeText(manifest)],
    schema,
    context,
    facts: withinTokens(contextText(facts, null), most),
    room: Math.max(0, Math.floor(free - estimateTokens(context))),
    calls: Math.floor(budget / window),
  };
}

/** The record in parts that fit into one call each; one part where more calls would not help or may not be made. */
function partsOf({ session }: SummarizeInput, { room, calls }: Frame): Digest[] {
  // The last call is about what the parts said.
  const most = calls - 1;
  return most < 2 ? [] : digestParts(session, { tokens: room, most });
}

async function inParts(parts: readonly Digest[], frame: Frame, ask: Ask): Promise<Reading> {
  const read = async (part: Digest, at: number): Promise<Answer> =>
    ask(await requestOf(frame, [frame.facts, partText(part.text, at + 1, parts.length)]));
  const answers: Answer[] = [];
  for (let at = 0; at < parts.length; at += at === 0 ? 1 : AT_ONCE) {
    const some = parts.slice(at, at === 0 ? 1 : at + AT_ONCE);
    answers.push(...(await Promise.all(some.map((part, offset) => read(part, at + offset)))));
  }
  const share = Math.floor(frame.room / parts.length);
  const notes = answers.map((answer) => withinTokens(notesOf(answer), share));
  const answer = await ask(await requestOf(frame, [frame.context, notesText(notes)]));
  return { answer, refs: new Map(parts.flatMap(({ refs }) => [...refs])) };
}

async function requestOf({ system, schema }: Frame, texts: readonly string[]): Promise<ModelRequest> {
  const text = texts.filter((part) => part !== "").join("\n\n");
  return {
    maxTokens: MAX_OUTPUT_TOKENS,
    system,
    turns: [{ role: "user", text: await safeText(text) }],
    schema,
  };
}

/** Whole lines from the start, as many as fit. */
function withinTokens(text: string, tokens: number): string {
  if (estimateTokens(text) <= tokens) return text;
  const lines: string[] = [];
  let left = tokens;
  for (const line of text.split("\n")) {
    left -= estimateTokens(`${line}\n`);
    if (left < 0) break;
    lines.push(line);
  }
  return lines.join("\n");
}
