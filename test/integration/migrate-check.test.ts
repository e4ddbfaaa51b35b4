import { describe, expect, it } from "vitest";
import { presetManifest } from "../../src/manifest/presets.ts";
import type { MemorySnapshot } from "../../src/memory/snapshot.ts";
import { droppedOf } from "../../src/migrate/account.ts";
import { type CheckInput, checkMigration } from "../../src/migrate/check.ts";
import { planMigration } from "../../src/migrate/plan-migration.ts";
import { textHash } from "../../src/plan/draft.ts";
import { bloatedMemory } from "../fixtures/migrate/bloated-memory.ts";

const { text, facts } = bloatedMemory();
const planned = plannedCheck();

/** The generated memory as planned, ready to be looked at a second time. */
function plannedCheck(): CheckInput {
  const file = { path: "MEMORY.md", text, hash: textHash(text), modifiedAt: 0 };
  const snapshot: MemorySnapshot = {
    root: "/memory",
    manifest: presetManifest("openclaw").manifest,
    manifestExists: true,
    files: new Map([["MEMORY.md", file]]),
    provenance: new Map(),
    internal: new Map(),
    tombstones: [],
    hasAgentsFile: false,
  };
  const migration = planMigration({
    snapshot,
    now: new Date("2026-05-01T09:00:00Z"),
    heal: false,
    person: "me",
  });
  const dropped = droppedOf(migration.account);
  const slices = (reason: string): string[] =>
    dropped.filter((entry) => entry.reason === reason).map(({ start, end }) => text.slice(start, end));
  return {
    file: "MEMORY.md",
    source: text,
    before: new Map([["MEMORY.md", text]]),
    after: new Map(
      migration.plan.edits.flatMap(({ file: path, area, after }) =>
        area === "memory" && after !== null ? [[path, after] as const] : [],
      ),
    ),
    quarantined: migration.quarantined.map((block) => `${block.text}\n`).join("\n"),
    duplicates: slices("exact duplicate"),
    headings: slices("named by its kind"),
  };
}

/** Equal numbers in every run. */
function* numbers(): Generator<number> {
  for (let state = 12_345; ;) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    yield state;
  }
}

const source = numbers();
const below = (count: number): number => Number(source.next().value) % count;

type Mutation = (fact: string) => string;

const MUTATIONS: Readonly<Record<string, Mutation>> = {
  "a fact that is gone": () => "",
  "a digit that is another one": (fact) => {
    const digits = [...fact.matchAll(/\d/gu)];
    const digit = digits[below(Math.max(1, digits.length))];
    if (digit === undefined) return fact;
    const other = String((Number(digit[0]) + 1 + below(8)) % 10);
    return fact.slice(0, digit.index) + other + fact.slice(digit.index + 1);
  },
  "two words that changed places": (fact) => {
    const words = fact.split(" ");
    const [a, b] = [below(words.length), below(words.length)];
    [words[a], words[b]] = [words[b] ?? "", words[a] ?? ""];
    return words.join(" ");
  },
};

describe("the second look at a migration", () => {
  it("finds everything of the generated memory once", () => {
    expect(checkMigration(planned)).toMatchObject({ missing: 0, doubled: 0 });
  });

  it.each(Object.keys(MUTATIONS))("notices %s", (name) => {
    const mutate = MUTATIONS[name] ?? ((fact: string) => fact);
    let tried = 0;
    let caught = 0;
    while (tried < 120) {
      const fact = facts[below(facts.length)] ?? "";
      const mutant = mutate(fact);
      // derived rows say again what a topic says
      const held = [...planned.after].find(
        ([path, whole]) => !/^(?:MEMORY|index-.*)\.md$/u.test(path) && whole.includes(fact),
      );
      if (mutant === fact || held === undefined) continue;
      const [path, whole] = held;
      const after = new Map(planned.after).set(
        path,
        whole.replace(fact, () => mutant),
      );
      tried += 1;
      if (checkMigration({ ...planned, after }).missing > 0) caught += 1;
    }
    expect(caught / tried).toBeGreaterThanOrEqual(0.99);
  });

  it("notices a fact that was written twice", () => {
    const fact = facts.find((one) => one.startsWith("Backups of db-main")) ?? "";
    const after = new Map(planned.after).set("memory/extra.md", `# Extra\n\n- ${fact}\n`);
    expect(checkMigration({ ...planned, after }).doubled).toBe(1);
  });

  it("notices a link that leads elsewhere from its new folder", () => {
    const index = "- See [the plan](docs/plan.md) of the third phase\n";
    const moved = (link: string): CheckInput => ({
      ...planned,
      source: index,
      before: new Map([["MEMORY.md", index]]),
      after: new Map([
        ["MEMORY.md", ""],
        ["memory/lessons.md", `# Lessons\n\n- See [the plan](${link}) of the third phase\n`],
      ]),
      quarantined: "",
      duplicates: [],
      headings: [],
    });
    expect(checkMigration(moved("../docs/plan.md")).missing).toBe(0);
    expect(checkMigration(moved("docs/plan.md")).missing).toBe(1);
  });
});
