import { codePoints } from "../../../markdown/tree.ts";
import { placer } from "../../place.ts";
import type { Finding, Rule, RuleContext } from "../../rule.ts";

/** Share of the limit from which the rule warns. */
const WARN_FROM = 0.9;

/** The index is under its limit in Unicode code points, BOM not counted; the limit itself no longer passes. */
export const rule: Rule = {
  meta: {
    id: "index-max-chars",
    target: "index",
    severity: "error",
    summary: "The index is shorter than its limit.",
    fixable: true,
    options: { max: 5000 },
    limits: { max: "indexChars" },
  },
  check,
};

function check({ markdown: { text }, options }: RuleContext): Finding[] {
  const max = Number(options["max"]);
  const chars = codePoints(text);
  if (chars < max * WARN_FROM) return [];
  const measured = `${chars} characters, limit ${max}`;
  if (chars >= max) {
    return [
      {
        id: "too-long",
        place: placer(text)(offsetOfCodePoint(text, max - 1), text.length),
        message: `${measured} (${max - 1} pass); move content to topic files or rows to a sub-index`,
        fixable: true,
      },
    ];
  }
  return [
    {
      id: "nearly-full",
      place: placer(text)(offsetOfCodePoint(text, Math.ceil(max * WARN_FROM) - 1), text.length),
      message: `${measured}: nearly full; move rows that are seldom used to a sub-index`,
      fixable: false,
      severity: "warn",
    },
  ];
}

/** UTF-16 offset of the code point with this number. */
function offsetOfCodePoint(text: string, number: number): number {
  let offset = 0;
  let seen = 0;
  for (const character of text) {
    if (seen === number) return offset;
    seen += 1;
    offset += character.length;
  }
  return offset;
}
