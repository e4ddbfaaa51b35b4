import { findInvisible } from "../../../privacy/invisible.ts";
import { counted } from "../../measure.ts";
import { placer } from "../../place.ts";
import type { Finding, Rule, RuleContext } from "../../rule.ts";

/** How many code points a message lists. */
const LISTED = 3;

/** No character that nobody sees: zero-width, bidi controls, tag characters. */
export const rule: Rule = {
  meta: {
    id: "no-invisible-character",
    target: "memory",
    severity: "error",
    summary: "No zero-width character, bidi control or tag character.",
    fixable: false,
    options: {},
  },
  check,
};

function check({ markdown: { text } }: RuleContext): Finding[] {
  const spans = findInvisible(text);
  if (spans.length === 0) return [];
  const placeAt = placer(text);
  return spans.map(({ start, end }) => {
    const points = Array.from(text.slice(start, end));
    const names = points.slice(0, LISTED).map(nameOf).join(" ");
    const more = points.length > LISTED ? " …" : "";
    return {
      id: "invisible",
      place: placeAt(start, end),
      message: `${counted(points.length, "invisible character")} (${names}${more}); delete them, they can hide text from people`,
      fixable: false,
    };
  });
}

function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
