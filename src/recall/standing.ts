import { matchProvenance } from "../memory/match.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { type Topic, topicsOf } from "../memory/topic.ts";
import type { TouchedFile } from "../session/working-state.ts";

/** Standing rules of the person and the project: the facts of the preference topics, newest topic first. */
export function standingRules(snapshot: MemorySnapshot): { rules: string[]; files: string[] } {
  const topics = newestTopics(snapshot).filter(({ kind }) => kind === "preference");
  const rules = topics.flatMap(({ facts }) => facts.map((fact) => plain(fact.text)));
  return { rules: [...new Set(rules)].filter(Boolean), files: topics.map(({ file }) => file) };
}

/** Kinds that a resume tells of in other words, or that are no knowledge. */
const TOLD_ELSEWHERE: ReadonlySet<string> = new Set(["preference", "decision", "todo", "lesson"]);

/** What a person said to know or remember about the project, its machines and people, all of it, the newest first. */
export function rememberedFacts(snapshot: MemorySnapshot): { facts: string[]; files: string[] } {
  const stated = newestTopics(snapshot)
    .filter(({ kind }) => !TOLD_ELSEWHERE.has(kind))
    .flatMap(({ file, facts }) =>
      matchProvenance(facts, snapshot.provenance.get(file)).flatMap(({ fact, record }) =>
        record?.confidence === "stated"
          ? [{ file, text: plain(fact.text), at: record.correctedAt ?? record.at }]
          : [],
      ),
    )
    .sort((a, b) => (Date.parse(b.at ?? "") || 0) - (Date.parse(a.at ?? "") || 0));
  return { facts: stated.map(({ text }) => text), files: [...new Set(stated.map(({ file }) => file))] };
}

/** Topics, those with the newest evidence first; by what is recorded, so that a fresh checkout tells the same. */
export function newestTopics(snapshot: MemorySnapshot): Topic[] {
  const time = ({ updatedAt }: Topic): number => Date.parse(updatedAt ?? "") || 0;
  return topicsOf(snapshot).sort((a, b) => time(b) - time(a) || (a.file < b.file ? -1 : 1));
}

/** Topics whose `paths` name more than three of the files that the session changed. */
export function topicsToReview(snapshot: MemorySnapshot, changed: readonly TouchedFile[]): string[] {
  const edited = changed.filter((file) => file.edits > 0).map((file) => file.path);
  return newestTopics(snapshot)
    .filter(({ paths }) => edited.filter((path) => paths.some((prefix) => covers(prefix, path))).length > 3)
    .map(({ file }) => file);
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
