import { HandoffError, systemCode } from "../../errors.ts";
import type { Check, Finding, Surroundings } from "./check.ts";

/** A check that takes longer is given up: a doctor that hangs helps nobody. Milliseconds. */
const LIMIT_MS = 10_000;

/** A finding with the id of its check. */
export interface CheckResult extends Finding {
  id: string;
}

/** Runs every check that has something to look at, one after the other; one that fails itself is `unknown` and stops no other. */
export async function runChecks(checks: readonly Check[], around: Surroundings): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const check of checks) {
    if (check.applies?.(around) === false) continue;
    const { state, message, fix } = await finding(check, around);
    results.push({ id: check.id, state, message, fix });
    if (check.decides === true && state === "fail") break;
  }
  return results;
}

async function finding(check: Check, around: Surroundings): Promise<Finding> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<Finding>((resolve) => {
    timer = setTimeout(() => resolve(unchecked(`it took longer than ${LIMIT_MS} ms`)), LIMIT_MS);
  });
  try {
    return await Promise.race([Promise.resolve().then(() => check.run(around)), limit]);
  } catch (error) {
    return unchecked(reasonOf(error));
  } finally {
    clearTimeout(timer);
  }
}

const unchecked = (reason: string): Finding => ({
  state: "unknown",
  message: `could not be checked: ${reason}`,
  fix: null,
});

/** Our own sentence, a system code, or nothing but that: messages of libraries may quote what they read. */
function reasonOf(error: unknown): string {
  if (error instanceof HandoffError) return error.message;
  return systemCode(error) ?? "an error inside handoff; set DEBUG=handoff for its trace";
}
