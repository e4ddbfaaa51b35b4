import { HandoffError } from "../errors.ts";
import type { Planned } from "../install/installer.ts";
import { type CommonOptions, type Io, paint, say } from "./io.ts";
import { assertAgreed } from "./question.ts";

/** Shows what would change in the settings, and what it would switch beyond our own entries. */
export function showDiff(io: Io, options: CommonOptions, planned: Planned): void {
  for (const line of planned.diff === "" ? [] : planned.diff.trimEnd().split(/\r?\n/)) {
    if (line.startsWith("+")) say(io, options, paint(io, options, "green", line));
    else if (line.startsWith("-")) say(io, options, paint(io, options, "red", line));
    else say(io, options, line);
  }
  for (const one of asksOf(planned)) say(io, options, one);
}

/** What a person has to agree to; nothing where nothing is to be done. */
export function asksOf({ changes, asks = [] }: Planned): string[] {
  return changes.length === 0 ? [] : asks;
}

/** True where a person can be asked: a terminal on both sides, and neither `--yes`, `--json` nor `--quiet`. */
export function canAsk(io: Io, options: CommonOptions & { yes: boolean }): boolean {
  if (options.yes || options.json === true || options.quiet === true) return false;
  return io.stdout.isTTY === true && process.stdin.isTTY;
}

/**
 * Asks whether to write, where a person can be asked. Elsewhere the call itself is the answer: a script says
 * `--dry-run` to look first, and `--yes` where more than our own entries would be switched. Errors: `declined`,
 * `cancelled`; `usage` where `--yes` is missing.
 */
export async function assertConfirmed(
  io: Io,
  options: CommonOptions & { yes: boolean },
  planned: Planned,
): Promise<void> {
  const asks = asksOf(planned);
  if (asks.length > 0 && !options.yes && !canAsk(io, options)) {
    throw new HandoffError("usage", { name: "install", expected: `--yes: ${asks.join(" ")}` });
  }
  if (planned.changes.length > 0 && canAsk(io, options)) await assertAgreed();
}
