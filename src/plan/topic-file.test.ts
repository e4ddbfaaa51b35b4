import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readFacts } from "../memory/facts.ts";
import { appendDated } from "./append.ts";
import { insertFact, newTopicFile, removeFact, replaceFact } from "./topic-file.ts";

const top = { heading: null };

describe("insertFact", () => {
  test("continues the list under the title with its own bullet", () => {
    expect(insertFact("# A\n\n* one\n* two\n\n## B\n\n- three\n", top, "new")).toBe(
      "# A\n\n* one\n* two\n* new\n\n## B\n\n- three\n",
    );
  });

  test("starts a list where there is none", () => {
    expect(insertFact("# A\n", top, "new")).toBe("# A\n\n- new\n");
    expect(insertFact("# A\n\nProse.\n\n## B\n", top, "new")).toBe("# A\n\nProse.\n\n- new\n\n## B\n");
    expect(insertFact("# A\n## B\n", top, "new")).toBe("# A\n\n- new\n\n## B\n");
    expect(insertFact("", top, "new")).toBe("- new\n");
  });

  test("finds its heading in any case, else adds one at the end", () => {
    expect(insertFact("# A\n\n## Build\n\n- x\n", { heading: "build" }, "new")).toBe(
      "# A\n\n## Build\n\n- x\n- new\n",
    );
    expect(insertFact("# A\n\n- x\n", { heading: "Build" }, "new")).toBe("# A\n\n- x\n\n## Build\n\n- new\n");
  });

  test("keeps CRLF, BOM and a missing last line end", () => {
    expect(insertFact("\uFEFF# A\r\n\r\n- one", top, "new")).toBe("\uFEFF# A\r\n\r\n- one\r\n- new");
  });

  test("does not mix into a list that a line introduces, nor into a numbered one", () => {
    expect(insertFact("# A\n\nSteps:\n\n- one\n", top, "new")).toBe("# A\n\nSteps:\n\n- one\n\n* new\n");
    expect(insertFact("# A\n\n1. one\n", top, "new")).toBe("# A\n\n1. one\n\n- new\n");
  });

  test("gives an item its box in a task list", () => {
    expect(insertFact("# A\n\n- [x] one\n- [ ] two\n", top, "new")).toBe(
      "# A\n\n- [x] one\n- [ ] two\n- [ ] new\n",
    );
  });

  test("refuses a file in which the item would be swallowed", () => {
    expect(insertFact("# A\n\n```\nopen\n", top, "new")).toBeNull();
    expect(insertFact("# A\n\n<!-- open\n", top, "new")).toBeNull();
  });

  test.each(["# not a heading", "> no quote", "1. no list", "- no list", "```", "<div>x", "[a]: b", "---"])(
    "keeps %j a plain item",
    (text) => {
      expect(insertFact("# A\n\n- one\n", top, text)).not.toBeNull();
    },
  );
});

describe("replaceFact and removeFact", () => {
  const text = "# A\n\n- one\n  - below\n- two\n  goes on\n\nProse.\n\n| a |\n| - |\n| x |\n";

  test("replace the words and keep what hangs below", () => {
    const [one, two] = readFacts(text);
    expect(one && replaceFact(text, one, "uno")).toBe(text.replace("- one", "- uno"));
    expect(two && replaceFact(text, two, "dos")).toBe(text.replace("two\n  goes on", "dos"));
  });

  test("remove whole lines and nothing else", () => {
    const [, two, prose, row] = readFacts(text);
    expect(two && removeFact(text, two)).toBe(text.replace("- two\n  goes on\n", ""));
    expect(prose && removeFact(text, prose)).toBe(text.replace("Prose.\n\n", ""));
    expect(row && removeFact(text, row)).toBe(text.replace("| x |\n", ""));
  });
});

describe("appendDated", () => {
  test("puts a new day before older ones and a known day's item under it", () => {
    const one = appendDated("# Decisions\n", "2026-11-02", "first");
    expect(one).toBe("# Decisions\n\n## 2026-11-02\n\n- first\n");
    const two = appendDated(one ?? "", "2026-11-05", "second");
    expect(two).toBe("# Decisions\n\n## 2026-11-05\n\n- second\n\n## 2026-11-02\n\n- first\n");
    const three = appendDated(two ?? "", "2026-11-03", "third");
    expect(three).toBe(
      "# Decisions\n\n## 2026-11-05\n\n- second\n\n## 2026-11-03\n\n- third\n\n## 2026-11-02\n\n- first\n",
    );
    expect(appendDated(three ?? "", "2026-11-05", "fourth")).toContain("- second\n- fourth\n");
  });
});

const word = fc.stringMatching(/^[a-z]{1,8}$/u);
const line = fc.oneof(
  word.map((w) => `${w}  `),
  word.map((w) => `# ${w}`),
  word.map((w) => `## ${w}`),
  word.map((w) => `- ${w}`),
  word.map((w) => `  - ${w} below`),
  word.map((w) => `1. ${w}`),
  fc.constantFrom(
    "",
    "",
    "---",
    "```",
    "| a | b |\n| - | - |\n| 1 | 2 |",
    "> quote",
    "    code",
    "Title\n=====",
    "<b>",
    "<!--",
  ),
  fc.array(word, { maxLength: 5 }).map((words) => words.join(" ")),
);
const file = fc
  .tuple(fc.array(line, { maxLength: 14 }), fc.constantFrom("\n", "\r\n"), fc.boolean(), fc.boolean())
  .map(
    ([lines, eol, bom, last]) =>
      (bom ? "\uFEFF" : "") + lines.join("\n").replaceAll("\n", eol) + (last ? eol : ""),
  );

/** Whether `after` is `before` with whole lines put in. */
function keepsLines(before: string, after: string): boolean {
  const rest = after.split(/\r?\n/u);
  return before.split(/\r?\n/u).every((wanted) => {
    const at = rest.indexOf(wanted);
    if (at >= 0) rest.splice(0, at + 1);
    return at >= 0;
  });
}

describe("for any file", () => {
  test("an insertion keeps every line and adds exactly one fact", () => {
    fc.assert(
      fc.property(file, fc.option(word), fc.string({ minLength: 1 }), (source, heading, text) => {
        fc.pre(/[a-z]/iu.test(text) && source.trim() !== "");
        const after = insertFact(source, { heading }, text);
        if (after === null) return;
        expect(keepsLines(source.replace("\uFEFF", ""), after.replace("\uFEFF", ""))).toBe(true);
        expect(readFacts(after)).toHaveLength(readFacts(source).length + 1);
        expect(after.startsWith("\uFEFF")).toBe(source.startsWith("\uFEFF"));
        expect(/(?<!\r)\n/u.test(after)).toBe(/(?<!\r)\n/u.test(source) || !source.includes("\n"));
      }),
      { numRuns: 150 },
    );
  });

  test("a fresh topic file takes any fact", () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }),
        fc.string({ unit: "grapheme", minLength: 1 }),
        (title, text) => {
          fc.pre(text.trim() !== "");
          expect(insertFact(newTopicFile(title, [{ name: "name", value: title }]), top, text)).not.toBeNull();
        },
      ),
      { numRuns: 150 },
    );
  });
});
