import { describe, expect, it } from "vitest";
import { offersIn, pickedIn } from "./picks.ts";

const TABLE = `**Open todos:**

| # | Title | Area |
|---|-------|------|
| 1 | Move the thumbnailer into a worker | ui |
| 2 | Add a nightly export of invoices | billing |
| 3 | Retry webhooks that time out | api |

Reply with a number.`;
const WAYS = `Two ways to do it:

**Option A:** keep the cache in memory
**Option B:** keep the cache in Redis

Which one do you prefer?`;
const PLAIN = `I found three problems:
1. **Wrong total** — \`sumRows()\` counts the header as a row, so every invoice is one line too long and the total that the customer sees is off by one.
2. The date is parsed in the server's zone.
3. Empty rows are kept.`;

const picked = (text: string, said: string, isOld = false) =>
  pickedIn(text, offersIn(said), isOld)?.text ?? null;

describe("offersIn", () => {
  it("reads numbered lists, tables and named options, the last list of a text", () => {
    expect(offersIn(TABLE).map((one) => one.label)).toEqual([
      "Move the thumbnailer into a worker",
      "Add a nightly export of invoices",
      "Retry webhooks that time out",
    ]);
    expect(offersIn(WAYS).map((one) => one.key)).toEqual(["A", "B"]);
    expect(offersIn(`1. old thing here\n2. other old thing\n\n${PLAIN}`).map((one) => one.label)).toEqual([
      "Wrong total",
      "The date is parsed in the server's zone",
      "Empty rows are kept",
    ]);
    expect(offersIn("Left: #2 (retry the webhooks), #3 (export invoices).")).toHaveLength(2);
  });

  it("tells work from ways to do what is asked for already", () => {
    expect(offersIn(TABLE).every((one) => one.isWork)).toBe(true);
    expect(offersIn(WAYS).some((one) => one.isWork)).toBe(false);
  });

  it("sees no list in one item, or in a sentence that starts with a letter", () => {
    expect(offersIn("1. The only thing.")).toEqual([]);
    expect(offersIn("A: first\nWe are done. A bigger cache does not help.")).toEqual([]);
  });
});

describe("pickedIn", () => {
  it.each([
    ["2", "Add a nightly export of invoices."],
    ["2 please", "Add a nightly export of invoices."],
    ["yes do the second", "Add a nightly export of invoices."],
    ["the second one", "Add a nightly export of invoices."],
    ["let's tackle 2 and 3", "Add a nightly export of invoices; Retry webhooks that time out."],
    [
      "3 seems like a great one to start with",
      'Retry webhooks that time out ("3 seems like a great one to start with").',
    ],
    ["3, but only for the billing events", "Retry webhooks that time out, but only for the billing events"],
    [
      "make a new branch, and then add a fix for 3",
      "make a new branch, and then add a fix for 3: Retry webhooks that time out.",
    ],
    ["давай 2", "Add a nightly export of invoices."],
    ["nimm die zweite", "Add a nightly export of invoices."],
    ["la segunda, por favor", "Add a nightly export of invoices."],
    ["第二个", "Add a nightly export of invoices."],
    ["la segunda", "Add a nightly export of invoices."],
  ])("says for %j what was taken", (text, expected) => {
    expect(picked(text, TABLE)).toBe(expected);
  });

  it("takes an option by its letter, in any case behind a word for it", () => {
    expect(picked("B", WAYS)).toBe("Keep the cache in Redis.");
    expect(picked("option b please", WAYS)).toBe("Keep the cache in Redis.");
  });

  it.each(["2 tests fail", "is 1 part of the export?", "a bigger cache", "9", "use 2 spaces", "hello", ""])(
    "takes nothing in %j",
    (text) => {
      expect(picked(text, TABLE)).toBeNull();
      expect(picked(text, WAYS)).toBeNull();
    },
  );

  it("takes a bare number only from what was said last", () => {
    expect(picked("2", TABLE, true)).toBeNull();
    expect(picked("let's do 2 now, please", TABLE, true)).toBeNull();
    expect(picked("let's do 2", TABLE, true)).toBe("Add a nightly export of invoices.");
  });
});
