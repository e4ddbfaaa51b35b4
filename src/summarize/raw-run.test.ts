import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sessionOf } from "../../test/fixtures/messages-api/session.ts";
import type { Entry } from "../session/entry.ts";
import { MAX_RUN, runsOf } from "./raw-run.ts";

const LONG =
  "The importer reads every statement twice, because the first pass only counts the rows and the second one parses them; the file handle is closed between the two, so that a statement which is replaced meanwhile is read half from the old file and half from the new one, and nobody sees it.";
const said = (text: string): Entry => ({ kind: "assistant", id: "a1", at: null, text, final: true });
const asked = (text: string): Entry => ({ kind: "human", id: "u1", at: null, text });

describe("a run of copied words", () => {
  test("is cut at a clause where it is longer than a memory may hold", () => {
    const cut = runsOf(sessionOf([asked("Look at it."), said(LONG)]))(LONG);
    expect(cut.length).toBeLessThanOrEqual(MAX_RUN + 2);
    expect(cut).toBe(`${LONG.slice(0, LONG.indexOf(", so that"))} …`.replace(/ …$/u, " …"));
  });

  test("is found in a tool's output and in a command, and with other marks, case and line ends", () => {
    const output: Entry = { kind: "tool-result", id: "r1", callId: "c1", at: null, failed: false, exitCode: 0, errorLine: null, text: LONG.replaceAll(", ", "\n| "), todos: null }; // prettier-ignore
    expect(runsOf(sessionOf([output]))(LONG.toUpperCase()).length).toBeLessThanOrEqual(MAX_RUN + 2);
  });

  test("stays whole where the person said it", () => {
    expect(runsOf(sessionOf([asked(LONG), said(LONG)]))(LONG)).toBe(LONG);
  });

  test("stays where the words are a summarizer's own", () => {
    const own = LONG.replaceAll("statement", "file of the bank");
    expect(runsOf(sessionOf([said(LONG)]))(own)).toBe(own);
  });

  test("is never longer than the bound, wherever it begins", () => {
    const words = fc.array(fc.constantFrom("row", "file", "src/a.ts", "reads", "zwei", "строка", "once"), {
      minLength: 30,
      maxLength: 120,
    });
    fc.assert(
      fc.property(words, fc.string({ maxLength: 60 }), (copied, before) => {
        const text = copied.join(" ");
        const shown = runsOf(sessionOf([said(text)]))(`${before} ${text}`);
        const longest = longestRun(shown, text);
        expect(longest).toBeLessThanOrEqual(MAX_RUN);
      }),
    );
  });
});

/** Characters of the longest stretch of whole words of `text` that `source` holds, the plain way. */
function longestRun(text: string, source: string): number {
  const words = text.replace(" …", "").split(" ");
  let longest = 0;
  for (let from = 0; from < words.length; from += 1)
    for (let to = from + 1; to <= words.length; to += 1) {
      const run = words.slice(from, to).join(" ");
      if (` ${source} `.includes(` ${run} `)) longest = Math.max(longest, run.length);
    }
  return longest;
}
