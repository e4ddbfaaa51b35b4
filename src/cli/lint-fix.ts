import { handoffHome } from "../config/home.ts";
import { locateMemory } from "../capture/locate-memory.ts";
import { counted } from "../lint/measure.ts";
import type { RuleSettings } from "../lint/run-rules.ts";
import type { PresetId } from "../manifest/manifest.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { diffOf } from "../plan/explain.ts";
import { type Arrival, type FixPlan, planFix } from "../plan/fix/plan-fix.ts";
import type { Plan } from "../plan/plan.ts";
import { transact } from "../store/transact.ts";
import { type CommonOptions, type Io, paint, say } from "./io.ts";
import type { LintTarget } from "./lint-targets.ts";
import { namedMemory } from "./memory.ts";

/** What `--fix` adds to the JSON document. */
interface Shown {
  /** Findings that are gone. */
  fixed: number;
  /** Ids of the receipts, for `handoff undo`; none for a dry run. */
  receipts: string[];
  edits: { file: string; op: string; reason: string; diff: string }[];
  /** Pieces of the index by the file they went to. */
  moved: Arrival[];
}

export interface Fix {
  /** The same files as they are now (or, in a dry run, as they would be). */
  targets: LintTarget[];
  shown: Shown;
  dryRun: boolean;
}

/**
 * Fixes what can be fixed in the files of each memory, one transaction a memory. Errors: as `transact`; the memory is
 * as before.
 */
export async function fixTargets(
  targets: readonly LintTarget[],
  settingsOf: (target: LintTarget) => RuleSettings,
  dryRun: boolean,
): Promise<Fix> {
  const fix: Fix = { targets: [], shown: { fixed: 0, receipts: [], edits: [], moved: [] }, dryRun };
  for (const target of targets) {
    const { snapshot } = target;
    if (snapshot === undefined) continue;
    const named = new Set(target.files.map(({ file }) => file));
    const settings = settingsOf(target);
    let last = planOf(snapshot, settings, named);
    if (!dryRun && last.plan.edits.length > 0) {
      const receipt = await transact(
        snapshot.root,
        (current) => {
          last = planOf(current, settings, named);
          return last.plan;
        },
        snapshot.manifest.preset === null ? {} : { preset: snapshot.manifest.preset },
      );
      if (receipt !== null) fix.shown.receipts.push(receipt.id);
    }
    fix.shown.fixed += last.fixed;
    fix.shown.edits.push(...shownEdits(last.plan, last.snapshot));
    fix.shown.moved.push(...last.moved);
    fix.targets.push(targetAfter(target, last.plan, last.snapshot));
  }
  return fix;
}

/** The preset of the memory a command run here means, for one that has no MANIFEST.md yet. */
export async function presetHere(options: CommonOptions, io: Io): Promise<PresetId | undefined> {
  const home = handoffHome(io.env);
  const place = await locateMemory({
    explicit: namedMemory(options),
    cwd: io.cwd,
    env: io.env,
    home,
    host: null,
  });
  return place?.preset;
}

/** Shows what a dry run would change. */
export function sayPlanned(io: Io, options: CommonOptions, { dryRun, shown }: Fix): void {
  if (!dryRun) return;
  for (const { file, op, reason, diff } of shown.edits) {
    say(io, options, `${op} ${file}: ${reason}`);
    for (const line of diff.trimEnd().split(/\r?\n/u)) {
      const style = line.startsWith("+") ? "green" : line.startsWith("-") ? "red" : null;
      say(io, options, style === null ? line : paint(io, options, style, line));
    }
  }
}

/** Says which files changed, what went where, and how to take it back. */
export function sayFixed(io: Io, options: CommonOptions, { dryRun, shown }: Fix): void {
  if (shown.edits.length === 0) return say(io, options, "nothing to fix");
  for (const { file, op, reason } of shown.edits) {
    const arrived = shown.moved.find((one) => one.file === file);
    const what = arrived === undefined ? reason : `${counted(arrived.pieces, "piece")} moved in`;
    say(io, options, `${op} ${file}: ${what}${WHY[arrived?.where ?? "topic"]}`);
  }
  const what = `${counted(shown.fixed, "finding")} in ${counted(shown.edits.length, "file")}`;
  if (dryRun) return say(io, options, `would fix ${what}; nothing was written`);
  say(io, options, `fixed ${what}; \`handoff undo ${shown.receipts.join(" ")}\` takes it back`);
}

const WHY: Readonly<Record<Arrival["where"], string>> = {
  topic: "",
  "sub-index": "",
  inbox: "; no words or headings tell where they belong",
  archive: "; pasted output, records of commits, things done",
};

interface Planned extends FixPlan {
  snapshot: MemorySnapshot;
}

function planOf(snapshot: MemorySnapshot, settings: RuleSettings, named: ReadonlySet<string>): Planned {
  return {
    ...planFix({ snapshot, settings, now: new Date(), includes: (file) => named.has(file) }),
    snapshot,
  };
}

function shownEdits(plan: Plan, snapshot: MemorySnapshot): Shown["edits"] {
  return plan.edits
    .filter((edit) => edit.area === "memory")
    .map((edit) => ({
      file: edit.file,
      op: edit.op,
      reason: edit.reasons.join("; "),
      diff: diffOf(edit, snapshot),
    }));
}

/** The files that were named, in the memory as the plan leaves it. */
function targetAfter(target: LintTarget, plan: Plan, before: MemorySnapshot): LintTarget {
  const files = new Map(before.files);
  for (const { file, after, area } of plan.edits) {
    if (area !== "memory") continue;
    const standing = files.get(file);
    if (after === null) files.delete(file);
    else files.set(file, { path: file, hash: "", modifiedAt: standing?.modifiedAt ?? 0, text: after });
  }
  return {
    ...target,
    snapshot: { ...before, files },
    files: target.files.map((file) => ({ ...file, text: files.get(file.file)?.text ?? file.text })),
  };
}
