import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readFacts } from "./facts.ts";
import { readFields } from "./fields.ts";
import { matchFields, matchProvenance, orphanRecords } from "./match.ts";
import { identityOf } from "./overlap.ts";
import type { ProvenanceFile, ProvenanceRecord } from "./provenance.ts";

function record(id: string, text: string, headings: string[] = []): ProvenanceRecord {
  return {
    id,
    kind: "lesson",
    subject: "",
    headings,
    ...identityOf(text),
    evidence: ["e1"],
    host: "claude-code",
    sessionId: "s1",
    at: null,
    correctedAt: null,
    origin: "capture",
    scope: "project",
    confidence: "stated",
    rank: 0,
    aliases: [],
    supersedes: [],
  };
}

const provenance = (...facts: ProvenanceRecord[]): ProvenanceFile => ({ version: 1, file: "a.md", facts });

const matched = (source: string, file?: ProvenanceFile): [string | null, boolean][] =>
  matchProvenance(readFacts(source), file).map(({ record, edited }) => [record?.id ?? null, edited]);

describe("matchProvenance", () => {
  it("finds a fact by its words, whatever the markup and place", () => {
    const file = provenance(record("a", "- Use tabs"), record("b", "Postgres listens on port 5432"));
    expect(matched("## New heading\n- Postgres listens on **port 5432**.\n\nuse tabs\n", file)).toEqual([
      ["b", false],
      ["a", false],
    ]);
  });

  it("finds a fact that a person reworded, and marks it", () => {
    const file = provenance(record("a", "Postgres of the billing service listens on port 5432 in staging"));
    expect(matched("- The Postgres of the billing service listens on port 5432 in staging.\n", file)).toEqual(
      [["a", true]],
    );
  });

  it.each([
    ["another number", "Postgres of the billing service listens on port 5433 in staging"],
    ["a negation", "Postgres of the billing service never listens on port 5432 in staging"],
    ["other words", "Ask on channel 5432 before a release"],
  ])("takes a fact with %s for the person's own", (_, text) => {
    const file = provenance(record("a", "Postgres of the billing service listens on port 5432 in staging"));
    expect(matched(`- ${text}\n`, file)).toEqual([[null, false]]);
  });

  it("gives each record to one fact, the one under its heading first", () => {
    const file = provenance(record("a", "Done", ["One"]), record("b", "Done", ["Two"]));
    expect(matched("# Two\n- Done\n- Done\n# One\n- Done\n", file)).toEqual([
      ["b", false],
      [null, false],
      ["a", false],
    ]);
  });

  it("lets an unchanged fact win over a reworded one", () => {
    const text = "Run the linter before each commit to main";
    const file = provenance(record("a", text));
    expect(matched(`- ${text} please\n- ${text}\n`, file)).toEqual([
      [null, false],
      ["a", false],
    ]);
  });

  it("knows no record without provenance", () => {
    expect(matched("- a\n")).toEqual([[null, false]]);
  });

  it("finds every recorded fact again in any order", () => {
    const words = fc.uniqueArray(fc.stringMatching(/^[a-z]{3,12}$/u), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(
        words.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
        ),
        ([list, shuffled]) => {
          const file = provenance(...list.map((word) => record(word, word)));
          expect(matched(shuffled.map((word) => `- ${word}\n`).join(""), file)).toEqual(
            shuffled.map((word) => [word, false]),
          );
        },
      ),
    );
  });
});

describe("orphanRecords", () => {
  it("names the records whose fact is gone, fields aside", () => {
    const file = provenance(record("a", "stays"), record("b", "went"), record("c", "old", ["@status"]));
    const facts = matchProvenance(readFacts("- stays\n"), file);
    expect(orphanRecords(facts, file).map((gone) => gone.id)).toEqual(["b"]);
  });
});

describe("matchFields", () => {
  it("tells a field as recorded, one that a person changed, and one of their own", () => {
    const file = provenance(record("a", "live", ["@status"]), record("b", "Ann", ["@metadata.owner"]));
    const fields = readFields("---\nstatus: live\nmetadata:\n  owner: Bob\nrole: x\n---\n");
    expect(
      matchFields(fields, file).map(({ field, record, edited }) => [field.name, record?.id ?? null, edited]),
    ).toEqual([
      ["status", "a", false],
      ["metadata.owner", "b", true],
      ["role", null, false],
    ]);
  });
});
