import type { ToolResultEntry } from "../entry.ts";

/**
 * How a run ended: `failed`; `shown` where its exit code or its output shows that it passed; `passed` where nothing says
 * otherwise, but a pipe hides the exit code; null where it still runs.
 */
export type RunOutcome = "failed" | "passed" | "shown" | null;

/** What the host says of a run that goes on without anyone waiting for it. */
const STILL_RUNS =
  /^\s*(?:Command (?:is )?running in (?:the )?background|Command was (?:manually )?(?:moved to the background|backgrounded)|Process running with session)/iu;

/** The end of a chain says nothing of what failed before it: a pipe into a filter, `; echo`, `|| true`. */
const HIDES_EXIT =
  /\|\s*(?:tail|head|grep|rg|tee|cat|sed|awk|less|sort|wc|jq|cut)\b|;\s*(?:echo|printf|true|exit|cat|head|tail|ls|sleep|wait)\b|\|\| ?\S|(?<!&)&\s*$/u;

const FAILS_IN_TEXT =
  /^\s*(?:--- FAIL|FAIL\b|npm ERR!|ERROR:|error(?:\[\w+\])?:|fatal:|Traceback \(most|panic:|✗ |✘ |× |make: \*\*\*)|\b[1-9]\d* (?:failed|failing|fail|errors?|issues:)(?!\p{L})|\berror TS\d+|BUILD FAILED|Build failed|ERR_PNPM|\bERROR task failed|\bexit(?:ed with code|: ?| code:? ?| status ?) ?[1-9]/imu;
const PASSES_IN_TEXT =
  /^\s*(?:ok\s+\S+|PASS\b|(?:BUILD )?SUCCESS\w*|Finished\b|Done in|✓ |✔ )|\b0 (?:fail(?:ed|ures?|ing)?|errors?|issues)(?!\p{L})|\b[1-9]\d* (?:passed|passing|pass)(?!\p{L})|\bno (?:issues|errors|problems)\b|All checks passed|No fixes applied|\b(?:compiled|built|completed|succeeded) successfully|\bbuild succeeded|\bbuilt in \d|\bexit(?:ed with code|: ?| code:? ?| status ?) ?0\b/imu;

/** How the run of a command ended, by what the host recorded of it. */
export function outcomeOf(
  command: string,
  result: Pick<ToolResultEntry, "failed" | "exitCode" | "errorLine" | "text">,
): RunOutcome {
  if (result.failed || (result.exitCode ?? 0) !== 0) return "failed";
  if (STILL_RUNS.test(result.text)) return null;
  const whole = unquoted(command);
  if (!HIDES_EXIT.test(whole)) return "shown";
  // What a reader saw as a failure in the output of a check, before it was cut.
  if (result.errorLine !== null || FAILS_IN_TEXT.test(result.text)) return "failed";
  return PASSES_IN_TEXT.test(result.text) ? "shown" : "passed";
}

/** Without what is quoted: a pipe in a pattern is none. */
function unquoted(command: string): string {
  return command
    .replace(/<<-?\s*['"]?(\w+)['"]?[\s\S]*?(?:\n\1\b|$)/gu, "")
    .replace(/(["'])(?:(?!\1).)*\1/gsu, "");
}
