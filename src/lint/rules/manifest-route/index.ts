import { isIgnored } from "../../../manifest/ignore.ts";
import type { Manifest } from "../../../manifest/manifest.ts";
import { parseManifest } from "../../../manifest/parse.ts";
import { isLiteral, isReservedPath, MANIFEST_FILE } from "../../../manifest/pattern.ts";
import { isSubIndex, matchRow } from "../../../manifest/routes.ts";
import { topOf } from "../../place.ts";
import type { Finding, Place, Rule, RuleContext } from "../../rule.ts";

/** Every file in a folder of topics has a row in the manifest, and the manifest is valid. */
export const rule: Rule = {
  meta: {
    id: "manifest-route",
    target: "memory",
    severity: "error",
    summary: "Every file in a folder of topics matches a row of a valid manifest.",
    fixable: false,
    options: {},
  },
  check,
};

function check({ file, manifest, markdown: { text } }: RuleContext): Finding[] {
  if (file === MANIFEST_FILE) return problemsOf(text);
  if (isReservedPath(file, manifest.index) || isSubIndex(manifest, file)) return [];
  if (isIgnored(manifest, file) || /(?:^|\/)archive\//u.test(file)) return [];
  const folder = folderName(file);
  const patterns = topicPatterns(manifest, folder);
  if (patterns.length === 0 || matchRow(manifest, file) !== null) return [];
  return [
    {
      id: "no-row",
      place: topOf(),
      message: `matches no row of ${MANIFEST_FILE}; this folder holds ${patterns.join(" or ")}: rename the file, give it a row, or list it under \`ignore\``,
      fixable: false,
    },
  ];
}

/** Patterns of a folder that only rows with placeholders describe; none for any other folder. */
function topicPatterns(manifest: Manifest, folder: string): string[] {
  const own = manifest.files
    .map(({ pattern }) => pattern)
    .filter((pattern) => folderName(pattern) === folder);
  return own.some(isLiteral) ? [] : [...new Set(own)];
}

function problemsOf(text: string): Finding[] {
  return parseManifest(text).problems.map(({ line, column, message, suggestion }) => ({
    id: "invalid",
    place: pointAt(text, line, column),
    message: suggestion === "" ? message : `${message}; write: ${suggestion}`,
    fixable: false,
  }));
}

function pointAt(text: string, line: number, column: number): Place {
  const lines = [...text.matchAll(/\r\n|\n|\r/gu)];
  const before = lines[line - 2];
  const start = (before === undefined ? 0 : before.index + before[0].length) + column - 1;
  return { line, column, endLine: line, endColumn: column, start, end: start };
}

function folderName(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}
