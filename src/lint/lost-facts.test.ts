import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Receipt } from "../handoff/receipt.ts";
import { presetManifest } from "../manifest/presets.ts";
import { identityOf } from "../memory/overlap.ts";
import type { ProvenanceRecord } from "../memory/provenance.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { buryFact } from "../memory/tombstone.ts";
import { lostFacts } from "./lost-facts.ts";

const { manifest } = presetManifest("openclaw");

const memoryOf = (files: Record<string, string>, more: Partial<MemorySnapshot> = {}): MemorySnapshot => ({
  root: "/memory",
  manifest,
  manifestExists: true,
  files: new Map(
    Object.entries(files).map(([path, text]) => [path, { path, text, hash: "", modifiedAt: 0 }]),
  ),
  provenance: new Map(),
  internal: new Map(),
  tombstones: [],
  hasAgentsFile: false,
  ...more,
});

const LESSONS = "memory/lessons.md";
const RESTART = "Restart the cart service after each price import.";
const PORT = "The database of the shop listens on port 5432.";
const lessons = (...facts: string[]): string => `# Lessons\n\n${facts.map((fact) => `- ${fact}\n`).join("")}`;

const lost = (
  before: MemorySnapshot,
  now: MemorySnapshot,
  receipts: readonly Receipt[] = [],
): [string, number][] =>
  [...lostFacts({ revision: "main", snapshot: before, receipts }, now)].flatMap(([file, facts]) =>
    facts.map(({ line }): [string, number] => [file, line]),
  );

const receipt = (more: Partial<Receipt>): Receipt => ({
  version: 1,
  id: "20260203T101112000-00000000",
  at: "2026-02-03T10:11:12.000Z",
  command: "capture",
  key: null,
  boundary: null,
  provider: null,
  fallback: null,
  usage: null,
  counts: {},
  updates: [],
  files: [],
  topicsToReview: [],
  notes: [],
  undoes: null,
  trash: {},
  ...more,
});

const recorded = (text: string): ProvenanceRecord => ({
  id: "f1",
  kind: "lesson",
  subject: "",
  headings: ["Lessons"],
  ...identityOf(`- ${text}`),
  evidence: ["e1"],
  host: "claude-code",
  sessionId: "s",
  at: null,
  correctedAt: null,
  origin: "capture",
  scope: "project",
  confidence: "stated",
  rank: 0,
  aliases: [],
  supersedes: [],
});

const before = memoryOf({ [LESSONS]: lessons(RESTART, PORT) });
const withRecord = memoryOf(
  { [LESSONS]: lessons(RESTART, PORT) },
  { provenance: new Map([[LESSONS, { version: 1, file: LESSONS, facts: [recorded(RESTART)] }]]) },
);

describe("a fact of an earlier revision", () => {
  it("is lost when it stands nowhere, also with its whole file", () => {
    expect(lost(before, memoryOf({ [LESSONS]: lessons(PORT) }))).toEqual([[LESSONS, 3]]);
    expect(lost(before, memoryOf({}))).toEqual([
      [LESSONS, 3],
      [LESSONS, 4],
    ]);
  });

  it("still stands in another file, in other markup", () => {
    const moved = { [LESSONS]: lessons(PORT), "memory/procedures/import.md": `# Import\n\n**${RESTART}**\n` };
    expect(lost(before, memoryOf(moved))).toEqual([]);
  });

  it("does not stand where it will go by itself", () => {
    const handoff = "memory/handoffs/2026-02-03-101112-a.md";
    expect(lost(before, memoryOf({ [LESSONS]: lessons(PORT), [handoff]: lessons(RESTART) }))).toEqual([
      [LESSONS, 3],
    ]);
  });

  it("still stands when a person changed its words or its value", () => {
    const words = "Restart the cart service after every import of prices.";
    const value = "The database of the shop listens on port 5433.";
    expect(lost(before, memoryOf({ [LESSONS]: lessons(words, value) }))).toEqual([]);
  });

  it("one new fact stands for one old fact only", () => {
    const two = memoryOf({ [LESSONS]: lessons(PORT, "The database of the shop listens on port 5434.") });
    const now = memoryOf({ [LESSONS]: lessons("The database of the shop listens on port 5435.") });
    expect(lost(two, now)).toHaveLength(1);
  });

  it("is explained by a receipt that retired it, or undid its file", () => {
    const now = memoryOf({ [LESSONS]: lessons(PORT) });
    const update = { kind: "lesson", subject: "", file: LESSONS, factId: "f1", reason: "" };
    expect(lost(withRecord, now)).toHaveLength(1);
    expect(lost(withRecord, now, [receipt({ updates: [{ ...update, outcome: "retired" }] })])).toEqual([]);
    expect(lost(withRecord, now, [receipt({ updates: [{ ...update, outcome: "duplicate" }] })])).toHaveLength(
      1,
    );
    const file = { file: LESSONS, op: "update" as const, before: "", after: "", reasons: [] };
    expect(lost(withRecord, now, [receipt({ undoes: "x", files: [file] })])).toEqual([]);
    expect(lost(withRecord, now, [receipt({ files: [file] })])).toHaveLength(1);
  });

  it("is explained by a fact that took its place, and by having been forgotten", () => {
    const heir = { ...recorded("Carts restart themselves."), id: "f2", supersedes: ["f1"] };
    const files = { [LESSONS]: lessons(PORT, "Carts restart themselves.") };
    const replaced = new Map([[LESSONS, { version: 1 as const, file: LESSONS, facts: [heir] }]]);
    expect(lost(withRecord, memoryOf(files, { provenance: replaced }))).toEqual([]);
    const stone = buryFact({ id: "f1", text: `- ${RESTART}`, evidence: [] }, new Date(0), "00");
    expect(lost(before, memoryOf({ [LESSONS]: lessons(PORT) }, { tombstones: [stone] }))).toEqual([]);
  });
});

it("a memory compared with itself has lost nothing, in whatever order its lines stand", () => {
  const fact = fc.constantFrom(RESTART, PORT, "Prices are net.", "Цены без налога.", "价格不含税。", "Done");
  fc.assert(
    fc.property(fc.array(fact, { maxLength: 8 }), (facts) => {
      const now = memoryOf({ [LESSONS]: lessons(...facts.toReversed()) });
      expect(lost(memoryOf({ [LESSONS]: lessons(...facts) }), now)).toEqual([]);
    }),
  );
});
