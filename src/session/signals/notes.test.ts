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

describe("what the agent is doing at the moment", () => {
  it.each([
    "I'm checking whether parseAmount in bank.ts fails because the migrated file is missing.",
    "I’m inspecting parseAmount directly because the branch must not be touched.",
  ])("is no finding: %s", (text) => {
    expect(notesOf(text, "assistant")).toEqual([]);
  });

  it("is a decision where it says what instead of what", () => {
    const [note] = notesOf(
      "I'm cutting the aliases of parseAmount instead of keeping both names.",
      "assistant",
    );
    expect(note?.kind).toBe("decision");
  });
});

describe("a finding", () => {
  it("says something: a remark that it is clear is none", () => {
    expect(notesOf("The problem is clear.", "assistant")).toEqual([]);
  });

  it.each([
    "Don't call parseAmount in bank.ts, it only works with integers.",
    "Fix the same bug of parseAmount in bank.ts, which is caused by the empty header.",
    "src/import/bank.ts (READ - root cause)",
    "Because the file bank.ts changed after the run, I'm refreshing the fixtures first.",
  ])("is no order, no row of a list and no plan: %s", (text) => {
    expect(notesOf(text, "assistant").filter((note) => note.kind === "finding")).toEqual([]);
  });

  it("is no hedged item under the next steps", () => {
    const text = "## Next steps\n- The switch of parseAmount may still have value for other reasons.";
    expect(notesOf(text, "assistant").filter((note) => note.kind === "next")).toEqual([]);
  });
});

describe("what goes on at the moment", () => {
  it.each([
    "The build of the import package is still running through the remaining packages.",
    "The bank.ts tests are progressing; the remaining files are the slow ones.",
    "I'm looking for where parseAmount is documented so we can update that instead of inventing a new spot.",
    "The search gives noisy matches for parseAmount, so I'm switching to a plain grep instead of the index.",
  ])("is no step, no decision and no finding: %s", (text) => {
    expect(notesOf(text, "assistant")).toEqual([]);
  });
});

describe("what the agent did", () => {
  it("is told without its speaker, whatever it chose in it", () => {
    expect(kinds("I updated readRows in bank.ts to skip blanks instead of failing.")).toEqual({
      "Updated readRows in bank.ts to skip blanks instead of failing.": "done",
    });
    expect(kinds("I decided to use split in bank.ts because the amounts have no quotes.")).toMatchObject({
      "I decided to use split in bank.ts because the amounts have no quotes.": "decision",
    });
  });

  it("is no field of a note", () => {
    expect(kinds("Created: 2026-02-18 by the importer, in src/import/bank.ts of the depot")).toEqual({});
  });
});

describe("what comes next", () => {
  it.each([
    "The only remaining caller of parseAmount is in bank.ts.",
    "readRows fires the event, but flush is returned as a remaining action and dropped in bank.ts.",
    "Still has undefined passed to parseAmount in bank.ts.",
    "The variable BANK_ZONE needs to be in the shell when parseAmount runs.",
  ])("is not said by a description: %s", (text) => {
    expect(notesOf(text, "assistant").filter((note) => note.kind === "next")).toEqual([]);
  });

  it.each([
    "The June statement still needs a test of parseAmount.",
    "The remaining work is the export of bank.ts as CSV.",
    "The rounding of parseAmount needs to be documented in README.md.",
  ])("is said by what is to be done: %s", (text) => {
    expect(notesOf(text, "assistant").map((note) => note.kind)).toEqual(["next"]);
  });
});

describe("under a heading for what is left", () => {
  it("how things are, and why, is a finding; a step with its reason stays one", () => {
    const text =
      "## Remaining\n- Both imports still fail on bank.ts because parseAmount drops the sign\n- Move parseAmount out of bank.ts because it has two callers";
    expect(kinds(text)).toEqual({
      "Both imports still fail on bank.ts because parseAmount drops the sign": "finding",
      "Move parseAmount out of bank.ts because it has two callers": "next",
    });
    expect(kinds("Remaining issue: two imports still fail in bank.ts because of parseAmount.")).toMatchObject(
      {
        "Two imports still fail in bank.ts because of parseAmount.": "finding",
      },
    );
  });
});

describe("a list of parts under a heading for the design", () => {
  it("holds decisions only where something is chosen", () => {
    const text =
      "## Design\n- parseAmount(text, zone) - Reads an amount in any zone\n- BankReader and CardReader implementing the Reader interface\n- Uses Decimal for bank.ts instead of a float\n- Keep amounts as integers of cents in bank.ts rather than floats";
    expect(kinds(text)).toEqual({
      "Keep amounts as integers of cents in bank.ts rather than floats": "decision",
    });
  });
});

describe("a sentence", () => {
  it("loses the opening that ties it to the one before, and keeps the dot of a file name", () => {
    const found = notesOf("This means that .env is never read by parseAmount in bank.ts.", "assistant");
    expect(found.map((note) => note.text)).toEqual([".env is never read by parseAmount in bank.ts."]);
  });
});

describe("a wish of the person that holds for good", () => {
  it.each([
    [
      "Can we make the detail page full width always, so that the table fits?",
      /^Make the detail page full width always/u,
    ],
    ["I think the list must never be wider than the window.", /^The list must never be wider/u],
  ])("is a decision, however it is put: %s", (text, expected) => {
    const [note] = notesOf(text, "human");
    expect(note).toMatchObject({ kind: "decision", text: expect.stringMatching(expected) as string });
  });
});
