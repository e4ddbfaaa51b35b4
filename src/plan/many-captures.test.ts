import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Handoff } from "../handoff/handoff.ts";
import type { Update } from "../handoff/update.ts";
import { lintFile } from "../lint/engine.ts";
import { settingsFor } from "../lint/rule-settings.ts";
import { codePoints } from "../markdown/tree.ts";
import { readFacts } from "../memory/facts.ts";
import { indexTargets } from "../memory/index-base.ts";
import { readIndex } from "../memory/index.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { topicsOf } from "../memory/topic.ts";
import { applyPlan, handoffOf, memoryOf, updateOf } from "./apply-plan.fixture.ts";
import { planHandoff } from "./plan-handoff.ts";
import type { Plan } from "./plan.ts";

const now = new Date("2027-01-01T00:00:00Z");
const plan = (snapshot: MemorySnapshot, handoff: Handoff): Plan =>
  planHandoff({ handoff, snapshot, now, command: "capture", extra: {} });

const NOUNS =
  "cache queue invoice parser router ledger mailer search billing deploy login report export webhook".split(
    " ",
  );
const KINDS = [
  "project",
  "infrastructure",
  "person",
  "procedure",
  "decision",
  "lesson",
  "preference",
  "todo",
  "garden",
];

/** A session's handoff with a few facts, each different from all others by its number. */
const handoffs = (captures: number): fc.Arbitrary<Handoff[]> =>
  fc
    .array(
      fc.array(
        fc.record({
          kind: fc.constantFrom(...KINDS),
          noun: fc.constantFrom(...NOUNS),
          number: fc.integer({ min: 1, max: 90 }),
          status: fc.boolean(),
        }),
        { maxLength: 6 },
      ),
      { minLength: captures, maxLength: captures },
    )
    .map((sessions) => sessions.map((items, day) => sessionOf(items, day)));

function sessionOf(
  items: { kind: string; noun: string; number: number; status: boolean }[],
  day: number,
): Handoff {
  const at = new Date(Date.parse("2026-03-01T08:00:00Z") + day * 26 * 3_600_000).toISOString();
  const updates = items.map(({ kind, noun, number, status }, position): Update => {
    const subject = `${noun} ${number}`;
    const evidence = [`e${day}-${position}`];
    if (kind === "project" && status) {
      return updateOf({ kind, subject, text: `phase ${day} of ${noun}`, field: "status", at, evidence });
    }
    return updateOf({
      kind,
      subject,
      text: `The ${noun} of part ${day}-${position} uses slot ${number}.`,
      at,
      evidence,
    });
  });
  return {
    ...handoffOf(`s${day}`, updates),
    boundary: { host: "claude-code", sessionId: `s${day}`, entryId: "end", at },
  };
}

function indexPages(memory: MemorySnapshot): string[] {
  return [memory.manifest.index, ...[...memory.files.keys()].filter((path) => /^index-.+\.md$/u.test(path))];
}

function reachable(memory: MemorySnapshot): Set<string> {
  const reached = new Set<string>();
  const queue = [memory.manifest.index];
  for (let page = queue.pop(); page !== undefined; page = queue.pop()) {
    const text = memory.files.get(page)?.text ?? "";
    const manifest = { ...memory.manifest, own: "file" as const };
    for (const target of indexTargets(readIndex(text, manifest, page), memory.files)) {
      if (!reached.has(target) && indexPages(memory).includes(target)) queue.push(target);
      reached.add(target);
    }
  }
  return reached;
}

function findings(memory: MemorySnapshot): string[] {
  const { manifest } = memory;
  const text = memory.files.get(manifest.index)?.text ?? "";
  const settings = settingsFor(manifest);
  return lintFile({
    file: manifest.index,
    text,
    manifest,
    snapshot: memory,
    settings,
    honourControls: false,
  }).map((message) => `${message.rule}: ${message.message}`);
}

/** Every list item of the memory's topic files and inbox, by its text. */
function factCounts(memory: MemorySnapshot): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [path, file] of memory.files) {
    if (path.includes("handoffs/") || indexPages(memory).includes(path) || path === "MANIFEST.md") continue;
    for (const fact of readFacts(file.text)) {
      const text = /The \w+ of part [\d-]+ uses slot \d+\./u.exec(fact.text)?.[0];
      if (text !== undefined) counts.set(text, (counts.get(text) ?? 0) + 1);
    }
  }
  return counts;
}

/** Enough for an index that overflows into pages of its own; HANDOFF_CAPTURES=200 goes further. */
const CAPTURES = Number(process.env["HANDOFF_CAPTURES"] ?? 100);

describe.each([
  ["openclaw", CAPTURES],
  ["claude-code", Math.round(CAPTURES * 0.3)],
] as const)("preset %s, %i captures one after the other", (preset, captures) => {
  test("the index stays small and clean, no topic is lost, every update lands once", () => {
    fc.assert(
      fc.property(handoffs(captures), (sessions) => {
        let memory = memoryOf({}, preset);
        for (const [day, handoff] of sessions.entries()) {
          const planned = plan(memory, handoff);
          expect(planned.receipt.updates).toHaveLength(handoff.updates.length);
          memory = applyPlan(memory, planned);
          expect(codePoints(memory.files.get("MEMORY.md")?.text ?? "")).toBeLessThan(5000);
          if (day % 20 === 19) expect(findings(memory)).toEqual([]);
        }
        expect(indexPages(memory).length).toBeGreaterThan(1);
        const reached = reachable(memory);
        expect(topicsOf(memory).filter((topic) => !reached.has(topic.file))).toEqual([]);
        const counts = factCounts(memory);
        const facts = sessions.flatMap((handoff) =>
          handoff.updates.filter((update) => update.field === undefined),
        );
        for (const update of facts) expect(counts.get(update.text)).toBe(1);
        const last = sessions.at(-1);
        if (last !== undefined) expect(plan(memory, last).edits).toEqual([]);
      }),
      { numRuns: 1, seed: 7 },
    );
  });
});
