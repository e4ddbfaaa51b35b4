import type { Readable, Writable } from "node:stream";
import { confirm } from "@clack/prompts";
import { HandoffError } from "../errors.ts";

/** Where questions are put: a terminal. */
export interface Terminal {
  input?: Readable;
  output?: Writable;
}

/** Asks a person whether to write what was shown. Errors: `declined` for a no; `cancelled`. */
export async function assertAgreed(terminal: Terminal = {}): Promise<void> {
  const ask = (signal: AbortSignal): Promise<boolean | symbol> =>
    confirm({ ...terminal, signal, message: "Write this?" });
  if (!(await answerTo(ask, terminal.input))) throw new HandoffError("declined");
}

/**
 * The answer to a question at a terminal. Errors: `cancelled` when the person goes away: Ctrl-C, Esc, Ctrl-D or a
 * terminal that closes, of which the library itself notices the first two only.
 */
export async function answerTo<T extends string | boolean>(
  question: (signal: AbortSignal) => Promise<T | symbol>,
  input: Readable = process.stdin,
): Promise<T> {
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  const onKey = (_text: unknown, key?: { ctrl?: boolean; name?: string }): void => {
    if (key?.ctrl === true && key.name === "d") leave();
  };
  input.on("keypress", onKey).on("end", leave).on("close", leave);
  try {
    const answer = await question(gone.signal);
    if (typeof answer === "symbol") throw new HandoffError("cancelled");
    return answer;
  } finally {
    input.off("keypress", onKey).off("end", leave).off("close", leave);
  }
}
