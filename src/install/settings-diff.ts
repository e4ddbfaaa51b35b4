import { createTwoFilesPatch } from "diff";
import { cleanText } from "../privacy/clean.ts";

/** Lines of context around a change: enough to see where it goes. */
const CONTEXT = 2;

/** Unified diff of a settings file, secrets masked: settings hold keys, and a diff ends up in logs. */
export function settingsDiff(path: string, before: string | null, after: string | null): string {
  if (before === after) return "";
  const name = (text: string | null): string => (text === null ? "/dev/null" : path);
  const patch = createTwoFilesPatch(
    name(before),
    name(after),
    before ?? "",
    after ?? "",
    undefined,
    undefined,
    {
      context: CONTEXT,
    },
  );
  return cleanText(patch.replace(/^(?:Index: .*\n)?=+\n/u, "")).text;
}
