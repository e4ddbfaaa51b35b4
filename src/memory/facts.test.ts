import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readFacts } from "./facts.ts";
import { readFields } from "./fields.ts";

const texts = (source: string): string[] => readFacts(source).map((fact) => fact.text);

const TOPIC = `---
name: Billing
---
# Billing

Takes payments.

## Build

Steps:

1. \`npm ci\`
   - needs Node 20

   \`\`\`sh
   npm run build
   \`\`\`
2. publish

| key | value |
| --- | --- |
| port | 5432 |

## Build on CI
<!-- a comment -->
\`\`\`sh
make
\`\`\`
***
> A quote.

- [ ] open
- [x] closed

[ref]: a.md
`;

describe("readFacts", () => {
  it("takes items with their children, table rows and paragraphs; nothing else", () => {
    expect(
      readFacts(TOPIC).map(({ block, headings, lead, line }) => [block, headings.join(" > "), lead, line]),
    ).toEqual([
      ["paragraph", "Billing", null, 6],
      ["item", "Billing > Build", "Steps:", 12],
      ["item", "Billing > Build", "Steps:", 18],
      ["row", "Billing > Build", null, 22],
      ["paragraph", "Billing > Build on CI", null, 30],
      ["item", "Billing > Build on CI", null, 32],
      ["item", "Billing > Build on CI", null, 33],
    ]);
    expect(texts(TOPIC)[1]).toBe("1. `npm ci`\n   - needs Node 20\n\n   ```sh\n   npm run build\n   ```");
    expect(texts(TOPIC)[3]).toBe("| port | 5432 |");
  });

  it("knows the state of task items", () => {
    expect(readFacts("- [ ] a\n- [x] b\n- c\n").map((fact) => fact.checked)).toEqual([false, true, null]);
  });

  it.each([
    ["Usage:\n\n- a\n", ["- a"]],
    ["**Usage**\n\n- a\n", ["- a"]],
    ["**Why:** it is fast.\n", ["**Why:** it is fast."]],
    [
      "The build is slow today and nobody knows the reason for it:\n\n- a\n",
      ["The build is slow today and nobody knows the reason for it:", "- a"],
    ],
    ["**Nothing below**\n", ["**Nothing below**"]],
  ])("tells a label from a fact in %j", (source, expected) => {
    expect(texts(source)).toEqual(expected);
  });

  it("leaves deeper headings behind at a higher one", () => {
    const headings = readFacts("# A\n### B\nx\n## C\ny\n# D\nz\n").map((fact) => fact.headings);
    expect(headings).toEqual([["A", "B"], ["A", "C"], ["D"]]);
  });

  it.each(["", "\uFEFF", "---\na: 1\n---\n", "# only a heading", "<!-- only a comment -->", "```\nopen"])(
    "finds none in %j",
    (source) => {
      expect(readFacts(source)).toEqual([]);
    },
  );

  const block = fc.constantFrom(
    "# Heading",
    "Setext\n======",
    "- item\n  - nested\n    more",
    "* [x] done 👩‍🚀",
    "1) one\n2) two",
    "| a | b |\n| --- | :-: |\n| 1 | `x\\|y` |\n| שלום | 端口 |",
    "Text with *marks*, a [link](a.md) and a note[^1].",
    "[^1]: The note.",
    "مرحبا بالعالم",
    "> quote\n> more",
    "```ts\n- no item\n```",
    "<div>\nhtml\n</div>",
    "line one\nline two",
    "***",
    "\u00A0odd\u2028space",
  );
  const document = fc.array(block, { maxLength: 12 }).map((blocks) => blocks.join("\n\n"));
  const ending = fc.constantFrom("\n", "\r\n", "\r");

  it("gives offsets that slice the text without its byte order mark, in order and apart", () => {
    fc.assert(
      fc.property(document, ending, fc.boolean(), (text, eol, bom) => {
        const stored = text.replaceAll("\n", eol);
        let last = 0;
        for (const fact of readFacts(bom ? `\uFEFF${stored}` : stored)) {
          expect(stored.slice(fact.start, fact.end)).toBe(fact.text);
          expect(fact.start).toBeGreaterThanOrEqual(last);
          expect(fact.end).toBeGreaterThan(fact.start);
          last = fact.end;
        }
      }),
    );
  });

  it("finds the same facts whatever the line ends", () => {
    fc.assert(
      fc.property(document, ending, (text, eol) => {
        const identity = (source: string): unknown =>
          readFacts(source).map(({ hash, hardTokens, headings, lead }) => [hash, hardTokens, headings, lead]);
        expect(identity(text.replaceAll("\n", eol))).toEqual(identity(text));
      }),
    );
  });

  it("reads any text without throwing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (source) => {
        const text = source.replace(/^\uFEFF/u, "");
        for (const fact of readFacts(source)) expect(text.slice(fact.start, fact.end)).toBe(fact.text);
      }),
    );
  });
});

describe("readFields", () => {
  const SOURCE =
    "---\nname: Billing # the service\nmetadata:\n  type: project\n  n: 007\npaths: [src/a.ts, 'src/b.ts']\nempty:\n---\nbody\n";

  it("flattens nested keys and lists", () => {
    expect(readFields(SOURCE).map(({ name, value, values }) => [name, value, values])).toEqual([
      ["name", "Billing", ["Billing"]],
      ["metadata.type", "project", ["project"]],
      ["metadata.n", "007", ["007"]],
      ["paths", "src/a.ts, src/b.ts", ["src/a.ts", "src/b.ts"]],
    ]);
  });

  it.each(["\n", "\r\n"])(
    "gives offsets of the value as written, with line end %j and a byte order mark",
    (eol) => {
      const stored = SOURCE.replaceAll("\n", eol);
      const slices = readFields(`\uFEFF${stored}`).map(({ start, end }) => stored.slice(start, end));
      expect(slices).toEqual(["Billing", "project", "007", "[src/a.ts, 'src/b.ts']"]);
    },
  );

  it.each(["", "body", "---\n- a\n---\n", "---\na: [\n---\n", "---\n---\n"])("finds none in %j", (source) => {
    expect(readFields(source)).toEqual([]);
  });
});
