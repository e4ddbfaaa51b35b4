import { describe, expect, test } from "vitest";
import { capture, memoryOf, port, SHOP, textIn, updateOf } from "./apply-plan.fixture.ts";

const forget = updateOf({
  kind: "project",
  subject: "Shop",
  op: "retire",
  text: "Postgres listens on port 5432",
  targetText: "Postgres listens on port 5432",
  evidence: ["ask"],
  at: "2026-11-21T10:00:00Z",
});

describe("a person who is forgotten", () => {
  const lena = [
    updateOf({
      kind: "person",
      subject: "Lena",
      text: "Lena reviews everything that touches billing.",
      evidence: ["e1"],
    }),
    updateOf({
      kind: "person",
      subject: "Lena",
      field: "role",
      text: "reviews everything that touches billing",
      evidence: ["e1"],
    }),
  ];
  const asked = (targetText: string, subject = "") =>
    updateOf({
      kind: "person",
      subject,
      op: "retire",
      text: targetText,
      targetText,
      evidence: ["ask"],
      at: "2026-11-21T10:00:00Z",
    });
  const everything = (memory: Parameters<typeof textIn>[0]): string =>
    [...memory.files.keys()].map((path) => textIn(memory, path)).join("\n");

  test.each([
    ["by name", asked("Lena", "Lena")],
    ["by what was said", asked("Lena reviews everything that touches billing", "Lena")],
  ])("leaves no role, file or row behind: %s", (_, forgotten) => {
    for (const preset of ["openclaw", "claude-code"] as const) {
      const start = capture(memoryOf({}, preset), ["s1", ...lena]).memory;
      expect(everything(start)).toMatch(/^role: reviews everything/mu);
      const { memory } = capture(start, ["s2", forgotten]);
      expect(everything(memory).replace(/^handoff:[\s\S]*/mu, "")).not.toContain("billing");
      expect([...memory.files.keys()].filter((path) => /lena/iu.test(path))).toEqual([]);
      const again = capture(memory, ["s3", ...lena]).memory;
      expect(everything(again).replace(/^handoff:[\s\S]*/mu, "")).not.toContain("billing");
    }
  });

  test("keeps a field that another entry told, whatever word it shares with what goes", () => {
    const status = updateOf({
      kind: "project",
      subject: "Shop",
      field: "status",
      text: "live",
      evidence: ["e9"],
    });
    const fact = updateOf({ ...port, text: "Live reload listens on port 5432", evidence: ["e1"] });
    const start = capture(memoryOf({}), ["s1", fact, status]).memory;
    const going = updateOf({ ...forget, text: fact.text, targetText: fact.text });
    const { memory } = capture(start, ["s2", going]);
    expect(textIn(memory, SHOP)).not.toContain("5432");
    expect(textIn(memory, SHOP)).toMatch(/^status: live$/mu);
  });

  test("keeps what a person wrote beside it", () => {
    const start = capture(memoryOf({}, "openclaw"), ["s1", ...lena]).memory;
    const path = [...start.files.keys()].find((file) => /lena/iu.test(file)) ?? "";
    const text = textIn(start, path).replace(
      "role: reviews everything that touches billing",
      "role: tech lead",
    );
    const files = new Map(start.files).set(path, { path, text, hash: "edited", modifiedAt: 0 });
    const { memory } = capture({ ...start, files }, ["s2", asked("Lena", "Lena")]);
    expect(textIn(memory, path)).toContain("role: tech lead");
    expect(textIn(memory, path)).not.toContain("billing");
  });
});

describe("a topic whose last fact was forgotten", () => {
  for (const preset of ["openclaw", "claude-code"] as const) {
    test(`goes with its row in the index (${preset})`, () => {
      const start = capture(memoryOf({}, preset), ["s1", port]).memory;
      const path = [...start.provenance.keys()].find((file) => textIn(start, file).includes("5432")) ?? "";
      expect(textIn(start, "MEMORY.md")).toContain(path.split("/").at(-1));
      const { memory } = capture(start, ["s2", forget]);
      expect(memory.files.has(path)).toBe(false);
      expect(textIn(memory, "MEMORY.md")).not.toContain(path.split("/").at(-1));
    });
  }

  test("stays with what a person wrote there", () => {
    const start = capture(memoryOf({}), ["s1", port]).memory;
    const note = "\nAsk Mira first.\n";
    const text = `${textIn(start, SHOP)}${note}`;
    const files = new Map(start.files).set(SHOP, { path: SHOP, text, hash: "edited", modifiedAt: 0 });
    const { memory } = capture({ ...start, files }, ["s2", forget]);
    expect(textIn(memory, SHOP)).toContain("Ask Mira first.");
    expect(textIn(memory, "MEMORY.md")).toContain("project-shop");
  });

  test("stays without a row when a person's line leads to it", () => {
    const start = capture(
      memoryOf({ "memory/infra/db.md": "# db\n\nSee [shop](../entities/project-shop.md).\n" }),
      ["s1", port],
    ).memory;
    const { memory } = capture(start, ["s2", forget]);
    expect(textIn(memory, SHOP)).toContain("# Shop");
    expect(textIn(memory, "MEMORY.md")).not.toContain("project-shop");
  });

  test("takes new facts again", () => {
    const said = updateOf({ ...port, text: "Orders are kept for a year.", evidence: ["e7"] });
    const { memory } = capture(memoryOf({}), ["s1", port], ["s2", forget], ["s3", said]);
    expect(textIn(memory, SHOP)).toContain("Orders are kept");
    expect(textIn(memory, "MEMORY.md")).toContain("project-shop");
  });
});
