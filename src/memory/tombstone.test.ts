import { describe, expect, it } from "vitest";
import { buryFact, parseTombstones, tombstoneFor } from "./tombstone.ts";

const at = new Date("2026-03-01T00:00:00Z");
const bury = (text: string) => buryFact({ id: "f", text, evidence: ["e1", "e2"] }, at);

describe("tombstoneFor", () => {
  it.each([
    [
      "the same fact in other words, from anywhere",
      "Staging runs on host db7.internal",
      "db7.internal is where staging lives",
      ["x"],
    ],
    [
      "the same words without hard tokens",
      "Ann likes short answers",
      "- Ann likes **short** answers.",
      ["x"],
    ],
    ["a weak token from an entry of the fact", "Use port 80", "Port 80 it is", ["e2"]],
    ["other words from an entry of the fact", "Ann likes short answers", "The user prefers brevity", ["e1"]],
  ])("holds back %s", (_, forgotten, text, evidence) => {
    expect(tombstoneFor({ text, evidence }, [bury(forgotten)])?.id).toBe("f");
  });

  it.each([
    ["a weak token from elsewhere", "Use port 80", "80 tests pass", ["x"]],
    ["other words from elsewhere", "Ann likes short answers", "The user prefers brevity", ["x"]],
    ["a fact with hard tokens from an entry of the fact", "Ann likes short answers", "Pin v1.2.3", ["e1"]],
    ["another number from an entry of the fact", "Use port 5432", "Use port 5433", ["e1"]],
  ])("lets %s land", (_, forgotten, text, evidence) => {
    expect(tombstoneFor({ text, evidence }, [bury(forgotten)])).toBeNull();
  });

  it("holds no text of the fact, and another salt gives another hash", () => {
    const [a, b] = [bury("Staging runs on host zebra7"), bury("Staging runs on host zebra7")];
    expect(JSON.stringify(a)).not.toContain("zebra7");
    expect(a.hash).not.toBe(b.hash);
  });
});

describe("parseTombstones", () => {
  it("leaves out single broken ones", () => {
    const stone = bury("a");
    expect(parseTombstones(JSON.stringify({ version: 1, tombstones: [stone, 1] }))).toEqual([stone]);
  });

  it.each(["", "{", "[]"])("gives none for %j", (text) => {
    expect(parseTombstones(text)).toEqual([]);
  });
});
