import { describe, expect, test } from "vitest";
import { applyPlan, handoffOf, memoryOf, updateOf } from "./apply-plan.fixture.ts";
import { planHandoff } from "./plan-handoff.ts";
import type { Handoff } from "../handoff/handoff.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import type { Plan } from "./plan.ts";

const now = new Date("2026-11-20T12:00:00Z");
const plan = (snapshot: MemorySnapshot, handoff: Handoff): Plan =>
  planHandoff({ handoff, snapshot, now, command: "capture", extra: {} });
const capture = (snapshot: MemorySnapshot, handoff: Handoff): MemorySnapshot =>
  applyPlan(snapshot, plan(snapshot, handoff));

describe("the first capture into an empty memory", () => {
  const handoff = handoffOf("s1", [
    updateOf({ kind: "project", subject: "Shop", text: "Checkout uses Postgres 16 on port 5433." }),
    updateOf({ kind: "lesson", subject: "Migrations", text: "Run migrations before seeding." }),
    updateOf({ kind: "decision", text: "Sessions are kept in Redis." }),
    updateOf({ kind: "garden", text: "The roses need water." }),
  ]);
  const after = capture(memoryOf({}), handoff);
  const text = (path: string): string => after.files.get(path)?.text ?? "";

  test("makes a topic with front matter, title and the fact", () => {
    expect(text("memory/entities/project-shop.md")).toBe(
      "---\nname: Shop\n---\n\n# Shop\n\n- Checkout uses Postgres 16 on port 5433.\n",
    );
  });

  test("puts facts of a kind under the heading of their subject", () => {
    expect(text("memory/lessons.md")).toBe(
      "# Lessons\n\n## Migrations\n\n- Run migrations before seeding.\n",
    );
  });

  test("dates appended facts", () => {
    expect(text("memory/decisions/2026-11.md")).toBe(
      "# Decisions 2026-11\n\n## 2026-11-20\n\n- Sessions are kept in Redis.\n",
    );
  });

  test("leaves what has no route in the inbox with the reason", () => {
    expect(text("memory/inbox.md")).toContain("- garden: The roses need water. (no file for kind garden)");
  });

  test("writes the handoff file and MANIFEST.md", () => {
    expect([...after.files.keys()]).toContain("memory/handoffs/2026-11-20-100000-s1.md");
    expect(text("MANIFEST.md")).toContain("preset: openclaw");
  });

  test("does nothing the second time", () => {
    expect(plan(after, handoff).edits).toEqual([]);
  });
});
