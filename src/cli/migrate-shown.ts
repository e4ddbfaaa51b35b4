import type { MigrateResult } from "../migrate/result.ts";
import { fallbackClause } from "./fallback.ts";
import { type CommonOptions, type Io, paint, say } from "./io.ts";

const NOTHING = "nothing to migrate: the index holds pointers only";

/** Whether a session's start would cost more than before. */
export function grows({ before, after }: MigrateResult): boolean {
  return after.tokens > before.tokens;
}

/** The diff, the tree to be written, sizes and account. */
export function showDryRun(io: Io, options: CommonOptions, result: MigrateResult): void {
  for (const { diff } of result.files) showDiff(io, options, diff);
  showPlan(io, options, result);
  if (result.quarantined > 0)
    say(
      io,
      options,
      `${piecesOf(result.quarantined)} with secrets would leave the memory for a file only you can read`,
    );
  say(io, options, "dry run: nothing was written");
}

/** The tree to be written, the sizes before and after, where the pieces go, what there is to know. */
export function showPlan(io: Io, options: CommonOptions, result: MigrateResult): void {
  if (result.files.length === 0) return say(io, options, NOTHING);
  const width = Math.max(...result.files.map(({ file }) => file.length));
  for (const { file, op, chars } of result.files) {
    const size = `${number(chars).padStart(8)} characters`;
    say(io, options, `${paint(io, options, "green", op)} ${file.padEnd(width)} ${size}`);
  }
  showAccount(io, options, result);
  if (grows(result)) {
    say(
      io,
      options,
      "note: this index is small, and pointers would cost each session more than it does; better leave it, or clean it with handoff lint --fix",
    );
  }
  for (const note of result.notes) say(io, options, `note: ${note}`);
}

/** What was done; `shown`: the plan stood on the terminal already; `root` is the memory's folder. */
export function showResult(
  io: Io,
  options: CommonOptions,
  result: MigrateResult,
  { shown, root }: { shown: boolean; root: string },
): void {
  if (result.receipt === null) return say(io, options, NOTHING);
  if (!shown) showPlan(io, options, result);
  if (result.quarantine !== null) showQuarantine(io, options, result, root);
  if (result.fallback !== null) say(io, options, fallbackClause(result.fallback));
  say(io, options, `receipt ${result.receipt.id} (handoff undo reverses it)`);
}

function showQuarantine(
  io: Io,
  options: CommonOptions,
  { quarantined, quarantine }: MigrateResult,
  root: string,
): void {
  for (const line of [
    `${piecesOf(quarantined)} with secrets left the memory for ${quarantine ?? ""} (only you can read it)`,
    "  They stood in plain text, so rotate them; a git history of the index holds them too.",
    `  The index as it was, secrets included, is kept for undo in ${root}/.handoff/trash (only you can read it, git ignores it) until you delete it.`,
    "  handoff undo puts them back into the index; the file above stays until you delete it.",
  ])
    say(io, options, line);
}

function showAccount(io: Io, options: CommonOptions, result: MigrateResult): void {
  const { before, after, blocks, places, lost } = result;
  const size = ({ chars, lines }: MigrateResult["before"]): string =>
    `${number(chars)} characters, ${number(lines)} ${lines === 1 ? "line" : "lines"}`;
  say(io, options, `index: ${size(before)} → ${size(after)}`);
  say(
    io,
    options,
    `start of a session: about ${number(before.tokens)} tokens → ${number(after.tokens)} tokens`,
  );
  say(io, options, `${piecesOf(blocks)} of the index, ${lost} lost:`);
  const width = Math.max(0, ...places.map(({ count }) => number(count).length));
  for (const place of places) say(io, options, `  ${number(place.count).padStart(width)} ${wayOf(place)}`);
}

const DROPPED: Readonly<Record<string, string>> = {
  "exact duplicate": "dropped: word for word the same as another one that stays",
  "named by its kind": "dropped: headings that say no more than the kind of the file does",
  "names nothing": "dropped: headings that name nothing, with nothing left below them",
  empty: "dropped: rules and table heads with nothing left below them",
};

function wayOf({ fate, file, reason }: MigrateResult["places"][number]): string {
  if (fate === "dropped") return DROPPED[reason] ?? `dropped: ${reason}`;
  if (fate === "quarantined") return "taken out: they hold secrets";
  return `${fate === "kept" ? "stay in" : "to"} ${file ?? ""}`;
}

function showDiff(io: Io, options: CommonOptions, diff: string): void {
  for (const line of diff.trimEnd().split("\n")) {
    if (line.startsWith("+")) say(io, options, paint(io, options, "green", line));
    else if (line.startsWith("-")) say(io, options, paint(io, options, "red", line));
    else say(io, options, line);
  }
}

const number = (count: number): string => count.toLocaleString("en-US");
const piecesOf = (count: number): string => `${number(count)} ${count === 1 ? "piece" : "pieces"}`;
