import { describe, expect, it } from "vitest";
import { summarizeExtractive } from "./extractive.ts";
import { edit, human, said, talk, texts } from "./talk.fixture.ts";

describe("what a person says keeps its sense", () => {
  it("a question that asks to recall is no order", () => {
    const words = "I forget what the port was. Can you remember what the host was?";
    const { state } = summarizeExtractive(talk(human(words), said("I do not know it.", true)));
    expect(state.task?.text).toBe(words);
  });

  it("a polite request is one", () => {
    const { state } = summarizeExtractive(talk(human("Can you please add a cache to the catalog service?")));
    expect(state.task?.text).toBe("Add a cache to the catalog service.");
  });

  it.each([
    ["I decided to use split for the parser.", "Use split for the parser."],
    [
      "I decided to use split because the regex failed on empty lines.",
      "Use split because the regex failed on empty lines.",
    ],
  ])("a choice is a decision: %s", (words, decision) => {
    expect(texts("decision", human("Write the parser of the log lines."), human(words))).toEqual([decision]);
  });

  it("a choice of the agent is a decision too, whatever reason follows", () => {
    const why = "I decided to use split in parseLine.ts because the regex failed on empty lines.";
    const { state } = summarizeExtractive(
      talk(human("Write the parser of the log lines."), edit("parseLine.ts"), said(why, true)),
    );
    expect(state.decisions.map(({ text }) => text)).toEqual([why]);
    expect(state.findings).toEqual([]);
  });
});
