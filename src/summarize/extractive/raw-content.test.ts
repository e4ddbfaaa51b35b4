import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderHandoffDocument } from "../../handoff/document.ts";
import { summarizeExtractive } from "./extractive.ts";
import { human, run, said, talk } from "./talk.fixture.ts";

/** No run of a tool's output, of code or of a paste that stands in a handoff is longer, in characters. */
const LONGEST_RAW = 240;
/** Nor is any run of what people and the agent said: a sentence, not a text. */
const LONGEST_SAID = 400;

/** Length of the longest piece of `source` that `text` holds, by doubling windows; at least `least` characters. */
function longestShared(text: string, source: string, least: number): number {
  let longest = 0;
  for (let from = 0; from + least <= source.length; from += 1) {
    let length = Math.max(least, longest + 1);
    while (from + length <= source.length && text.includes(source.slice(from, from + length))) {
      longest = length;
      length += 1;
    }
  }
  return longest;
}

const words = fc
  .array(fc.stringMatching(/^[a-zA-Z]{2,9}$/u), { minLength: 120, maxLength: 200 })
  .map((all) => all.join(" "));

describe("a handoff holds no raw content", () => {
  it("of what a tool printed, however it is laid out", () => {
    fc.assert(
      fc.property(words, fc.constantFrom("", "Error: ", "FAIL "), (output, mark) => {
        const text = mark + output;
        const session = talk(human("Fix the export in writer.ts please"), run("npm test", true, text));
        expect(
          longestShared(renderHandoffDocument(summarizeExtractive(session)), text, 40),
        ).toBeLessThanOrEqual(LONGEST_RAW);
      }),
      { numRuns: 20 },
    );
  });

  it("of a long text that was said", () => {
    fc.assert(
      fc.property(words, words, (asked, answered) => {
        const session = talk(human(`Please rework ${asked}`), said(`Fixed ${answered}`, true));
        const document = renderHandoffDocument(summarizeExtractive(session));
        expect(longestShared(document, asked, 60)).toBeLessThanOrEqual(LONGEST_SAID);
        expect(longestShared(document, answered, 60)).toBeLessThanOrEqual(LONGEST_SAID);
      }),
      { numRuns: 20 },
    );
  });

  it("of pasted code and logs", () => {
    const code =
      "const rows = await readRows(file);\nfor (const row of rows) {\n  if (row.skip) continue;\n  out.push(format(row));\n}";
    const session = talk(
      human(`Why does this drop rows?\n\`\`\`ts\n${code}\n\`\`\``),
      said(`It is this:\n\`\`\`ts\n${code}\n\`\`\``, true),
    );
    expect(longestShared(renderHandoffDocument(summarizeExtractive(session)), code, 20)).toBe(0);
  });
});
