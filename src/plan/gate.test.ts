import { describe, expect, test } from "vitest";
import { memoryOf } from "./apply-plan.fixture.ts";
import { gate } from "./gate.ts";
import type { FileEdit } from "./plan.ts";

const edit = (after: string): FileEdit => ({
  file: "MEMORY.md",
  op: "update",
  base: "",
  after,
  reasons: [],
  area: "memory",
});
const refused = (before: string, after: string): string[] =>
  gate({
    snapshot: memoryOf({ "MEMORY.md": before, "a.md": "# A\n", "b.md": "# B\n" }),
    edits: [edit(after)],
  }).refusals.flatMap(({ rules }) => rules);

const FINDING = "# Memory\n\n```\ncode\n```\n";

describe("the gate", () => {
  test("passes an edit that adds no finding, even to a file that has some", () => {
    expect(refused(FINDING, `${FINDING}\n- [a](a.md)\n`)).toEqual([]);
  });

  test("refuses one finding more", () => {
    expect(refused(FINDING, `${FINDING}\n\`\`\`\nmore\n\`\`\`\n`)).toContain("no-code");
  });

  test("knows a file that the same plan makes, and refuses a pointer to nothing", () => {
    const before = memoryOf({ "MEMORY.md": "# Memory\n" });
    const index = edit("# Memory\n\n- [new](memory/people/new.md)\n");
    const topic: FileEdit = { ...edit("# New\n"), file: "memory/people/new.md", op: "create", base: null };
    expect(gate({ snapshot: before, edits: [index, topic] }).refusals).toEqual([]);
    expect(gate({ snapshot: before, edits: [index] }).refusals).toEqual([
      { file: "MEMORY.md", rules: ["pointer-resolves"] },
    ]);
  });

  test("is not asked about the memory as a whole: a near copy in another file does not keep a fact out", () => {
    const fact = "- Restart the cart service after each price import, or it shows old prices";
    const snapshot = memoryOf({ "memory/lessons.md": `# Lessons\n\n${fact}.\n` });
    const copy: FileEdit = {
      ...edit(`# Import\n\n${fact}\n`),
      file: "memory/procedures/import.md",
      op: "create",
    };
    expect(gate({ snapshot, edits: [copy] }).passed).toBe(true);
  });

  test("ignores comments that turn rules off", () => {
    const off = "<!-- lint disable -->\n\n# Memory\n";
    expect(refused(off, `${off}\n\`\`\`\ncode\n\`\`\`\n`)).toContain("no-code");
  });

  test("lengthens no index that is over its limit, but lets it shrink", () => {
    const long = `# Memory\n\n${"- [a](a.md) words\n".repeat(300)}`;
    expect(refused(long, `${long}- [b](b.md)\n`)).toContain("index-max-chars");
    expect(refused(long, long.slice(0, -19))).toEqual([]);
  });

  test("an index that reaches its limit is refused", () => {
    const near = `# Memory\n\n${"- [a](a.md) words\n".repeat(270)}`;
    expect(refused(near, near + "- [a](a.md) words\n".repeat(20))).toContain("index-max-chars");
  });
});
