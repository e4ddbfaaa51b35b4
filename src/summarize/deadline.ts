import { HandoffError } from "../errors.ts";
import type { ProviderId } from "../handoff/handoff.ts";

/** The clock of a whole summary: all calls, waits and retries end with it. */
export interface Deadline {
  provider: ProviderId;
  limitMs: number;
  /** `performance.now()` at which it is over. */
  endsAt: number;
  signal: AbortSignal;
}

/** Runs `work` with a deadline `limitMs` from now, or earlier when `signal` says so. */
export async function withDeadline<T>(
  provider: ProviderId,
  limitMs: number,
  signal: AbortSignal | undefined,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  const timer = new AbortController();
  const timeout = setTimeout(() => timer.abort(), limitMs);
  try {
    return await work({
      provider,
      limitMs,
      endsAt: performance.now() + limitMs,
      signal: signal === undefined ? timer.signal : AbortSignal.any([timer.signal, signal]),
    });
  } finally {
    clearTimeout(timeout);
  }
}

/** What is thrown when a deadline is over. */
export function timeoutOf(deadline: Deadline): HandoffError {
  return new HandoffError("provider-timeout", { name: deadline.provider, limit: deadline.limitMs });
}

/** The answer, or the deadline: a body that drips slowly does not hold it up. Errors: `provider-timeout`. */
export async function untilDeadline<T>(answer: PromiseLike<T>, deadline: Deadline): Promise<T> {
  const { signal } = deadline;
  if (signal.aborted) throw timeoutOf(deadline);
  let stop = (): void => undefined;
  const over = new Promise<never>((_, reject) => {
    stop = () => reject(timeoutOf(deadline));
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([answer, over]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** Waits, at most until the deadline. Errors: `provider-timeout`. */
export async function pause(ms: number, deadline: Deadline): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const rested = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    await untilDeadline(rested, deadline);
  } finally {
    clearTimeout(timer);
  }
}
