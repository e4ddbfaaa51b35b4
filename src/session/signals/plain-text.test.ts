import { describe, expect, it } from "vitest";
import { identifiersIn } from "./identifiers.ts";
import { capitalised, flatten, isPasted, passages, sentencesOf } from "./plain-text.ts";

describe("passages", () => {
  it("keeps prose, items and rows under their heading, without fences and logs", () => {
    const text = [
      "## Findings",
      "The **cache** is never `cleared`.",
      "```ts",
      "const x = 1;",
      "```",
      "2026-03-01T10:00:00 INFO start",
      "- first item",
      "",
      "| # | Name | Area |",
      "|---|---|---|",
      "| 1 | Flaky upload | e2e |",
    ].join("\n");
    expect(passages(text)).toEqual([
      { text: "The cache is never cleared.", heading: "Findings", isItem: false },
      { text: "first item", heading: "Findings", isItem: true },
      { text: "Flaky upload — e2e", heading: "Findings", isItem: true, isRow: true },
    ]);
  });
});

describe("flatten", () => {
  it("takes hashes out and leaves names with digits in", () => {
    expect(flatten("Reverted `9f5a3c7e` on feat/v2-api1234 in __init__.py")).toBe(
      "Reverted … on feat/v2-api1234 in __init__.py",
    );
  });
});

describe("sentencesOf", () => {
  it("does not break at abbreviations and file names", () => {
    expect(sentencesOf("See a.ts, e.g. The parser. It fails! Почему? Так надо.")).toEqual([
      "See a.ts, e.g. The parser.",
      "It fails!",
      "Почему?",
      "Так надо.",
    ]);
  });
});

describe("isPasted", () => {
  it.each([
    ["    at run (a.js:1:2)", true],
    ['{"level":"info"}', true],
    ["❯ npm test", true],
    ["The server returns an error for empty rows", false],
    ["- add tests (a.ts)", false],
  ])("%j: %j", (line, expected) => {
    expect(isPasted(line)).toBe(expected);
  });
});

describe("capitalised", () => {
  it("leaves a name at the start as it is", () => {
    expect(capitalised("fetchInvoice retries")).toBe("fetchInvoice retries");
    expect(capitalised("retries are on")).toBe("Retries are on");
  });
});

describe("identifiersIn", () => {
  it("finds exact names, no prose, hashes, dates or paths of one machine", () => {
    const text =
      "Call fetchInvoice from src/billing/client.ts with MAX_ROWS and/or Crate::Queue, see 9f5a3c7e, 2026-03-01, /Users/me/shop and #A1B2C3.";
    expect(identifiersIn(text)).toEqual(["fetchInvoice", "client.ts", "MAX_ROWS", "Crate::Queue"]);
  });
});
