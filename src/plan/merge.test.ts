import { describe, expect, test } from "vitest";
import type { Update } from "../handoff/update.ts";
import { capture, memoryOf, outcomes, port, SHOP, textIn, updateOf } from "./apply-plan.fixture.ts";

describe("add", () => {
  test("finds the topic of a subject by title, slug and alias", () => {
    const start = memoryOf({
      [SHOP]: "---\nname: Web shop\naliases: [storefront]\n---\n# Web shop\n\n- Old fact.\n",
    });
    for (const subject of ["web SHOP", "shop", "Storefront"]) {
      const { memory } = capture(start, ["s1", updateOf({ kind: "project", subject, text: "New fact." })]);
      expect(textIn(memory, SHOP)).toContain("- Old fact.\n- New fact.\n");
    }
  });

  test("does not repeat a fact that stands anywhere, in any markup", () => {
    const start = memoryOf({ "memory/lessons.md": "# Lessons\n\n- **Postgres** listens on port `5432`\n" });
    const { memory, last } = capture(start, ["s1", port]);
    expect(outcomes(last)).toEqual(["duplicate"]);
    expect(memory.files.has(SHOP)).toBe(false);
  });

  test("keeps two facts that differ in a number", () => {
    const other = updateOf({ ...port, text: "Postgres listens on port 5433.", evidence: ["e1"] });
    const { memory } = capture(memoryOf({}), ["s1", port, other]);
    expect(textIn(memory, SHOP)).toContain("port 5432.\n- Postgres listens on port 5433.\n");
  });

  test("takes the same evidence of a fork once, in near the same words too", () => {
    const reworded = updateOf({ ...port, text: "Postgres listens on its port 5432.", evidence: ["e1"] });
    const { memory, last } = capture(memoryOf({}), ["s1", port], ["fork", reworded]);
    expect(outcomes(last)).toEqual(["duplicate"]);
    expect(textIn(memory, SHOP).match(/5432/gu)).toHaveLength(1);
  });

  test("does not bring back a fact that a person took out", () => {
    const first = capture(memoryOf({}), ["s1", port]).memory;
    const files = new Map(first.files);
    const file = files.get(SHOP);
    if (file !== undefined) files.set(SHOP, { ...file, text: file.text.replace(/- Postgres.*\n/u, "") });
    const { last } = capture({ ...first, files }, ["fork", port]);
    expect(outcomes(last)).toEqual(["forgotten"]);
  });

  test("a fact that is said again keeps the stronger confidence, and eight aliases at most", () => {
    const guess = updateOf({
      ...port,
      confidence: "inferred",
      aliases: ["db", "pg", "база", "puerto", "a", "b"],
    });
    const shown = updateOf({
      ...port,
      confidence: "verified",
      evidence: ["e2"],
      aliases: ["c", "d", "e", "f"],
    });
    const again = updateOf({ ...port, confidence: "inferred", evidence: ["e3"] });
    const { memory } = capture(memoryOf({}), ["s1", guess], ["s2", shown], ["s3", again]);
    const [record] = memory.provenance.get(SHOP)?.facts ?? [];
    expect(record?.confidence).toBe("verified");
    expect(record?.evidence).toEqual(["e1", "e2", "e3"]);
    expect(record?.aliases).toEqual(["db", "pg", "база", "puerto", "a", "b", "c", "d"]);
  });

  test("sends unverified updates and unknown kinds to the inbox, with the reason", () => {
    const { memory, last } = capture(memoryOf({}), [
      "s1",
      updateOf({ ...port, unverified: "no such path in the session" }),
      updateOf({ kind: "garden", text: "The roses need water." }),
    ]);
    expect(outcomes(last)).toEqual(["inbox", "inbox"]);
    expect(textIn(memory, "memory/inbox.md")).toContain("no such path in the session");
  });

  test("what waits in the inbox lands once it is verified, and waits there only once", () => {
    const doubtful = updateOf({ ...port, unverified: "no such number in the session" });
    const { memory, last } = capture(memoryOf({}), ["s1", doubtful], ["s2", doubtful], ["s3", port]);
    expect(textIn(memory, "memory/inbox.md").match(/5432/gu)).toHaveLength(1);
    expect(outcomes(last)).toEqual(["added"]);
  });

  test("accounts for a text of nothing but spaces", () => {
    const { last } = capture(memoryOf({}), ["s1", updateOf({ kind: "lesson", text: " " })]);
    expect(last).toHaveLength(1);
  });

  test("goes to the inbox when its file would swallow it", () => {
    const { last } = capture(memoryOf({ [SHOP]: "# Shop\n\n```\nopen\n" }), ["s1", port]);
    expect(outcomes(last)).toEqual(["inbox"]);
  });

  test("continues a full topic in a second file", () => {
    const start = memoryOf({ [SHOP]: `---\nname: Shop\n---\n# Shop\n\n- ${"word ".repeat(3997)}end\n` });
    const second = updateOf({ kind: "project", subject: "Shop", text: "Second fact." });
    const { memory } = capture(start, ["s1", port], ["s2", second]);
    expect(textIn(memory, "memory/entities/project-shop-2.md")).toContain("5432.\n- Second fact.\n");
    expect(textIn(memory, "MEMORY.md")).toContain("| Shop 2 |");
  });

  test("keeps kinds that share a pattern apart by their fixed fields", () => {
    const lesson = updateOf({ kind: "lesson", subject: "Shop", text: "Seed last." });
    const { memory } = capture(memoryOf({}, "claude-code"), ["s1", port, lesson]);
    expect(textIn(memory, "shop.md")).toContain("kind: project");
    expect(textIn(memory, "shop-lesson.md")).toContain("kind: lesson");
  });
});

describe("field", () => {
  const status = (text: string, at: string): Update =>
    updateOf({ kind: "project", subject: "Shop", text, field: "status", at, evidence: [text] });

  test("sets it in place and in the index; older evidence never replaces a newer value", () => {
    const newer = status("live", "2026-11-20T10:00:00Z");
    const older = status("in design", "2026-10-01T10:00:00Z");
    const { memory, last } = capture(memoryOf({}), ["s1", port, newer], ["s0", older]);
    expect(textIn(memory, SHOP)).toContain("status: live\n");
    expect(textIn(memory, "MEMORY.md")).toContain(`| Shop | live | ${SHOP} |`);
    expect(outcomes(last)).toEqual(["older"]);
  });

  test("newer evidence wins", () => {
    const { memory } = capture(
      memoryOf({}),
      ["s1", status("in design", "2026-10-01T10:00:00Z")],
      ["s2", status("live", "2026-11-20T10:00:00Z")],
    );
    expect(textIn(memory, SHOP)).toContain("status: live\n");
    expect(textIn(memory, "MEMORY.md")).toContain(`| Shop | live | ${SHOP} |`);
  });

  test("a field that the kind has not goes to the inbox", () => {
    const { last } = capture(memoryOf({}), ["s1", updateOf({ ...port, field: "colour" })]);
    expect(outcomes(last)).toEqual(["inbox"]);
  });
});
