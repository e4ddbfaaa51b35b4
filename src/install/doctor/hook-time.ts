import { readEvents } from "../../queue/events.ts";
import { type Check, fail, ok, unknown, warn } from "./check.ts";
import { usesClaudeCode } from "./claude-code/setup.ts";

/** The client ends hooks of a session's end after so many milliseconds; a plugin cannot raise it. */
const BUDGET_MS = 1_500;
/** From here on a busy day is enough to be ended. */
const CLOSE_MS = BUDGET_MS / 2;

/** How long hooks took from the start of their process to the queued job, against the client's budget. */
export const hookTime: Check = {
  id: "hook-time",
  applies: usesClaudeCode,
  run({ home }) {
    const counts = Object.values(readEvents(home, "claude-code")?.events ?? {});
    if (counts.length === 0) return unknown("no hook was measured yet");
    const newest = counts.reduce((a, b) => (a.lastAt >= b.lastAt ? a : b));
    const longest = Math.max(...counts.map((count) => count.maxHookMs));
    const message = `hooks took ${ms(newest.lastHookMs)} last and ${ms(longest)} at most, of ${BUDGET_MS} ms`;
    if (newest.lastHookMs >= BUDGET_MS) {
      return fail(
        message,
        "the client ends such hooks: look for what slows the start of node down, such as a scanner",
      );
    }
    if (newest.lastHookMs >= CLOSE_MS)
      return warn(message, "that is close: look for what slows the start of node down");
    return ok(message);
  },
};

const ms = (time: number): string => `${Math.round(time)} ms`;
