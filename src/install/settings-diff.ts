import { createTwoFilesPatch } from "diff";
import { cleanText } from "../privacy/clean.ts";

/** Lines of context around a change: enough to see where it goes. */
const CONTEXT = 2;

/** Unified diff of a settings file, secrets masked: settings hold keys, and a diff ends up in logs. */
export function settingsDiff(path: string, before: string | null, after: string | null): string {
  if (before === after) return "";
  const name = (text: string | null): string => (text === null ? "/dev/null" : path.replace(/\p{Cc}/gu, "?"));
  // The library writes a name outside of ASCII in escapes: it gets none, and the lines of names are ours.
  const patch = createTwoFilesPatch("before", "after", before ?? "", after ?? "", undefined, undefined, {
    context: CONTEXT,
  });
  const hunks = patch.slice(patch.indexOf("\n@@") + 1);
  return cleanText(`--- ${name(before)}\n+++ ${name(after)}\n${hunks}`).text;
}
