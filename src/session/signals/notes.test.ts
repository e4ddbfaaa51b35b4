import { describe, expect, it } from "vitest";
import { notesOf } from "./notes.ts";

const kinds = (text: string): Record<string, string> =>
  Object.fromEntries(notesOf(text, "assistant").map((note) => [note.text, note.kind]));

describe("a label in front of a sentence", () => {
  it("says what the sentence is", () => {
    const text =
      "parseAmount in src/import/bank.ts rounds half to even now.\n\nDecision: amounts stay integers of cents, because floats lose a cent.\n\nNext: add the June statement as a test case.";
    expect(kinds(text)).toMatchObject({
      "Amounts stay integers of cents, because floats lose a cent.": "decision",
      "Add the June statement as a test case.": "next",
    });
  });

  it("on a line of its own heads the list below it, and nothing behind that", () => {
    const text =
      "Next steps:\n- add the June statement as a test case\n\nThe parser in src/import/bank.ts reads every row of the statement.";
    expect(kinds(text)).toEqual({ "Add the June statement as a test case": "next" });
  });

  it("is read in Russian too", () => {
    expect(kinds("Дальше: добавить выписку за июнь в тесты.")).toEqual({
      "Добавить выписку за июнь в тесты.": "next",
    });
  });
});
