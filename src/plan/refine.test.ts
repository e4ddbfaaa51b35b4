import { describe, expect, test } from "vitest";
import type { Update } from "../handoff/update.ts";
import {
  applyPlan,
  capture,
  handoffOf,
  memoryOf,
  outcomes,
  planOf,
  port,
  SHOP,
  textIn,
  updateOf,
} from "./apply-plan.fixture.ts";

describe("a refinement of the same boundary", () => {
  const better = updateOf({
    ...port,
    text: "The shop's Postgres 16 listens on port 5432.",
    evidence: ["e1"],
  });
  const seeds = updateOf({
    kind: "procedure",
    subject: "Seeding",
    text: "Seed with make seed.",
    evidence: ["e4"],
    confidence: "verified",
  });

  test("replaces untouched facts of the lower rank and drops files that it alone had filled", () => {
    const first = capture(memoryOf({}), ["s1", port, seeds]).memory;
    const planned = planOf(first, handoffOf("s1", [better], { provider: "anthropic" }));
    const memory = applyPlan(first, planned);
    expect(textIn(memory, SHOP)).toContain("# Shop\n\n- The shop's Postgres 16");
    expect(textIn(memory, SHOP)).not.toContain("- Postgres listens");
    expect(memory.files.has("memory/procedures/seeding.md")).toBe(false);
    expect(textIn(memory, "MEMORY.md")).not.toContain("Seeding");
    expect(planOf(memory, handoffOf("s1", [better], { provider: "anthropic" })).edits).toEqual([]);
    expect(planOf(memory, handoffOf("s1", [port, seeds])).edits).toEqual([]);
  });

  test("keeps what a person stated and the refinement does not say", () => {
    const stated = updateOf({ ...seeds, text: "Never seed on Mondays.", confidence: "stated" });
    const first = capture(memoryOf({}), ["s1", port, stated]).memory;
    const memory = applyPlan(first, planOf(first, handoffOf("s1", [better], { provider: "anthropic" })));
    expect(textIn(memory, "memory/procedures/seeding.md")).toContain("Never seed on Mondays.");
    expect(textIn(memory, SHOP)).not.toContain("- Postgres listens");
  });

  test("replaces what earlier boundaries of the session wrote, also when it confirms a part of it", () => {
    const first = capture(memoryOf({}), ["s1", seeds]).memory;
    const later = (updates: Update[], provider: "extractive" | "anthropic") => {
      const handoff = handoffOf("s1", updates, { provider });
      return { ...handoff, boundary: { ...handoff.boundary, entryId: "e9", at: "2026-11-21T12:00:00Z" } };
    };
    const lesson = updateOf({ kind: "lesson", text: "Seed last.", confidence: "inferred", evidence: ["e5"] });
    const second = applyPlan(first, planOf(first, later([seeds, lesson], "extractive")));
    const memory = applyPlan(second, planOf(second, later([lesson], "anthropic")));
    expect(memory.files.has("memory/procedures/seeding.md")).toBe(false);
    expect(textIn(memory, "memory/lessons.md")).toContain("Seed last.");
  });

  test("keeps what a person stated when the refinement says only a part of it", () => {
    const both = updateOf({
      ...port,
      text: "The staging host is called marten and listens on port 7001.",
    });
    const first = capture(memoryOf({}), ["s1", both]).memory;
    const half = updateOf({
      ...port,
      text: "The staging host listens on port 7001.",
      confidence: "verified",
    });
    const planned = planOf(first, handoffOf("s1", [half], { provider: "anthropic" }));
    expect(textIn(applyPlan(first, planned), SHOP)).toContain("marten");
    const whole = { ...half, text: "Staging runs on the host called marten, which listens on port 7001." };
    const again = planOf(first, handoffOf("s1", [whole], { provider: "anthropic" }));
    expect(textIn(applyPlan(first, again), SHOP).match(/marten/gu)).toHaveLength(1);
  });

  test("keeps a fact that a person edited and one that another session said too", () => {
    const again = updateOf({ ...seeds, evidence: ["e7"], at: "2026-11-21T10:00:00Z" });
    const first = capture(memoryOf({}), ["s1", port, seeds], ["s2", again]).memory;
    const files = new Map(first.files);
    const file = files.get(SHOP);
    if (file !== undefined)
      files.set(SHOP, {
        ...file,
        text: file.text.replace("listens on", "now listens only on"),
        hash: "edited",
      });
    const planned = planOf({ ...first, files }, handoffOf("s1", [better], { provider: "anthropic" }));
    const after = planned.edits.find((edit) => edit.file === SHOP)?.after ?? "";
    expect(after).toContain("- Postgres now listens only on port 5432.\n- The shop's Postgres 16");
    expect(planned.edits.some((edit) => edit.file === "memory/procedures/seeding.md")).toBe(false);
  });
});

describe("captures of two sessions", () => {
  const a: [string, ...Update[]] = [
    "a",
    port,
    updateOf({ kind: "lesson", text: "Seed last.", at: "2026-11-19T10:00:00Z" }),
  ];
  const b: [string, ...Update[]] = [
    "b",
    updateOf({ kind: "project", subject: "Shop", text: "Deployed by hand." }),
  ];

  test("lose nothing in either order", () => {
    for (const order of [
      [a, b],
      [b, a],
    ] as const) {
      const { memory } = capture(memoryOf({}), ...order);
      expect(textIn(memory, SHOP)).toContain("5432");
      expect(textIn(memory, SHOP)).toContain("Deployed by hand.");
      expect(textIn(memory, "memory/lessons.md")).toContain("Seed last.");
      expect(textIn(memory, "MEMORY.md").match(/^- 2026/gmu)).toHaveLength(2);
    }
  });

  test("an earlier boundary of a captured session changes nothing", () => {
    const early = handoffOf("a", [port]);
    const late = { ...early, boundary: { ...early.boundary, entryId: "later", at: "2026-11-20T11:00:00Z" } };
    const memory = applyPlan(memoryOf({}), planOf(memoryOf({}), late));
    expect(planOf(memory, early).edits).toEqual([]);
  });

  test("a later boundary of a session takes its place in Recent", () => {
    const early = handoffOf("a", [port]);
    const late = { ...early, boundary: { ...early.boundary, entryId: "later", at: "2026-11-21T11:00:00Z" } };
    let memory = applyPlan(memoryOf({}), planOf(memoryOf({}), early));
    memory = applyPlan(memory, planOf(memory, late));
    expect(textIn(memory, "MEMORY.md").match(/^- 2026.*$/gmu)).toEqual([
      "- 2026-11-21: [Work of a](memory/handoffs/2026-11-21-110000-a.md)",
    ]);
  });

  test("a replay without its handoff file adds nothing twice", () => {
    const { memory } = capture(memoryOf({}), a, b);
    const files = new Map([...memory.files].filter(([path]) => !path.includes("handoffs/")));
    const planned = planOf({ ...memory, files }, handoffOf(a[0], a.slice(1) as Update[]));
    expect(outcomes(planned.receipt.updates)).toEqual(["duplicate", "duplicate"]);
    expect(planned.edits.filter((edit) => edit.file === SHOP || edit.file === "memory/lessons.md")).toEqual(
      [],
    );
  });
});

test("topics whose files the session changed are named", () => {
  const start = memoryOf({ [SHOP]: "---\nname: Shop\npaths: [src/pay/, docs/*.md]\n---\n# Shop\n" });
  const touched = ["src/pay/a.ts", "src/pay/b.ts", "docs/x.md", "./src/pay/c.ts", "src/other.ts"];
  const files = touched.map((path) => ({ path, edits: 1, reads: 0 }));
  const handoff = handoffOf("s1", []);
  const planned = planOf(start, { ...handoff, state: { ...handoff.state, files } });
  expect(planned.receipt.topicsToReview).toEqual([
    { file: SHOP, changed: ["src/pay/a.ts", "src/pay/b.ts", "docs/x.md", "src/pay/c.ts"] },
  ]);
});
