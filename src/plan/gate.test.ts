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
  gate({ snapshot: memoryOf({ "MEMORY.md": before }), edits: [edit(after)] }).refusals.flatMap(
    ({ rules }) => rules,
  );

const FINDING = "# Memory\n\n```\ncode\n```\n";

describe("the gate", () => {
  test("passes an edit that adds no finding, even to a file that has some", () => {
    expect(refused(FINDING, `${FINDING}\n- [a](a.md)\n`)).toEqual([]);
  });

  test("refuses one finding more", () => {
    expect(refused(FINDING, `${FINDING}\n\`\`\`\nmore\n\`\`\`\n`)).toContain("no-code");
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
