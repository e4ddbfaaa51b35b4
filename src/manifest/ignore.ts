import type { Manifest } from "./manifest.ts";

const patterns = new Map<string, RegExp>();

/**
 * True for a path that the manifest's `ignore` names: a file, a folder with all below it, or a pattern in which `*`
 * stands for any part of a name, `**` for any folders, and `?` for one character. An entry without `/` counts in every
 * folder.
 */
export function isIgnored(manifest: Pick<Manifest, "ignore">, path: string): boolean {
  return manifest.ignore.some((entry) => patternOf(entry).test(path));
}

function patternOf(entry: string): RegExp {
  const known = patterns.get(entry);
  if (known !== undefined) return known;
  const trimmed = entry.trim().replace(/^\.?\/+|\/+$/gu, "");
  const source = trimmed.replace(
    /\*\*\/|\*\*|\*|\?|[\\^$.+()[\]{}|]/gu,
    (part) => WILDCARDS[part] ?? `\\${part}`,
  );
  const prefix = trimmed.includes("/") ? "" : "(?:.*/)?";
  const pattern = trimmed === "" ? /(?!)/u : new RegExp(`^${prefix}${source}(?:/.*)?$`, "u");
  patterns.set(entry, pattern);
  return pattern;
}

const WILDCARDS: Readonly<Record<string, string>> = {
  "**/": "(?:.*/)?",
  "**": ".*",
  "*": "[^/]*",
  "?": "[^/]",
};
