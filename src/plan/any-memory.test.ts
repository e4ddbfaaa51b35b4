import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  applyPlan,
  handoffOf,
  memoryOf,
  planOf,
  port,
  SHOP,
  textIn,
  updateOf,
} from "./apply-plan.fixture.ts";

const word = fc.stringMatching(/^[a-zé]{1,7}$/u);
const words = fc.array(word, { minLength: 1, maxLength: 5 }).map((list) => list.join(" "));
const line = fc.oneof(
  words,
  words.map((text) => `- ${text}`),
  words.map((text) => `${text}  `),
  fc.constantFrom(
    "",
    "",
    "# Memory",
    "## Projects",
    "## projects:",
    "### Recent",
    "## Topics",
    "- 2026-11-02: by hand",
    `- [Shop](${SHOP})`,
    "| name | status | detail file |\n| --- | --- | --- |\n| a | b | docs/a.md |",
    `| name | detail file |\n| - | - |\n| Shop | ${SHOP} |`,
    "| x |\n| - |",
    "```",
    "> quote",
    "Title\n=====",
    "<!-- note -->",
    "<!--",
    "    indented",
    "1. one",
    "---",
  ),
);
/** Line ends of a file in turn: one kind, or several as after a careless merge. */
const ends = fc.oneof(
  fc.constantFrom(["\n"], ["\r\n"], ["\r"]),
  fc.array(fc.constantFrom("\n", "\r\n", "\r"), { minLength: 2, maxLength: 5 }),
);
const text = fc
  .tuple(fc.array(line, { maxLength: 12 }), ends, fc.boolean(), fc.boolean())
  .map(([lines, eols, bom, last]) => {
    let at = 0;
    const body = lines.join("\n") + (last ? "\n" : "");
    return `${bom ? "\uFEFF" : ""}${body.replaceAll("\n", () => eols[at++ % eols.length] ?? "\n")}`;
  });
const frontMatter = fc.constantFrom(
  "",
  "---\nname: Shop # mine\ntags: [a]\n---\n",
  "---\nstatus: old\n---\n",
);

const LINES = /[^\r\n]*(?:\r\n|\n|\r|$)/gu;

const linesOf = (source: string): string[] => source.replace(/^\uFEFF/u, "").match(LINES) ?? [];
const hasBom = (source: string): boolean => source.startsWith("\uFEFF");

/** Lines of `before` that `after` lacks, each with its own line end; order and repetition counted. */
function lostLines(before: string, after: string): string[] {
  const rest = linesOf(after);
  return linesOf(before).filter((wanted) => {
    // only a last line without an end may get one
    const isOpen = !/[\r\n]$/u.test(wanted);
    const at = rest.findIndex((line) => (isOpen ? line.replace(/[\r\n]+$/u, "") : line) === wanted);
    if (at >= 0) rest.splice(0, at + 1);
    return at < 0;
  });
}

/** The texts of a memory after a capture by path, line ends aside. */
function captured(index: string, topic: string, eol: string): Map<string, string> {
  const texts = { "MEMORY.md": index, [SHOP]: topic, "memory/lessons.md": topic };
  const written = Object.entries(texts).map(([path, body]) => [path, body.replaceAll("\n", eol)]);
  const memory = memoryOf(Object.fromEntries(written));
  const lesson = updateOf({ kind: "lesson", subject: "Seeds", text: "Seed after migrating." });
  const after = applyPlan(memory, planOf(memory, handoffOf("s1", [port, lesson])));
  return new Map([...after.files].map(([path, file]) => [path, file.text.replaceAll("\r\n", "\n")]));
}

describe("whatever stands in a memory", () => {
  test("files with CRLF come out as files with LF do", () => {
    const lf = text.map((body) => body.replace(/^\uFEFF/u, "").replaceAll(/\r\n|\r/gu, "\n"));
    fc.assert(
      fc.property(lf, lf, (index, topic) => {
        expect(captured(index, topic, "\r\n")).toEqual(captured(index, topic, "\n"));
      }),
      { numRuns: 25, examples: [["# Title\n## Projects\n\n", "# P\n"]] },
    );
  });

  test("a capture keeps every line of it with its own end, and its replay changes nothing", () => {
    fc.assert(
      fc.property(text, frontMatter, text, text, (index, front, topic, lessons) => {
        const body = topic.replace("\uFEFF", "");
        const memory = memoryOf({ "MEMORY.md": index, [SHOP]: front + body, "memory/lessons.md": lessons });
        const handoff = handoffOf("s1", [
          port,
          updateOf({ kind: "lesson", subject: "Seeds", text: "Seed after migrating." }),
          updateOf({ kind: "person", subject: "Bo", text: "Bo tests the checkout." }),
        ]);
        const planned = planOf(memory, handoff);
        const after = applyPlan(memory, planned);
        for (const path of ["MEMORY.md", SHOP, "memory/lessons.md"]) {
          if (textIn(memory, path).trim() === "") continue;
          expect(lostLines(textIn(memory, path), textIn(after, path)), path).toEqual([]);
          expect(hasBom(textIn(after, path)), path).toBe(hasBom(textIn(memory, path)));
        }
        expect(planned.receipt.updates).toHaveLength(3);
        expect(planOf(after, handoff).edits).toEqual([]);
        const later = planOf(after, handoffOf("s2", []));
        const last = textIn(applyPlan(after, later), "MEMORY.md");
        for (const path of [SHOP, "memory/lessons.md", "memory/people/bo.md", "s1.md"]) {
          expect(last.split(path).length).toBeLessThanOrEqual(index.split(path).length + 1);
        }
        const touched = later.edits.filter((edit) => edit.area === "memory").map((edit) => edit.file);
        expect(touched.filter((file) => file !== "MEMORY.md" && !file.includes("handoffs/"))).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});
