import fc from "fast-check";
import { visit } from "unist-util-visit";
import { describe, expect, it } from "vitest";
import { parseMarkdown } from "./parse.ts";
import { codePoints, endsInBlankLine, prevailingLineEnding, toSource } from "./tree.ts";

describe("parseMarkdown", () => {
  it("keeps every byte of the source", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.boolean(), (text, bom) => {
        const source = bom ? `\uFEFF${text}` : text;
        const parsed = parseMarkdown(source);
        expect(toSource(parsed, parsed.text)).toBe(source);
      }),
    );
  });

  it("gives offsets into the text behind the BOM", () => {
    const { tree, text } = parseMarkdown("\uFEFF# One\r\n\r\n*two* 😀 `three`\r\n");
    const slices: string[] = [];
    visit(tree, (node) => {
      slices.push(`${node.type} ${text.slice(node.position?.start.offset, node.position?.end.offset)}`);
    });
    expect(slices).toEqual([
      `root ${text}`,
      "heading # One",
      "text One",
      "paragraph *two* 😀 `three`",
      "emphasis *two*",
      "text two",
      "text  😀 ",
      "inlineCode `three`",
    ]);
  });

  it("reads front matter that is a map, also behind a BOM", () => {
    expect(parseMarkdown("\uFEFF---\nname: shop\ntags: [a]\n---\n").frontMatter).toEqual({
      name: "shop",
      tags: ["a"],
    });
    expect(parseMarkdown("---\rname: shop\rtags:\r  - a\r---\r").frontMatter).toEqual({
      name: "shop",
      tags: ["a"],
    });
    for (const other of ["- a", "word", "a: [", "a: 1\na: 2"]) {
      expect(parseMarkdown(`---\n${other}\n---\n`).frontMatter).toBeNull();
    }
    expect(parseMarkdown("# a\n\n---\nname: shop\n---\n").frontMatter).toBeNull();
  });
});

it("prevailingLineEnding takes the most frequent one, LF for none", () => {
  expect(prevailingLineEnding("a\r\nb\r\nc\n")).toBe("\r\n");
  expect(prevailingLineEnding("a\nb\nc\r\n")).toBe("\n");
  expect(prevailingLineEnding("a\rb\r")).toBe("\r");
  expect(prevailingLineEnding("a")).toBe("\n");
});

it("codePoints counts a pair of surrogates once and a leading BOM not at all", () => {
  expect(codePoints("\uFEFF😀é")).toBe(2);
  expect(codePoints("\uD83D")).toBe(1);
});

it("endsInBlankLine takes CR LF for one line end", () => {
  for (const eol of ["\n", "\r\n", "\r"]) {
    expect(endsInBlankLine(`# A${eol}`)).toBe(false);
    expect(endsInBlankLine(`# A${eol}${eol}`)).toBe(true);
    expect(endsInBlankLine(`# A${eol} ${eol}`)).toBe(true);
    expect(endsInBlankLine(`# A${eol}${eol}b`)).toBe(false);
  }
});
