import { describe, expect, test } from "vitest";
import type { Update } from "../handoff/update.ts";
import { capture, memoryOf, outcomes, port, SHOP, textIn, updateOf } from "./apply-plan.fixture.ts";

describe("correct", () => {
  const fix = updateOf({
    kind: "project",
    subject: "Shop",
    op: "correct",
    text: "Postgres listens on port 5433.",
    targetText: "port 5432",
    evidence: ["e2"],
  });

  test("replaces the one fact wherever it stands and remembers what it replaced", () => {
    const start = memoryOf({ "memory/infra/db.md": "# db\n\n- Postgres listens on port 5432.\n- Other.\n" });
    const first = capture(start, [
      "s0",
      updateOf({ kind: "project", subject: "Shop", text: "Unrelated." }),
    ]).memory;
    const { memory, last } = capture(first, ["s1", fix]);
    expect(outcomes(last)).toEqual(["corrected"]);
    expect(textIn(memory, "memory/infra/db.md")).toBe("# db\n\n- Postgres listens on port 5433.\n- Other.\n");
  });

  test("the field that the fact was told in follows, and no older session sets it back", () => {
    const host = [
      updateOf({
        kind: "infrastructure",
        subject: "Prod",
        text: "Prod runs on Debian 11, so no creds.",
        evidence: ["e1"],
      }),
      updateOf({
        kind: "infrastructure",
        subject: "Prod",
        field: "notes",
        text: "runs on Debian 11",
        evidence: ["e1"],
      }),
    ];
    const newer = updateOf({
      kind: "infrastructure",
      subject: "Prod",
      op: "correct",
      text: "Prod runs on Debian 12",
      targetText: "Debian 11",
      evidence: ["e2"],
      at: "2026-11-21T10:00:00Z",
    });
    const { memory } = capture(memoryOf({}, "openclaw"), ["s1", ...host], ["s2", newer], ["fork", ...host]);
    const path = [...memory.files.keys()].find((file) => /prod/iu.test(file)) ?? "";
    expect(textIn(memory, path)).toContain("- Prod runs on Debian 12, so no creds");
    expect(textIn(memory, path)).toMatch(/^notes: runs on Debian 12$/mu);
    expect(textIn(memory, "MEMORY.md")).toContain("| runs on Debian 12 |");
    expect(textIn(memory, "MEMORY.md")).not.toContain("Debian 11");
  });

  test("what it replaced does not come back with a fork", () => {
    const { memory, last } = capture(memoryOf({}), ["s1", port], ["s2", fix], ["fork", port]);
    expect(outcomes(last)).toEqual(["older"]);
    expect(textIn(memory, SHOP)).not.toContain("5432");
  });

  test("waits as a proposal when two facts may be meant, or none", () => {
    const proxy = updateOf({
      kind: "project",
      subject: "Shop",
      text: "Postgres replica listens on port 5432.",
    });
    const { memory, last } = capture(
      memoryOf({}),
      ["s1", port, proxy],
      ["s2", { ...fix, text: "It is 5433." }],
    );
    expect(outcomes(last)).toEqual(["proposal"]);
    expect(textIn(memory, SHOP).match(/5432/gu)).toHaveLength(2);
    expect(outcomes(capture(memoryOf({}), ["s1", fix]).last)).toEqual(["proposal"]);
  });

  test("what was only concluded does not change what a person stated or wrote", () => {
    const concluded: Update = { ...fix, confidence: "inferred" };
    expect(outcomes(capture(memoryOf({}), ["s1", port], ["s2", concluded]).last)).toEqual(["proposal"]);
    const byHand = memoryOf({ [SHOP]: "# Shop\n\n- Postgres listens on port 5432.\n" });
    expect(outcomes(capture(byHand, ["s2", concluded]).last)).toEqual(["proposal"]);
  });

  test("older evidence does not correct a newer fact", () => {
    const { last } = capture(memoryOf({}), ["s1", port], ["s0", { ...fix, at: "2026-01-01T00:00:00Z" }]);
    expect(outcomes(last)).toEqual(["older"]);
  });
});

describe("a fact that says two things", () => {
  const both = updateOf({
    kind: "project",
    subject: "Shop",
    text: "The staging host is called marten and listens on port 7001.",
    evidence: ["e1"],
  });
  const newPort = updateOf({
    kind: "fact",
    op: "correct",
    text: "The staging port is 7002",
    targetText: "7001",
    evidence: ["e2"],
    at: "2026-11-21T10:00:00Z",
  });

  test("keeps what a correction does not speak of", () => {
    const { memory, last } = capture(memoryOf({}), ["s1", both], ["s2", newPort]);
    expect(outcomes(last)).toEqual(["corrected"]);
    expect(textIn(memory, SHOP)).toContain("- The staging host is called marten and listens on port 7002.");
    expect(textIn(memory, SHOP)).not.toContain("7001");
  });

  test("keeps it also when a model says which fact it replaces", () => {
    const concluded: Update = { ...both, confidence: "inferred" };
    const replaces: Update = { ...newPort, confidence: "verified", targetText: both.text };
    const { memory } = capture(memoryOf({}), ["s1", concluded], ["s2", replaces]);
    expect(textIn(memory, SHOP)).toContain("marten and listens on port 7002");
    const other: Update = { ...replaces, text: "Nobody needs a machine of that sort any more" };
    const waits = capture(memoryOf({}), ["s1", concluded], ["s2", other]);
    expect(outcomes(waits.last)).toEqual(["proposal"]);
    expect(textIn(waits.memory, SHOP)).toContain("marten and listens on port 7001");
  });

  test("keeps the rest when a statement without a word for it names the old value", () => {
    const said = updateOf({ ...newPort, op: "add", kind: "project", subject: "Shop" });
    const { memory } = capture(
      memoryOf({}),
      ["s1", both],
      ["s2", { ...said, text: "The staging port is 7002, not 7001" }],
      ["s3", { ...said, text: "The staging host is called otter, not marten", evidence: ["e4"] }],
    );
    expect(textIn(memory, SHOP)).toContain("- The staging host is called otter and listens on port 7002.");
  });

  test.each([
    ["The staging host is called otter", "The staging host is called otter and listens on port 7001."],
    ["The port is 7002", "The staging host is called marten and listens on port 7002."],
  ])("is found by what a correction says, without the old value: %s", (text, after) => {
    const { targetText: _, ...fix } = newPort;
    const { memory } = capture(memoryOf({}), ["s1", both], ["s2", { ...fix, text }]);
    expect(textIn(memory, SHOP)).toContain(`- ${after}`);
  });

  test("keeps the rest when one word names the thing", () => {
    const said = updateOf({ ...newPort, op: "add", kind: "project", subject: "Shop" });
    const text = "The port is 7002, not 7001";
    const { memory } = capture(memoryOf({}), ["s1", both], ["s2", { ...said, text }]);
    expect(textIn(memory, SHOP)).toContain("- The staging host is called marten and listens on port 7002.");
    const other = { ...both, text: "The reports database is Postgres 14 and lives on marten." };
    const database = { ...said, text: "The database is Postgres 15, not 14" };
    const stays = capture(memoryOf({}), ["s1", other], ["s2", database]).memory;
    expect(textIn(stays, SHOP)).toContain("Postgres 14 and lives on marten");
  });

  test("does not come back whole with a fork", () => {
    const { memory, last } = capture(memoryOf({}), ["s1", both], ["s2", newPort], ["fork", both, newPort]);
    expect(outcomes(last)).toEqual(["older", "duplicate"]);
    expect(textIn(memory, SHOP).match(/marten/gu)).toHaveLength(1);
  });

  test("loses only the part that a person takes back, and does not learn it again", () => {
    const forget = updateOf({
      kind: "fact",
      op: "retire",
      text: "the port is 7001",
      targetText: "the port is 7001",
      evidence: ["e3"],
      at: "2026-11-21T10:00:00Z",
    });
    const { memory, last } = capture(memoryOf({}), ["s1", both], ["s2", forget]);
    expect(outcomes(last)).toEqual(["retired"]);
    expect(textIn(memory, SHOP)).toContain("- The staging host is called marten.");
    expect(textIn(memory, SHOP)).not.toContain("7001");
    const again = updateOf({ ...both, text: "The port is 7001", confidence: "inferred", evidence: ["e8"] });
    expect(outcomes(capture(memory, ["s3", both, again]).last)).toEqual(["duplicate", "forgotten"]);
  });
});

describe("retire", () => {
  const forget = updateOf({
    kind: "project",
    subject: "Shop",
    op: "retire",
    text: "Forget the Postgres port.",
    targetText: "Postgres listens on port 5432",
    evidence: ["e3"],
    at: "2026-11-21T10:00:00Z",
  });

  test("takes the fact out and keeps it out", () => {
    const again = updateOf({ ...port, evidence: ["e9"], confidence: "inferred", at: "2026-11-22T10:00:00Z" });
    const { memory, last } = capture(memoryOf({}), ["s1", port], ["s2", forget], ["s3", again]);
    expect(textIn(memory, SHOP)).not.toContain("5432");
    expect(outcomes(last)).toEqual(["forgotten"]);
    expect(JSON.stringify([...memory.internal])).not.toContain("listens");
  });

  test("a person who says it again later lifts that", () => {
    const again = updateOf({ ...port, evidence: ["e9"], at: "2026-11-22T10:00:00Z" });
    const { memory, last } = capture(memoryOf({}), ["s1", port], ["s2", forget], ["s3", again]);
    expect(outcomes(last)).toEqual(["added"]);
    expect(memory.tombstones).toEqual([]);
  });

  test("is a proposal when nobody said it", () => {
    const { memory, last } = capture(
      memoryOf({}),
      ["s1", port],
      ["s2", { ...forget, confidence: "verified" }],
    );
    expect(outcomes(last)).toEqual(["proposal"]);
    expect(textIn(memory, SHOP)).toContain("5432");
  });
});
