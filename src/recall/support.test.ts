import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { supportIn } from "./support.ts";

describe("the words that support a fact", () => {
  const entry =
    "Good work on the cache. I looked at the numbers.\nRemember that the staging database is wiped every Monday. Now go on.";

  it("begin with the sentence that says it, wherever it stands in the entry", () => {
    expect(supportIn(entry, "The staging database is wiped every Monday")).toBe(
      "… Remember that the staging database is wiped every Monday. Now go on.",
    );
  });

  it("are the begin of the entry where no sentence says it", () => {
    expect(supportIn(entry, "Кошка спит")).toMatch(/^Good work on the cache\./u);
  });

  it("are the part that says it in a sentence that is too long", () => {
    const long = `We ${"went through the list of all the services and ".repeat(12)}found that the gauge feed lags by 30 minutes`;
    expect(supportIn(long, "The gauge feed lags by 30 minutes")).toContain(
      "the gauge feed lags by 30 minutes",
    );
  });

  it("are one line of at most 200 units, whatever the entry", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 900 }),
        fc.string({ maxLength: 80 }),
        (text, fact) => {
          const said = supportIn(text, fact);
          expect(said.length).toBeLessThanOrEqual(200);
          expect(said).not.toContain("\n");
        },
      ),
    );
  });
});
