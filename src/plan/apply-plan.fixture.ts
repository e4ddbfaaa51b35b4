import type { Handoff } from "../handoff/handoff.ts";
import type { Disposition } from "../handoff/receipt.ts";
import type { Update } from "../handoff/update.ts";
import { presetManifest } from "../manifest/presets.ts";
import type { PresetId } from "../manifest/manifest.ts";
import { parseManifest } from "../manifest/parse.ts";
import { parseProvenance, PROVENANCE_FOLDER } from "../memory/provenance.ts";
import type { MemoryFile, MemorySnapshot } from "../memory/snapshot.ts";
import { parseTombstones, TOMBSTONES_PATH } from "../memory/tombstone.ts";
import { textHash } from "./draft.ts";
import { planHandoff } from "./plan-handoff.ts";
import type { Plan } from "./plan.ts";

/** A memory value for tests: these texts by path. Without a MANIFEST.md the preset is in use. */
export function memoryOf(
  texts: Readonly<Record<string, string>>,
  preset: PresetId = "openclaw",
): MemorySnapshot {
  const manifestText = texts["MANIFEST.md"];
  const parsed = manifestText === undefined ? null : parseManifest(manifestText).manifest;
  const files = new Map(Object.entries(texts).map(([path, text]) => [path, fileOf(path, text)]));
  return {
    root: "/memory",
    manifest: parsed ?? presetManifest(preset).manifest,
    manifestExists: manifestText !== undefined,
    files,
    provenance: new Map(),
    internal: new Map(),
    tombstones: [],
    hasAgentsFile: false,
    unreadable: [],
  };
}

/** The snapshot that a store would load after the plan was applied. */
export function applyPlan(snapshot: MemorySnapshot, plan: Plan): MemorySnapshot {
  const files = new Map(snapshot.files);
  const internal = new Map(snapshot.internal);
  for (const edit of plan.edits) {
    const target = edit.area === "memory" ? files : internal;
    const base = target.get(edit.file)?.hash ?? null;
    if (base !== edit.base) throw new Error(`${edit.file}: planned from another text`);
    if (edit.after === null) target.delete(edit.file);
    else target.set(edit.file, fileOf(edit.file, edit.after));
  }
  const provenance = new Map(snapshot.provenance);
  for (const edit of plan.edits.filter(({ file }) => file.startsWith(PROVENANCE_FOLDER))) {
    const parsed = parseProvenance(edit.after ?? snapshot.internal.get(edit.file)?.text ?? "");
    if (parsed !== null && edit.after === null) provenance.delete(parsed.file);
    else if (parsed !== null) provenance.set(parsed.file, parsed);
  }
  const tombstones = parseTombstones(internal.get(TOMBSTONES_PATH)?.text ?? "");
  const manifestExists = files.has("MANIFEST.md");
  return { ...snapshot, files, internal, provenance, tombstones, manifestExists };
}

/** An update with what a test does not care about filled in. */
export function updateOf(update: Partial<Update> & Pick<Update, "kind" | "text">): Update {
  return {
    subject: "",
    op: "add",
    scope: "project",
    confidence: "stated",
    evidence: [`e-${update.text}`],
    at: "2026-11-20T10:00:00Z",
    ...update,
  };
}

/** A handoff of a session of that name with these updates. */
export function handoffOf(session: string, updates: readonly Update[], more: Partial<Handoff> = {}): Handoff {
  const at = updates.at(-1)?.at ?? "2026-11-20T10:00:00Z";
  return {
    version: 1,
    boundary: { host: "claude-code", sessionId: session, entryId: `${session}-end`, at },
    session: {
      cwd: "/home/dev/shop",
      gitBranch: "main",
      startedAt: at,
      endedAt: at,
      compactions: 0,
      humanTurns: 2,
    },
    provider: "extractive",
    state: {
      task: { text: `Work of ${session}`, evidence: [] },
      lastRequest: null,
      status: null,
      phase: "in-progress",
      done: [],
      next: [],
      openQuestions: [],
      findings: [],
      decisions: [],
      files: [],
      lastFailure: null,
      identifiers: [],
      language: "en",
    },
    updates: [...updates],
    ...more,
  };
}

function fileOf(path: string, text: string): MemoryFile {
  return { path, text, hash: textHash(text), modifiedAt: 0 };
}

/** The plan of a capture at a fixed time. */
export function planOf(snapshot: MemorySnapshot, handoff: Handoff): Plan {
  return planHandoff({
    handoff,
    snapshot,
    now: new Date("2026-11-25T12:00:00Z"),
    command: "capture",
    extra: {},
  });
}

/** Captures one session after the other (a name and its updates); `last` is what became of the last one's updates. */
export function capture(
  memory: MemorySnapshot,
  ...sessions: readonly (readonly [string, ...Update[]])[]
): { memory: MemorySnapshot; last: Disposition[] } {
  let last: Disposition[] = [];
  let current = memory;
  for (const [session, ...updates] of sessions) {
    const planned = planOf(current, handoffOf(session, updates));
    last = planned.receipt.updates;
    current = applyPlan(current, planned);
  }
  return { memory: current, last };
}

/** Text of a memory's file; empty when there is none. */
export function textIn(memory: MemorySnapshot, path: string): string {
  return memory.files.get(path)?.text ?? "";
}

export function outcomes(dispositions: readonly Disposition[]): string[] {
  return dispositions.map((disposition) => disposition.outcome);
}

/** Topic file of the subject that most tests speak of, and a fact in it. */
export const SHOP = "memory/entities/project-shop.md";
export const port = updateOf({
  kind: "project",
  subject: "Shop",
  text: "Postgres listens on port 5432.",
  evidence: ["e1"],
});
