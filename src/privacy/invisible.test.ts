import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanText } from "./clean.ts";

test.each([
  ["zero-width space", "pass\u200Bword", "password"],
  ["word joiner and BOM inside", "a\u2060b\uFEFFc", "abc"],
  ["soft hyphen", "co\u00ADoperate", "cooperate"],
  ["bidi override and isolates", "a\u202Eb\u202C \u2066c\u2069", "ab c"],
  ["tag characters", "hello\u{E0069}\u{E0067}\u{E006E}", "hello"],
  ["variation selectors used as a hidden alphabet", "x\uFE0F\uFE01\uFE0D\u{E0101}", "x\uFE0F"],
  ["joiner between Latin letters", "a\u200Db\u200Cc", "abc"],
  ["joiners that join nothing", "\u200D\u200D👍 ok", "👍 ok"],
  ["Hangul filler", "a\u3164b", "ab"],
])("%s goes", (_, text, clean) => {
  expect(cleanText(text).text).toBe(clean);
});

test.each([
  ["family emoji", "👩‍👩‍👧‍👦 and 👩🏽‍💻"],
  ["emoji presentation", "❤️ and 🏳️‍🌈"],
  ["subdivision flag", "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}"],
  ["Persian with a non-joiner", "می\u200Cخواهم"],
  ["Devanagari with joiners", "क्\u200Dष र्\u200Cय"],
  ["BOM at the start", "\uFEFF# Title"],
  ["plain text", "nothing to see, ничего, 何も"],
])("%s stays", (_, text) => {
  expect(cleanText(text)).toMatchObject({ text, invisible: 0 });
});

test("what went is counted in UTF-16 units, and a second pass finds nothing", () => {
  const parts = fc.constantFrom(
    "a",
    " ",
    "\u200B",
    "\u200D",
    "👍",
    "\u{E0061}",
    "\u202E",
    "ن",
    "\uFE0F",
    "❤",
    "\uFEFF",
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 12 }), (pieces) => {
      const text = `.${pieces.join("")}.`;
      const once = cleanText(text);
      expect(once.invisible).toBe(text.length - once.text.length);
      const twice = cleanText(once.text);
      expect(twice.text.length).toBeLessThanOrEqual(once.text.length);
      expect(cleanText(twice.text).text).toBe(twice.text);
    }),
  );
});
