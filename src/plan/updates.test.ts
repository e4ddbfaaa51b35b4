import { describe, expect, test } from "vitest";
import type { Handoff } from "../handoff/handoff.ts";
import type { Disposition } from "../handoff/receipt.ts";
import type { Update } from "../handoff/update.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { applyPlan, handoffOf, memoryOf, updateOf } from "./apply-plan.fixture.ts";
import { planHandoff } from "./plan-handoff.ts";
import type { Plan } from "./plan.ts";

const now = new Date("2026-11-20T12:00:00Z");
const SHOP = "memory/entities/project-shop.md";
const plan = (snapshot: MemorySnapshot, handoff: Handoff): Plan =>
  planHandoff({ handoff, snapshot, now, command: "capture", extra: {} });

/** Captures one session after the other; each is a name and its updates. */
function run(
  memory: MemorySnapshot,
  ...sessions: [string, ...Update[]][]
): { memory: MemorySnapshot; last: Disposition[] } {
  let last: Disposition[] = [];
  let current = memory;
  for (const [session, ...updates] of sessions) {
    const planned = plan(current, handoffOf(session, updates));
    last = planned.receipt.updates;
    current = applyPlan(current, planned);
  }
  return { memory: current, last };
}

const textOf = (memory: MemorySnapshot, path: string): string => memory.files.get(path)?.text ?? "";
const outcomes = (last: readonly Disposition[]): string[] => last.map((disposition) => disposition.outcome);
const port = updateOf({
  kind: "project",
  subject: "Shop",
  text: "Postgres listens on port 5432.",
  evidence: ["e1"],
});

describe("add", () => {
  test("finds the topic of a subject by title, slug and alias", () => {
    const start = memoryOf({
      [SHOP]: "---\nname: Web shop\naliases: [storefront]\n---\n# Web shop\n\n- Old fact.\n",
    });
    for (const subject of ["web SHOP", "shop", "Storefront"]) {
      const { memory } = run(start, ["s1", updateOf({ kind: "project", subject, text: "New fact." })]);
      expect(textOf(memory, SHOP)).toContain("- Old fact.\n- New fact.\n");
    }
  });

  test("does not repeat a fact that stands anywhere, in any markup", () => {
    const start = memoryOf({ "memory/lessons.md": "# Lessons\n\n- **Postgres** listens on port `5432`\n" });
    const { memory, last } = run(start, ["s1", port]);
    expect(outcomes(last)).toEqual(["duplicate"]);
    expect(memory.files.has(SHOP)).toBe(false);
  });

  test("keeps two facts that differ in a number", () => {
    const other = updateOf({ ...port, text: "Postgres listens on port 5433.", evidence: ["e1"] });
    const { memory } = run(memoryOf({}), ["s1", port, other]);
    expect(textOf(memory, SHOP)).toContain("port 5432.\n- Postgres listens on port 5433.\n");
  });

  test("takes the same evidence of a fork once, in near the same words too", () => {
    const reworded = updateOf({ ...port, text: "Postgres listens on its port 5432.", evidence: ["e1"] });
    const { memory, last } = run(memoryOf({}), ["s1", port], ["fork", reworded]);
    expect(outcomes(last)).toEqual(["duplicate"]);
    expect(textOf(memory, SHOP).match(/5432/gu)).toHaveLength(1);
  });

  test("does not bring back a fact that a person took out", () => {
    const first = run(memoryOf({}), ["s1", port]).memory;
    const files = new Map(first.files);
    const file = files.get(SHOP);
    if (file !== undefined) files.set(SHOP, { ...file, text: file.text.replace(/- Postgres.*\n/u, "") });
    const { last } = run({ ...first, files }, ["fork", port]);
    expect(outcomes(last)).toEqual(["forgotten"]);
  });

  test("sends unverified updates and unknown kinds to the inbox, with the reason", () => {
    const { memory, last } = run(memoryOf({}), [
      "s1",
      updateOf({ ...port, unverified: "no such path in the session" }),
      updateOf({ kind: "garden", text: "The roses need water." }),
    ]);
    expect(outcomes(last)).toEqual(["inbox", "inbox"]);
    expect(textOf(memory, "memory/inbox.md")).toContain("no such path in the session");
  });

  test("goes to the inbox when its file would swallow it", () => {
    const { last } = run(memoryOf({ [SHOP]: "# Shop\n\n```\nopen\n" }), ["s1", port]);
    expect(outcomes(last)).toEqual(["inbox"]);
  });

  test("continues a full topic in a second file", () => {
    const start = memoryOf({ [SHOP]: `---\nname: Shop\n---\n# Shop\n\n- ${"word ".repeat(3997)}end\n` });
    const second = updateOf({ kind: "project", subject: "Shop", text: "Second fact." });
    const { memory } = run(start, ["s1", port], ["s2", second]);
    expect(textOf(memory, "memory/entities/project-shop-2.md")).toContain("5432.\n- Second fact.\n");
    expect(textOf(memory, "MEMORY.md")).toContain("| Shop 2 |");
  });

  test("keeps kinds that share a pattern apart by their fixed fields", () => {
    const lesson = updateOf({ kind: "lesson", subject: "Shop", text: "Seed last." });
    const { memory } = run(memoryOf({}, "claude-code"), ["s1", port, lesson]);
    expect(textOf(memory, "shop.md")).toContain("kind: project");
    expect(textOf(memory, "shop-lesson.md")).toContain("kind: lesson");
  });
});

describe("field", () => {
  const status = (text: string, at: string): Update =>
    updateOf({ kind: "project", subject: "Shop", text, field: "status", at, evidence: [text] });

  test("sets it in place and in the index; older evidence never replaces a newer value", () => {
    const newer = status("live", "2026-11-20T10:00:00Z");
    const older = status("in design", "2026-10-01T10:00:00Z");
    const { memory, last } = run(memoryOf({}), ["s1", port, newer], ["s0", older]);
    expect(textOf(memory, SHOP)).toContain("status: live\n");
    expect(textOf(memory, "MEMORY.md")).toContain(`| Shop | live | ${SHOP} |`);
    expect(outcomes(last)).toEqual(["older"]);
  });

  test("newer evidence wins", () => {
    const { memory } = run(
      memoryOf({}),
      ["s1", status("in design", "2026-10-01T10:00:00Z")],
      ["s2", status("live", "2026-11-20T10:00:00Z")],
    );
    expect(textOf(memory, SHOP)).toContain("status: live\n");
    expect(textOf(memory, "MEMORY.md")).toContain(`| Shop | live | ${SHOP} |`);
  });

  test("a field that the kind has not goes to the inbox", () => {
    const { last } = run(memoryOf({}), ["s1", updateOf({ ...port, field: "colour" })]);
    expect(outcomes(last)).toEqual(["inbox"]);
  });
});

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
    const first = run(start, [
      "s0",
      updateOf({ kind: "project", subject: "Shop", text: "Unrelated." }),
    ]).memory;
    const { memory, last } = run(first, ["s1", fix]);
    expect(outcomes(last)).toEqual(["corrected"]);
    expect(textOf(memory, "memory/infra/db.md")).toBe("# db\n\n- Postgres listens on port 5433.\n- Other.\n");
  });

  test("what it replaced does not come back with a fork", () => {
    const { memory, last } = run(memoryOf({}), ["s1", port], ["s2", fix], ["fork", port]);
    expect(outcomes(last)).toEqual(["older"]);
    expect(textOf(memory, SHOP)).not.toContain("5432");
  });

  test("waits as a proposal when two facts may be meant, or none", () => {
    const proxy = updateOf({
      kind: "project",
      subject: "Shop",
      text: "Postgres replica listens on port 5432.",
    });
    const { memory, last } = run(memoryOf({}), ["s1", port, proxy], ["s2", { ...fix, text: "It is 5433." }]);
    expect(outcomes(last)).toEqual(["proposal"]);
    expect(textOf(memory, SHOP).match(/5432/gu)).toHaveLength(2);
    expect(outcomes(run(memoryOf({}), ["s1", fix]).last)).toEqual(["proposal"]);
  });

  test("what was only concluded does not change what a person stated or wrote", () => {
    const concluded: Update = { ...fix, confidence: "inferred" };
    expect(outcomes(run(memoryOf({}), ["s1", port], ["s2", concluded]).last)).toEqual(["proposal"]);
    const byHand = memoryOf({ [SHOP]: "# Shop\n\n- Postgres listens on port 5432.\n" });
    expect(outcomes(run(byHand, ["s2", concluded]).last)).toEqual(["proposal"]);
  });

  test("older evidence does not correct a newer fact", () => {
    const { last } = run(memoryOf({}), ["s1", port], ["s0", { ...fix, at: "2026-01-01T00:00:00Z" }]);
    expect(outcomes(last)).toEqual(["older"]);
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
    const { memory, last } = run(memoryOf({}), ["s1", port], ["s2", forget], ["s3", again]);
    expect(textOf(memory, SHOP)).not.toContain("5432");
    expect(outcomes(last)).toEqual(["forgotten"]);
    expect(JSON.stringify([...memory.internal])).not.toContain("listens");
  });

  test("a person who says it again later lifts that", () => {
    const again = updateOf({ ...port, evidence: ["e9"], at: "2026-11-22T10:00:00Z" });
    const { memory, last } = run(memoryOf({}), ["s1", port], ["s2", forget], ["s3", again]);
    expect(outcomes(last)).toEqual(["added"]);
    expect(memory.tombstones).toEqual([]);
  });

  test("is a proposal when nobody said it", () => {
    const { memory, last } = run(memoryOf({}), ["s1", port], ["s2", { ...forget, confidence: "verified" }]);
    expect(outcomes(last)).toEqual(["proposal"]);
    expect(textOf(memory, SHOP)).toContain("5432");
  });
});

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
  });

  test("replaces untouched facts of the lower rank and drops files that it alone had filled", () => {
    const first = run(memoryOf({}), ["s1", port, seeds]).memory;
    const planned = plan(first, handoffOf("s1", [better], { provider: "anthropic" }));
    const memory = applyPlan(first, planned);
    expect(textOf(memory, SHOP)).toContain("# Shop\n\n- The shop's Postgres 16");
    expect(textOf(memory, SHOP)).not.toContain("- Postgres listens");
    expect(memory.files.has("memory/procedures/seeding.md")).toBe(false);
    expect(textOf(memory, "MEMORY.md")).not.toContain("Seeding");
    expect(plan(memory, handoffOf("s1", [better], { provider: "anthropic" })).edits).toEqual([]);
    expect(plan(memory, handoffOf("s1", [port, seeds])).edits).toEqual([]);
  });

  test("keeps a fact that a person edited and one that another session said too", () => {
    const again = updateOf({ ...seeds, evidence: ["e7"], at: "2026-11-21T10:00:00Z" });
    const first = run(memoryOf({}), ["s1", port, seeds], ["s2", again]).memory;
    const files = new Map(first.files);
    const file = files.get(SHOP);
    if (file !== undefined)
      files.set(SHOP, {
        ...file,
        text: file.text.replace("listens on", "now listens only on"),
        hash: "edited",
      });
    const planned = plan({ ...first, files }, handoffOf("s1", [better], { provider: "anthropic" }));
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
      const { memory } = run(memoryOf({}), ...order);
      expect(textOf(memory, SHOP)).toContain("5432");
      expect(textOf(memory, SHOP)).toContain("Deployed by hand.");
      expect(textOf(memory, "memory/lessons.md")).toContain("Seed last.");
      expect(textOf(memory, "MEMORY.md").match(/^- 2026/gmu)).toHaveLength(2);
    }
  });

  test("an earlier boundary of a captured session changes nothing", () => {
    const early = handoffOf("a", [port]);
    const late = { ...early, boundary: { ...early.boundary, entryId: "later", at: "2026-11-20T11:00:00Z" } };
    const memory = applyPlan(memoryOf({}), plan(memoryOf({}), late));
    expect(plan(memory, early).edits).toEqual([]);
  });

  test("a later boundary of a session takes its place in Recent", () => {
    const early = handoffOf("a", [port]);
    const late = { ...early, boundary: { ...early.boundary, entryId: "later", at: "2026-11-21T11:00:00Z" } };
    let memory = applyPlan(memoryOf({}), plan(memoryOf({}), early));
    memory = applyPlan(memory, plan(memory, late));
    expect(textOf(memory, "MEMORY.md").match(/^- 2026.*$/gmu)).toEqual([
      "- 2026-11-21: [Work of a](memory/handoffs/2026-11-21-110000-a.md)",
    ]);
  });

  test("a replay without its handoff file adds nothing twice", () => {
    const { memory } = run(memoryOf({}), a, b);
    const files = new Map([...memory.files].filter(([path]) => !path.includes("handoffs/")));
    const planned = plan({ ...memory, files }, handoffOf(a[0], a.slice(1) as Update[]));
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
  const planned = plan(start, { ...handoff, state: { ...handoff.state, files } });
  expect(planned.receipt.topicsToReview).toEqual([
    { file: SHOP, changed: ["src/pay/a.ts", "src/pay/b.ts", "docs/x.md", "src/pay/c.ts"] },
  ]);
});
