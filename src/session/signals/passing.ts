import { signal } from "./languages.ts";
import { withoutFillers } from "./sentence.ts";

/**
 * True for what is going on at the moment ("I'm looking for where …", "the build is still running", "so I'm switching
 * to a plain search"): a moment later it is no step, no decision and no finding any more.
 */
export function isPassing(sentence: string): boolean {
  return signal("underWay").test(sentence) || signal("looking").test(sentence);
}

/** True for a sentence without its subject ("Still has undefined …", "Uses X instead of Y"): of what it speaks stood before it. */
export function isSubjectless(sentence: string): boolean {
  return signal("subjectless", "start").test(withoutFillers(sentence));
}

/** "sum(rows) - Adds the rows up", "src/app.ts (READ - root cause)", "Line 193: …": a row of a list of names or places. */
export function isNameRow(text: string): boolean {
  return ROW.some((row) => row.test(text));
}

const ROW = [
  /^[\w.@/]+\([^()]*\) [-—–:] /u,
  /^(?:\S*[/_.]\S*|\p{Ll}+\p{Lu}\w*):? (?:[-—–→] |\([^()]*[-—–][^()]*\)$)/u,
  /^[\w.]+ = \S/u,
  /^(?:lines? \d|\S+ \(lines? \d|conflict \()/iu,
];
