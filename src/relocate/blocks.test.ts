import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseMarkdown } from "../markdown/parse.ts";
import { blocksOf, outlineOf } from "./blocks.ts";

const blocks = (source: string) => blocksOf(parseMarkdown(source));
const shapes = (source: string) => blocks(source).map(({ form, text }) => [form, text]);

describe("blocksOf", () => {
  it("keeps a parent item with its children and splits a list at its top level", () => {
    expect(shapes("- one\n  - two\n\n    para\n- three\n")).toEqual([
      ["item", "- one\n  - two\n\n    para"],
      ["item", "- three"],
    ]);
  });

  it("gives body rows with cells and titles; the head is a frame", () => {
    const source = "| Name | Port |\n| --- | --- |\n| `db` | 5432 |\n| a\\|b | 80 |\n";
    const { blocks: rows, frames } = outlineOf(parseMarkdown(source));
    expect(rows.map(({ text, cells, table }) => [text, cells, table?.titles])).toEqual([
      ["| `db` | 5432 |", ["db", "5432"], ["Name", "Port"]],
      ["| a\\|b | 80 |", ["a|b", "80"], ["Name", "Port"]],
    ]);
    expect(frames.map((frame) => source.slice(frame.start, frame.end))).toEqual([
      "| Name | Port |\n| --- | --- |",
    ]);
  });

  it("knows headings, leads, languages and tasks", () => {
    const source = "# A\n\n## B *c*\n\nSteps:\n\n1. go\n2. [x] done\n\n```sh\nls\n```\n\n# D\n\n> q\n";
    const found = blocks(source);
    expect(found.map(({ form, headings, lead }) => [form, headings.map(({ text }) => text), lead])).toEqual([
      ["lead", ["A", "B c"], null],
      ["item", ["A", "B c"], "Steps:"],
      ["item", ["A", "B c"], "Steps:"],
      ["code", ["A", "B c"], null],
      ["quote", ["D"], null],
    ]);
    expect(found[2]?.checked).toBe(true);
    expect(found[3]?.language).toBe("sh");
  });

  it("covers every byte that is neither blank nor a frame exactly once", () => {
    const piece = fc.constantFrom(
      "# H\n",
      "Setext\n===\n",
      "text. More text!\n",
      "- a\n  - b\n",
      "* c\n\n  d\n",
      "1. e\n",
      "- [ ] t\n",
      "| a | b |\n|---|---|\n| 1 | 2 |\nlazy\n",
      "```js\nx\n```\n",
      "    code\n",
      "> q\nlazy\n",
      "<div>\nhi\n</div>\n",
      "<!-- c -->\n",
      "[a]: b.md 'c'\n",
      "[^n]: note\n    more\n",
      "---\n",
      "\n",
      "\r\n",
      "\t tab\n",
      "```\nopen\n",
      "|a|\n|-|\n",
      "  \n",
      "[[wiki]] 😀 עברית\n",
      "\u0000\u00a0x\n",
      "--- \nb: c\n---\n",
      "&amp; \\\n",
      "+\n",
      "-\n",
    );
    const source = fc
      .array(fc.oneof(piece, fc.string({ unit: "binary" })), { maxLength: 14 })
      .map((all) => all.join(""));
    fc.assert(
      fc.property(source, (text) => {
        const markdown = parseMarkdown(text);
        const { blocks: found, frames } = outlineOf(markdown);
        const covered = new Uint8Array(markdown.text.length);
        for (const { start, end } of [...found, ...frames])
          for (let at = start; at < end; at += 1) covered[at] = (covered[at] ?? 0) + 1;
        expect(covered.every((count) => count <= 1)).toBe(true);
        const left = Array.from({ length: markdown.text.length }, (_, at) =>
          covered[at] === 0 ? (markdown.text[at] ?? "") : " ",
        ).join("");
        expect(left.trim()).toBe("");
        for (const block of found) expect(markdown.text.slice(block.start, block.end)).toBe(block.text);
      }),
      { numRuns: 300 },
    );
  });
});
