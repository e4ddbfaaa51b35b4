import { dumps, head, leaves } from "./python-text.ts";
import type { Event } from "./records.ts";
import {
  changesFiles,
  commandOf,
  errorLine,
  filesOf,
  firstTwo,
  isRun,
  lastFailure,
  openTodos,
} from "./tools.ts";
import { covered, decides, identifiers, sentences, strip, words } from "./words.ts";

export const CLASSES = [
  "files_next",
  "open_todos",
  "last_request",
  "last_failure",
  "decisions",
  "needed_idents",
] as const;
export type Class = (typeof CLASSES)[number];

/** What the continuation needed, by class; a class that this cut cannot judge is absent. */
export type Gold = Partial<Record<Class, string[]>>;

/** Events after the cut that count as the continuation. */
const HORIZON = 120;

/** Names the continuation used, in lower case. */
export function usedAfter(events: readonly Event[], cut: number): Set<string> {
  const used = new Set<string>();
  for (const one of events.slice(cut, cut + HORIZON)) {
    for (const name of identifiers(mentioned(one, ""))) used.add(name.toLowerCase());
  }
  return used;
}

/** What the events behind the cut needed of what stood before it. */
export function goldOf(events: readonly Event[], cut: number): Gold {
  const before = events.slice(0, cut);
  const after = events.slice(cut, cut + HORIZON);
  const later = events
    .slice(cut, cut + 3 * HORIZON)
    .map((one) =>
      one.kind === "result" ? "" : head(one.kind === "call" ? dumps(one.input) : one.text, 3000),
    )
    .join(" ")
    .toLowerCase();
  const gold: Gold = {};
  const put = (name: Class, items: string[]): void => {
    if (items.length > 0) gold[name] = items;
  };
  put("files_next", filesNext(before, after));
  put("open_todos", confirmedTodos(before, later));
  put("last_request", unanswered(before, after));
  put("last_failure", failureToReturnTo(before, after, later));
  put("decisions", decisionsUsed(before, after));
  put("needed_idents", namesNeeded(before, after));
  return gold;
}

function mentioned(one: Event, result: string): string {
  if (one.kind === "call") return head(leaves(one.input), 4000);
  return one.kind === "result" ? result : one.text;
}

function filesNext(before: readonly Event[], after: readonly Event[]): string[] {
  const seen = before
    .map((one) => `${head(one.text, 6000)} ${head(dumps(one.input), 6000)}`)
    .join("\n")
    .toLowerCase();
  const names = after
    .filter(changesFiles)
    .flatMap((one) => filesOf(one.input))
    .map((file) => file.slice(file.lastIndexOf("/") + 1));
  return [...new Set(names)].filter((name) => seen.includes(name.toLowerCase())).slice(0, 15);
}

function confirmedTodos(before: readonly Event[], later: string): string[] {
  const known = new Set(words(later).flatMap((word) => word.split("/").concat(strip(word, ".-/_"))));
  return openTodos(before)
    .filter((item) => covered(item, later, known, 0.5))
    .slice(0, 12);
}

function unanswered(before: readonly Event[], after: readonly Event[]): string[] {
  const last = before.findLast((one) => one.kind === "user" && Array.from(one.text.trim()).length > 12);
  const goesOn = after.slice(0, 3).some((one) => one.kind === "call" || one.kind === "assistant");
  if (last === undefined || !goesOn || after[0]?.kind === "user") return [];
  return [head(last.text.trim(), 400)];
}

function failureToReturnTo(before: readonly Event[], after: readonly Event[], later: string): string[] {
  const failure = lastFailure(before);
  if (failure === null) return [];
  const line = errorLine(failure.output);
  const command = head(withoutFolder(failure.command).replace(/\s+/gu, " ").trim(), 120);
  const again =
    after.some(
      (one) =>
        one.kind === "call" &&
        isRun(one.tool) &&
        firstTwo(withoutFolder(commandOf(one.input))) === firstTwo(command),
    ) ||
    identifiers(line)
      .slice(0, 6)
      .some((name) => later.includes(name.toLowerCase()));
  return again ? [command, line].filter((text) => text.length > 5) : [];
}

function withoutFolder(command: string): string {
  return command.replace(/^cd \S+ && /u, "");
}

/** Sentences that decide: a person's all, the agent's where the continuation uses a name in them. The newest ten. */
function decisionsUsed(before: readonly Event[], after: readonly Event[]): string[] {
  const used = new Set(after.flatMap((one) => identifiers(mentioned(one, ""))));
  const found: string[] = [];
  for (const one of before.slice(-400)) {
    if (one.kind !== "user" && one.kind !== "assistant") continue;
    for (const sentence of sentences(one.text)) {
      if (!decides(sentence)) continue;
      if (one.kind === "user" || identifiers(sentence).some((name) => used.has(name))) found.push(sentence);
    }
  }
  return [...new Set(found)].slice(-10);
}

/** Up to 25 names that the continuation uses at least twice and that were known, rare ones before common ones. */
function namesNeeded(before: readonly Event[], after: readonly Event[]): string[] {
  const known = documentCounts(before);
  const needed: { name: string; weight: number }[] = [];
  for (const [name, count] of documentCounts(after, true)) {
    const earlier = known.get(name) ?? 0;
    if (count >= 2 && earlier >= 1) needed.push({ name, weight: count / (1 + Math.log(1 + earlier)) });
  }
  needed.sort((a, b) => b.weight - a.weight || (a.name < b.name ? 1 : -1));
  return needed.length >= 5 ? needed.slice(0, 25).map((one) => one.name) : [];
}

function documentCounts(events: readonly Event[], withoutResults = false): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of events) {
    const text = mentioned(one, withoutResults ? "" : head(one.text, 3000));
    for (const name of new Set(identifiers(text))) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
