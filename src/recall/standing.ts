import { matchRow } from "../manifest/routes.ts";
import { parseMarkdown } from "../markdown/parse.ts";
import { readFacts } from "../memory/facts.ts";
import type { MemoryFile, MemorySnapshot } from "../memory/snapshot.ts";
import type { TouchedFile } from "../session/working-state.ts";

/** Standing rules of the person and the project: the facts of the preference topics, newest file first. */
export function standingRules(snapshot: MemorySnapshot): { rules: string[]; files: string[] } {
  const files = topicsOf(snapshot).filter(({ kind }) => kind === "preference");
  const rules = files.flatMap(({ file }) => readFacts(file.text).map((fact) => plain(fact.text)));
  return { rules: [...new Set(rules)].filter(Boolean), files: files.map(({ file }) => file.path) };
}

/** Topic files by kind, for pointers; newest first. */
export function topicsOf(snapshot: MemorySnapshot): { file: MemoryFile; kind: string; title: string }[] {
  const topics = [...snapshot.files.values()].flatMap((file) => {
    if (/^handoff: 1$/mu.test(file.text.slice(0, 200))) return [];
    const { frontMatter } = parseMarkdown(file.text);
    const row = matchRow(snapshot.manifest, file.path, frontMatter);
    if (row === null || row.kind === "*" || row.unit === "boundary") return [];
    const name = frontMatter?.["name"];
    return [{ file, kind: row.kind, title: typeof name === "string" ? name : file.path }];
  });
  return topics.sort((a, b) => b.file.modifiedAt - a.file.modifiedAt || (a.file.path < b.file.path ? -1 : 1));
}

/** Topics whose `paths` name more than three of the files that the session changed. */
export function topicsToReview(snapshot: MemorySnapshot, changed: readonly TouchedFile[]): string[] {
  const edited = changed.filter((file) => file.edits > 0).map((file) => file.path);
  return topicsOf(snapshot)
    .filter(({ file }) => {
      const paths = parseMarkdown(file.text).frontMatter?.["paths"];
      const named = (Array.isArray(paths) ? paths : [paths]).filter(
        (one): one is string => typeof one === "string",
      );
      return edited.filter((path) => named.some((prefix) => covers(prefix, path))).length > 3;
    })
    .map(({ file }) => file.path);
}

/** `src/store`, `src/store/**` and `src/store/lock.ts` name files below or equal. */
function covers(prefix: string, path: string): boolean {
  const base = prefix.replace(/\/?\*+.*$/u, "").replace(/\/$/u, "");
  return base !== "" && (path === base || path.startsWith(`${base}/`));
}

function plain(text: string): string {
  return text
    .replace(/^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?/u, "")
    .replace(/`+/gu, "")
    .replace(/\s+/gu, " ")
    .trim();
}
