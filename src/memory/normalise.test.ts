import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { factHash, normalise } from "./normalise.ts";

const MARKS = "*_`~[]()<>|\\!#>-+.:;,?…\"'«»".split("");
const PIECES = [
  "\n",
  "\r\n",
  "  ",
  "- ",
  "1. ",
  "[x] ",
  "<!--",
  "-->",
  "](a.md)",
  "word",
  "Ёлка",
  "端口",
  "é",
  "e\u0301",
];
const ODD = ["\u200D", "\u00AD", "👩‍🚀", "שלום", "ﬁ", "İ", "ß", "５４３２", "v1.2"];

/** Text that looks like Markdown: the marks that normalising takes away, beside words of several scripts. */
const markdownish = fc
  .array(fc.constantFrom(...MARKS, ...PIECES, ...ODD), { maxLength: 40 })
  .map((parts) => parts.join(""));

describe("normalise", () => {
  it.each([
    ["- **Port** is `5432`.", "* port is 5432"],
    ["See [the guide](docs/a.md)!", "see the guide docs/a.md"],
    ["- [ ] Ship it", "- [x] ship it"],
    ["> 1. Ёлка стоит", "елка стоит"],
    ["端口是５４３２。", "端口是5432"],
    ["line one\r\n  line two", "line one line two"],
    ["“Quoted” – text", "Quoted - text"],
    ["don’t", "don't"],
    ["a <!-- note --> b", "a b"],
    ["| a | b |", "|a|b|"],
    ["_emphasis_ and snake_case", "emphasis and snake_case"],
  ])("reads %j and %j as the same", (a, b) => {
    expect(normalise(a)).toBe(normalise(b));
  });

  it.each([
    ["port 5432", "port 5433"],
    ["use --force", "use force"],
    ["v1.2", "v12"],
    ["src/a.ts", "src/b.ts"],
    ["do it", "do not do it"],
    ["👍", "👎"],
    ["~/.config", "/.config"],
  ])("keeps %j and %j apart", (a, b) => {
    expect(normalise(a)).not.toBe(normalise(b));
  });

  it("keeps the target of a link", () => {
    expect(normalise("[a](x.md)")).toBe("a x.md");
  });

  it("changes nothing the second time for list marks without words", () => {
    for (const text of ["1. ", "- ", "# ", "> ", "[x] ", "* * *", "<!-- a -->"]) {
      expect(normalise(normalise(text))).toBe(normalise(text));
    }
  });

  it("changes nothing the second time", () => {
    fc.assert(
      fc.property(fc.oneof(markdownish, fc.string({ unit: "binary" })), (text) => {
        const once = normalise(text);
        expect(normalise(once)).toBe(once);
      }),
    );
  });
});

describe("factHash", () => {
  it("does not depend on line ends or Unicode form", () => {
    fc.assert(
      fc.property(markdownish, (text) => {
        const lf = text.replaceAll("\r\n", "\n");
        expect(factHash(lf.replaceAll("\n", "\r\n"))).toBe(factHash(lf));
        expect(factHash(text.normalize("NFD"))).toBe(factHash(text.normalize("NFC")));
      }),
    );
  });
});
