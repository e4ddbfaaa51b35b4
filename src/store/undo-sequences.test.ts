import fc from "fast-check";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Update } from "../handoff/update.ts";
import { lintMemory } from "../lint/engine.ts";
import { settingsFor } from "../lint/rule-settings.ts";
import type { PresetId } from "../manifest/manifest.ts";
import { readFacts } from "../memory/facts.ts";
import { indexTargets } from "../memory/index-base.ts";
import { readIndex, rowsOf } from "../memory/index.ts";
import { resolvePointer } from "../memory/pointers.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { topicsOf } from "../memory/topic.ts";
import { handoffOf, updateOf } from "../plan/apply-plan.fixture.ts";
import { planHandoff } from "../plan/plan-handoff.ts";
import { entriesInEffect } from "./in-effect.ts";
import { listLedger } from "./ledger.ts";
import { loadSnapshot } from "./load-snapshot.ts";
import { transact } from "./transact.ts";
import { undo } from "./undo.ts";
import { removeFolder } from "../../test/fixtures/remove-folder.ts";

const KINDS = ["project", "infrastructure", "decision", "lesson", "preference", "todo", "garden"];
const NOUNS = ["ledger", "mailer", "router"];

/** What a capture says of one thing: its own fact, or the words of an earlier capture again. */
const item = fc.record({
  kind: fc.constantFrom(...KINDS),
  noun: fc.constantFrom(...NOUNS),
  again: fc.boolean(),
});
const capture = fc.record({
  do: fc.constant("capture" as const),
  items: fc.array(item, { minLength: 1, maxLength: 4 }),
});
const undoing = fc.record({ do: fc.constant("undo" as const), which: fc.nat({ max: 30 }) });
const person = fc.record({
  do: fc.constant("person" as const),
  what: fc.constantFrom("row" as const, "topic" as const, "line" as const, "words" as const),
  which: fc.nat({ max: 30 }),
});
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: capture },
    { weight: 4, arbitrary: undoing },
    { weight: 2, arbitrary: person },
  ),
  { minLength: 3, maxLength: 10 },
);
type Step = CaptureStep | UndoStep | PersonStep;
type CaptureStep = { do: "capture"; items: { kind: string; noun: string; again: boolean }[] };
type UndoStep = { do: "undo"; which: number };
type PersonStep = { do: "person"; what: "row" | "topic" | "line" | "words"; which: number };

const FACT = /The \w+ of part [\d-]+ uses slot \d+\./u;

/** One memory, and what is known about it. */
class Story {
  readonly root = mkdtempSync(join(tmpdir(), "handoff-undos-"));
  readonly preset: PresetId;
  /** Facts by the receipt that brought them. */
  readonly brought = new Map<string, string[]>();
  readonly texts: { kind: string; noun: string; text: string }[] = [];
  /** Receipts whose undo left files as they were; facts that a person reworded. */
  readonly partly = new Set<string>();
  readonly reworded = new Set<string>();
  redone = false;
  edited = false;
  count = 0;

  constructor(preset: PresetId) {
    this.preset = preset;
  }

  async load(): Promise<MemorySnapshot> {
    return loadSnapshot(this.root, { preset: this.preset });
  }

  async run(step: Step): Promise<void> {
    this.count += 1;
    if (step.do === "capture") await this.capture(step);
    else if (step.do === "undo") await this.undo(step.which);
    else await this.edit(step);
  }

  async capture({ items }: CaptureStep): Promise<void> {
    const at = new Date(Date.parse("2026-03-01T08:00:00Z") + this.count * 3_600_000).toISOString();
    const updates = items.map(({ kind, noun, again }, position): Update => {
      // what waits in the inbox is not compared by its words
      const earlier =
        again && kind !== "garden"
          ? this.texts.find((text) => text.kind === kind && text.noun === noun)
          : undefined;
      const text = earlier?.text ?? `The ${noun} of part ${this.count}-${position} uses slot ${this.count}.`;
      if (earlier === undefined) this.texts.push({ kind, noun, text });
      return updateOf({ kind, subject: noun, text, at, evidence: [`e${this.count}-${position}`] });
    });
    const session = `s${this.count}`;
    const handoff = {
      ...handoffOf(session, updates),
      boundary: { host: "claude-code" as const, sessionId: session, entryId: `${session}-end`, at },
    };
    const receipt = await transact(
      this.root,
      (snapshot) => planHandoff({ handoff, snapshot, now: new Date(at), command: "capture", extra: {} }),
      { preset: this.preset },
    );
    if (receipt !== null)
      this.brought.set(
        receipt.id,
        updates.map(({ text }) => text),
      );
  }

  async undo(which: number): Promise<void> {
    const entries = listLedger(this.root);
    const entry = entries[which % Math.max(entries.length, 1)];
    if (entry === undefined) return;
    if (entry.undoes !== null) this.redone = true;
    const { refused } = await undo(this.root, entry.id);
    if (!this.edited && !this.redone) expect(refused, "refused though nobody edited").toEqual([]);
    if (refused.length > 0) this.partly.add(entry.undoes ?? entry.id);
  }

  async edit({ what, which }: PersonStep): Promise<void> {
    this.edited = true;
    const memory = await this.load();
    const topics = topicsOf(memory);
    const topic = topics[which % Math.max(topics.length, 1)];
    const add = (file: string, text: string): void => {
      const old = memory.files.get(file)?.text ?? "";
      writeFileSync(join(this.root, file), old + text);
    };
    if (what === "topic") add(`note-${this.count}.md`, "# A note\n\nOf a person.\n");
    if (topic === undefined) return;
    if (what === "row") add(memory.manifest.index, `\n## Mine ${this.count}\n\n- [mine](${topic.file})\n`);
    if (what === "line") add(topic.file, `\n- A person's line ${this.count}\n`);
    if (what === "words") {
      const text = memory.files.get(topic.file)?.text ?? "";
      const fact = FACT.exec(text)?.[0];
      if (fact === undefined) return;
      this.reworded.add(fact);
      writeFileSync(join(this.root, topic.file), text.replace(fact, fact.replace("uses", "really uses")));
    }
  }

  async check(step: string): Promise<void> {
    const memory = await this.load();
    const { manifest, files } = memory;
    const findings = lintMemory(memory, settingsFor(manifest)).flatMap(({ messages }) => messages);
    // The index follows what a person wrote into a topic with the next capture; until then the linter says so.
    const isBehind = (id: string): boolean => !step.endsWith("capture") && id === "topic-changed";
    expect(
      findings.filter(({ severity, id }) => severity === "error" && !isBehind(id)),
      step,
    ).toEqual([]);
    const pages = [...files.keys()].filter((file) => file === manifest.index || /^index-.+\.md$/u.test(file));
    const reached = new Set<string>();
    for (const page of pages) {
      const read = readIndex(files.get(page)?.text ?? "", { ...manifest, own: "file" }, page);
      for (const target of indexTargets(read, files)) reached.add(target);
      const dead = rowsOf(read).flatMap((row) =>
        row.pointers.filter((pointer) => resolvePointer(pointer, files) === null),
      );
      expect(
        dead.map(({ target }) => target),
        `${step}: dead pointers`,
      ).toEqual([]);
    }
    const orphans = topicsOf(memory)
      .map(({ file }) => file)
      .filter((file) => !reached.has(file) && !file.startsWith("note-"));
    expect(orphans, `${step}: orphans`).toEqual([]);
    const captured = entriesInEffect(listLedger(this.root)).some(({ undoes }) => undoes === null);
    if (captured) expect(memory.manifestExists, `${step}: manifest`).toBe(true);
    this.checkFacts(memory, step);
  }

  checkFacts(memory: MemorySnapshot, step: string): void {
    const counts = new Map<string, number>();
    for (const [path, file] of memory.files) {
      if (/handoff|^MEMORY\.md$|^index-/u.test(path)) continue;
      for (const { text } of readFacts(file.text)) {
        const fact = FACT.exec(text)?.[0];
        if (fact !== undefined) counts.set(fact, (counts.get(fact) ?? 0) + 1);
      }
    }
    const standing = new Set(entriesInEffect(listLedger(this.root)).map(({ id }) => id));
    const all = new Set([...this.brought.values()].flat());
    for (const fact of all) {
      const by = [...this.brought].filter(([, texts]) => texts.includes(fact)).map(([id]) => id);
      const isStanding = by.some((id) => standing.has(id));
      const count = counts.get(fact) ?? 0;
      if (this.reworded.has(fact)) continue;
      expect(count, `${step}: ${fact}`).toBeLessThanOrEqual(1);
      if (this.redone && by.length > 1) continue;
      if (isStanding && this.partly.size === 0) expect(count, `${step}: ${fact} stands`).toBe(1);
      if (!isStanding && !by.some((id) => this.partly.has(id)))
        expect(count, `${step}: ${fact} is undone`).toBe(0);
    }
  }

  end(): void {
    removeFolder(this.root);
  }
}

/** The same sequences in every run. The second seed found a fact that stood twice after a redo. */
const SEEDS = [7, 71_271];

/** Found with another seed: after undos of undos MANIFEST.md was missing. */
const ledger = { kind: "project", noun: "ledger", again: false };
const LOST_MANIFEST: Step[] = [
  { do: "capture", items: [ledger] },
  { do: "capture", items: [ledger] },
  { do: "undo", which: 0 },
  { do: "undo", which: 4 },
  { do: "undo", which: 2 },
  { do: "undo", which: 0 },
];

describe.each(["openclaw", "claude-code"] as const)(
  "captures, edits and undos in any order, preset %s",
  (preset) => {
    // HANDOFF_UNDO_SEED and HANDOFF_UNDO_RUNS look further.
    const given = process.env["HANDOFF_UNDO_SEED"];
    const seeds = given === undefined ? SEEDS : [Number(given)];
    test.each(seeds)("leave a memory that is whole after each step, seed %i", async (seed) => {
      const numRuns = Number(process.env["HANDOFF_UNDO_RUNS"] ?? 8);
      await fc.assert(
        fc.asyncProperty(steps, async (story) => {
          const run = new Story(preset);
          try {
            for (const [position, step] of story.entries()) {
              await run.run(step);
              await run.check(`step ${position + 1} ${step.do}`);
            }
          } finally {
            run.end();
          }
        }),
        { numRuns, seed, examples: seed === SEEDS[0] ? [[LOST_MANIFEST]] : [] },
      );
    });
  },
);
