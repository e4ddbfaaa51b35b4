import type { ErrorCode } from "../../src/errors.ts";
import { objectOf, textOf } from "../../src/hosts/json.ts";
import {
  type AnswerUsage,
  type Ask,
  type AskAnswer,
  answerAsk,
  claimAsk,
  openAsks,
  readAsk,
  sweepAsks,
} from "../../src/store/asks.ts";
import type { Complete } from "./plugin-api.ts";

/** How often is looked for questions: `wait: model` holds a `/new` meanwhile. */
const POLL_MS = 500;
/** Questions at a time; more wait. */
const MOST = 4;
/** Longer answers are no answers to what we ask. */
const MOST_CHARS = 1_000_000;

/** What is needed to answer. */
export interface Answering {
  /** `$HANDOFF_HOME`. */
  home: string;
  complete: Complete;
  /** One line about a failure: codes only. */
  log: (line: string) => void;
}

/**
 * Answers what workers ask the host's model, until the returned function is called. Nothing is asked here that no worker
 * asked, and a worker asks only where the user chose this provider.
 */
export function answerAsks({ home, complete, log }: Answering): () => void {
  const stopped = new AbortController();
  const open = new Set<string>();
  const look = (): void => {
    for (const id of openAsks(home)) {
      if (open.size >= MOST) return;
      if (!claimAsk(home, id)) continue;
      open.add(id);
      void settle(id).finally(() => open.delete(id));
    }
  };
  const settle = async (id: string): Promise<void> => {
    try {
      const ask = readAsk(home, id);
      if (ask !== null) answerAsk(home, id, await answerTo(ask, complete, stopped.signal));
    } catch {
      log("an answer could not be written");
    }
  };
  const quietly = (): void => {
    try {
      look();
    } catch {
      log("questions could not be looked for");
    }
  };
  sweepAsks(home, Date.now());
  const timer = setInterval(quietly, POLL_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    stopped.abort();
  };
}

/** One call of the model; whatever it does ends in an answer, at the latest when nobody waits any more. */
async function answerTo(ask: Ask, complete: Complete, stopped: AbortSignal): Promise<AskAnswer> {
  const left = Date.parse(ask.until) - Date.now();
  if (!(left > 0)) return failed("provider-timeout", false);
  const over = AbortSignal.timeout(left);
  const signal = AbortSignal.any([over, stopped]);
  // A model that does not obey the signal is not waited for.
  const ended = new Promise<null>((resolve) => {
    signal.addEventListener("abort", () => resolve(null), { once: true });
  });
  try {
    const result = await Promise.race([complete(requestOf(ask, signal)), ended]);
    if (result === null) return failed(over.aborted ? "provider-timeout" : "provider-unavailable", true);
    return read(result);
  } catch (error) {
    if (over.aborted) return failed("provider-timeout", true);
    return ofFailure(textOf(objectOf(error)?.["code"]));
  }
}

function requestOf({ system, turns, model, maxTokens }: Ask, signal: AbortSignal): Parameters<Complete>[0] {
  const rules = system.map((content) => ({ role: "system" as const, content }));
  const messages = turns.map(({ role, text }) => ({ role, content: text }));
  return {
    messages: [...rules, ...messages],
    purpose: "session-handoff.summary",
    maxTokens,
    ...(model === null ? {} : { model }),
    signal,
  };
}

/** Why a call ended that gave no answer, by the host's word for it. */
const ENDED: Readonly<Record<string, ErrorCode>> = {
  length: "provider-truncated",
  error: "provider-unavailable",
  aborted: "provider-unavailable",
};

function read(result: unknown): AskAnswer {
  const fields = objectOf(result);
  const usage = usageOf(fields?.["usage"]);
  const text = fields?.["text"];
  const code = ENDED[textOf(fields?.["stopReason"]) ?? ""];
  if (code !== undefined) return { version: 1, code, sent: true, usage };
  if (typeof text !== "string" || text.length > MOST_CHARS)
    return { version: 1, code: "provider-invalid-answer", sent: true, usage };
  return { version: 1, text, usage };
}

function usageOf(value: unknown): AnswerUsage {
  const usage = objectOf(value);
  const count = (name: string): number | null => {
    const tokens = usage?.[name];
    return typeof tokens === "number" && Number.isSafeInteger(tokens) && tokens >= 0 ? tokens : null;
  };
  return {
    inputTokens: count("inputTokens"),
    outputTokens: count("outputTokens"),
    cacheReadTokens: count("cacheReadTokens"),
  };
}

function ofFailure(code: string | null): AskAnswer {
  if (code === "LLM_COMPLETION_NOT_AUTHORIZED") return failed("provider-model-refused", false);
  return failed(code === "LLM_COMPLETION_TIMEOUT" ? "provider-timeout" : "provider-unavailable", true);
}

function failed(code: ErrorCode, sent: boolean): AskAnswer {
  return { version: 1, code, sent, usage: { inputTokens: null, outputTokens: null, cacheReadTokens: null } };
}
