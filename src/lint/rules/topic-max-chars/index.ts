import { isIgnored } from "../../../manifest/ignore.ts";
import { matchRow } from "../../../manifest/routes.ts";
import { codePoints } from "../../../markdown/tree.ts";
import { placer } from "../../place.ts";
import type { Finding, Rule, RuleContext } from "../../rule.ts";

/** A topic file stays short enough to be read whole. */
export const rule: Rule = {
  meta: {
    id: "topic-max-chars",
    target: "memory",
    severity: "warn",
    summary: "A topic file is shorter than its limit.",
    fixable: false,
    options: { max: 20000 },
    limits: { max: "topicChars" },
  },
  check,
};

function check({ file, manifest, markdown: { text }, options }: RuleContext): Finding[] {
  const max = Number(options["max"]);
  // Code points are never more than UTF-16 units.
  if (text.length < max || isIgnored(manifest, file) || matchRow(manifest, file) === null) return [];
  const chars = codePoints(text);
  if (chars < max) return [];
  return [
    {
      id: "too-long",
      place: placer(text)(offsetOf(text, max), text.length),
      message: `${chars} characters, limit ${max} (${max - 1} pass); split the file by subject, or continue it in a second one`,
      fixable: false,
    },
  ];
}

/** UTF-16 offset of the first code point that no longer fits. */
function offsetOf(text: string, max: number): number {
  let offset = 0;
  let seen = 0;
  for (const character of text) {
    seen += 1;
    if (seen === max) return offset;
    offset += character.length;
  }
  return offset;
}
