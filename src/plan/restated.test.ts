import { describe, expect, test } from "vitest";
import type { Update } from "../handoff/update.ts";
import {
  applyPlan,
  capture,
  handoffOf,
  memoryOf,
  outcomes,
  planOf,
  SHOP,
  textIn,
  updateOf,
} from "./apply-plan.fixture.ts";

const say = (text: string, day: number, more: Partial<Update> = {}): Update =>
  updateOf({ kind: "project", subject: "Shop", text, at: `2026-11-${day}T10:00:00Z`, ...more });
const lines = (...texts: string[]): string[] => {
  let memory = memoryOf({});
  for (const [index, text] of texts.entries()) {
    memory = capture(memory, [`s${index}`, say(text, 20 + index)]).memory;
  }
  return textIn(memory, SHOP)
    .split("\n")
    .flatMap((line) => (line.startsWith("- ") ? [line.slice(2)] : []));
};

describe("a value that is said anew", () => {
  test.each([
    ["The database is Postgres 14.", "The database is Postgres 15, not 14.", "The database is Postgres 15."],
    [
      "The database is Postgres 14.",
      "The database is no longer Postgres 14, it is Postgres 15.",
      "The database is Postgres 15.",
    ],
    ["The database is Postgres 14.", "The database is now Postgres 15.", "The database is now Postgres 15."],
    ["The API port is 8080.", "The API port is 9090.", "The API port is 9090."],
    [
      "Our staging host is alpha.example.",
      "Our staging host is beta.example.",
      "Our staging host is beta.example.",
    ],
    ["CI is Travis.", "CI is GitHub Actions, not Travis.", "CI is GitHub Actions."],
    ["The app runs on Node 20.", "The app runs on Node 22, not 20.", "The app runs on Node 22."],
    [
      "The database changed from Postgres 13 to Postgres 14.",
      "The database is Postgres 15, not 14.",
      "The database is Postgres 15.",
    ],
    ["Порт API — 8080.", "Порт API — 9090, а не 8080.", "Порт API — 9090."],
  ])("%s %s", (before, after, left) => {
    expect(lines(before, after)).toEqual([left]);
  });

  test("keeps the old value from coming back, and says it only once", () => {
    const first = say("The database is Postgres 14.", 20);
    const second = say("The database is Postgres 15, not 14.", 21);
    const { memory } = capture(memoryOf({}), ["s1", first], ["s2", second]);
    expect(outcomes(capture(memory, ["s3", second]).last)).toEqual(["duplicate"]);
    expect(outcomes(capture(memory, ["s4", first]).last)).toEqual(["older"]);
  });

  test("an older session does not bring back what it said", () => {
    const { memory, last } = capture(
      memoryOf({}),
      ["s2", say("The API port is 9090.", 21)],
      ["s1", say("The API port is 8080.", 20)],
    );
    expect(outcomes(last)).toEqual(["older"]);
    expect(textIn(memory, SHOP)).toContain("9090");
  });
});

describe("facts that both stay", () => {
  test.each([
    ["Port 1 is taken.", "Port 2 is taken."],
    ["The CI is slow.", "The CI is GitHub Actions."],
    ["The frontend is React.", "The frontend is TypeScript."],
    ["The API port is 8080.", "The admin port is 9090."],
    ["The port is 8080 in staging.", "The port is 9090 in production."],
    ["The port is 8080 in staging.", "The port is 9090."],
    ["The database is Postgres 14.", "The database is encrypted."],
    ["The reports database is Postgres 14.", "The database is Postgres 15, not 14."],
    ["The database is Postgres 14 in staging.", "The database is Postgres 15, not 14."],
    ["The database is Postgres 14.", "The database is MySQL 8, not 5."],
    ["A port is 8080.", "A port is 9090."],
    ["The team is Ann, Bob and Cid.", "The team is Dan and Eve."],
    ["The build is fast.", "The build is now green."],
    ["The app runs on Node 20.", "The app listens on 8080."],
    ["The owner is Ann and Bob.", "The owner is Cid."],
    ["The port that Redis uses is 6379.", "The port that Postgres uses is 5432."],
    ["База данных — Postgres 14.", "База данных — зашифрована."],
  ])("%s %s", (before, after) => {
    expect(lines(before, after)).toEqual([before, after]);
  });

  test("what stands in another project, and a person's own line without a word for the change", () => {
    const other = say("The API port is 8080.", 20, { subject: "Depot" });
    const { memory } = capture(memoryOf({}), ["s1", other], ["s2", say("The API port is 9090.", 21)]);
    expect(textIn(memory, "memory/entities/project-depot.md")).toContain("8080");
    const byHand = memoryOf({ [SHOP]: "# Shop\n\n- The API port is 8080.\n" });
    const after = capture(byHand, ["s2", say("The API port is 9090.", 21)]).memory;
    expect(textIn(after, SHOP)).toContain("8080");
    expect(textIn(after, SHOP)).toContain("9090");
  });

  test("a contradiction is noted in the receipt, without the words", () => {
    const { memory } = capture(memoryOf({}), ["s1", say("The frontend is React.", 20)]);
    const plan = planOf(memory, handoffOf("s2", [say("The frontend is TypeScript.", 21)]));
    expect(plan.receipt.notes).toEqual([`${SHOP} may now say two things of one`]);
    expect(textIn(applyPlan(memory, plan), SHOP)).toContain("React");
  });

  test("whatever pair of subjects: another subject is never touched", () => {
    const subjects = ["API port", "port", "web host", "host", "database", "reports database", "release day"];
    for (const one of subjects)
      for (const two of subjects)
        if (one !== two)
          expect(lines(`The ${one} is Alpha 1.`, `The ${two} is Beta 2, not 1.`)).toHaveLength(2);
  });
});
