import { describe, expect, test } from "vitest";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import {
  capture,
  handoffOf,
  memoryOf,
  outcomes,
  planOf,
  SHOP,
  textIn,
  updateOf,
} from "./apply-plan.fixture.ts";

const fact = (text: string) => updateOf({ kind: "project", subject: "Shop", text });
const ask = (name: string, subject = name) =>
  updateOf({
    kind: "project",
    subject,
    op: "retire",
    text: name,
    targetText: name,
    evidence: ["ask"],
    at: "2026-11-21T10:00:00Z",
  });
const holding = (...texts: string[]): MemorySnapshot =>
  capture(memoryOf({}), ["s1", ...texts.map(fact)]).memory;
const notes = (memory: MemorySnapshot, name: string): string[] =>
  planOf(memory, handoffOf("s2", [ask(name)])).receipt.notes;

describe("forget everything about a name", () => {
  test("takes out the facts about it, for good, and no other", () => {
    const start = holding(
      "The database is Postgres 14.",
      "Postgres backs up at night.",
      "The cache is Redis.",
    );
    const { memory, last } = capture(start, ["s2", ask("Postgres")]);
    expect(outcomes(last)).toEqual(["retired"]);
    expect(textIn(memory, SHOP)).toContain("The cache is Redis.");
    expect(textIn(memory, SHOP)).not.toContain("Postgres");
    expect(memory.tombstones).toHaveLength(2);
  });

  test("finds a Russian name in another case", () => {
    const { memory } = capture(holding("Ревью делает Анна."), ["s2", ask("Анну")]);
    expect(textIn(memory, SHOP)).not.toContain("Анна");
  });

  test("leaves a fact that says something else as well, and notes it", () => {
    const start = holding(
      "Postgres backs up at night.",
      "Sessions live in Redis, and Postgres holds orders.",
    );
    const { memory } = capture(start, ["s2", ask("Postgres")]);
    expect(textIn(memory, SHOP)).toContain("Redis");
    expect(textIn(memory, SHOP)).not.toContain("at night");
    expect(notes(start, "Postgres")).toEqual(["asked to forget; other facts name it too and stay"]);
  });

  test("is a proposal when more than five facts are about it", () => {
    const texts = ["at night", "weekly", "to disk", "to the cloud", "by cron", "in Rome"];
    const start = holding(...texts.map((when) => `Postgres backs up ${when}.`));
    const { memory, last } = capture(start, ["s2", ask("Postgres")]);
    expect(outcomes(last)).toEqual(["proposal"]);
    for (const when of texts) expect(textIn(memory, SHOP)).toContain(when);
  });

  test("that nothing matches is noted without the words of the person", () => {
    const start = holding("The cache is Redis.");
    expect(notes(start, "Zanzibar")).toEqual(["asked to forget; nothing in this memory matches"]);
    expect(outcomes(capture(start, ["s2", ask("Zanzibar")]).last)).toEqual(["forgotten"]);
    expect(notes(start, "мы выпускаем в понедельник")).toEqual([
      "asked to forget; nothing in this memory matches",
    ]);
  });

  test("a common word that may only put work off takes nothing out", () => {
    const start = holding("The tests run with vitest.");
    const { memory, last } = capture(start, ["s2", ask("the tests", "")]);
    expect(outcomes(last)).toEqual(["proposal"]);
    expect(textIn(memory, SHOP)).toContain("vitest");
  });

  test("a fact that was said again since stays", () => {
    const start = capture(holding("The cache is Redis."), [
      "s9",
      updateOf({ ...fact("The cache is Redis."), evidence: ["later"], at: "2026-11-23T10:00:00Z" }),
    ]).memory;
    const { memory, last } = capture(start, ["s2", ask("Redis")]);
    expect(outcomes(last)).toEqual(["older"]);
    expect(textIn(memory, SHOP)).toContain("Redis");
  });

  test("a line of a person's own goes only where it is clearly meant", () => {
    const byHand = memoryOf({
      [SHOP]: "# Shop\n\n- We cache in Redis 7.\n- The old queue used Redis 6, and Kafka took over.\n",
    });
    const { memory } = capture(byHand, ["s2", ask("Redis 7", "")]);
    expect(textIn(memory, SHOP)).not.toContain("Redis 7");
    expect(textIn(memory, SHOP)).toContain("Redis 6");
  });

  test("two things asked for in one breath both go", () => {
    const start = holding("The cache is Redis.", "The queue is Kafka.");
    const { memory } = capture(start, ["s2", ask("Redis"), ask("Kafka")]);
    expect(textIn(memory, SHOP)).not.toMatch(/Redis|Kafka/u);
  });
});
