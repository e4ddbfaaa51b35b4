import type { HandoffDocument } from "../handoff/document.ts";
import { cutAtWord } from "../handoff/document.ts";
import type { MemoryFile, MemorySnapshot } from "../memory/snapshot.ts";
import { sameClaim } from "../session/signals/sentence.ts";
import { sentencesOf } from "../session/signals/plain-text.ts";
import { groupFiles, shortPaths } from "./file-groups.ts";
import { identifiersIn } from "../session/signals/identifiers.ts";
import type { Labels } from "./labels.ts";
import { type Item, MAX_LINE, type Section } from "./pack.ts";
import { newestTopics, rememberedFacts, standingRules, topicsToReview } from "./standing.ts";
import { workFolder } from "./work-folder.ts";

interface Newest {
  /** Null: it is in no file yet. */
  file: MemoryFile | null;
  document: HandoffDocument;
  askedSince: string | null;
}

/** Everything a resume could say, in the order it is said, each item with its worth. */
export function sectionsOf(
  snapshot: MemorySnapshot,
  newest: Newest | null,
  budget: number,
  labels: Labels,
): { sections: Section[]; sources: string[] } {
  const standing = standingRules(snapshot);
  const rules: Section = list(labels.rules, standing.rules, 60, 0.9, "rule");
  const remembered = rememberedFacts(snapshot);
  const known = rememberedSection(remembered.facts, budget, labels);
  const pointers = pointerSection(snapshot, newest, labels);
  const sources = [...fileOf(newest), ...standing.files, ...remembered.files];
  if (newest === null)
    return { sections: [rules, known, pointers], sources: [...new Set([...sources, ...pointers.files])] };
  const sections = [
    rules,
    known,
    ...workSections(newest.document, budget, standing.rules, labels),
    line(labels.askedSince, newest.askedSince ?? undefined, 120),
    reviewSection(snapshot, newest.document, labels),
    pointers,
  ];
  return { sections, sources: [...new Set(sources)] };
}

/** At most this many remembered facts in 1,000 characters: the work of the session needs the rest. */
const FACTS_PER_1000 = 6;

function rememberedSection(facts: readonly string[], budget: number, labels: Labels): Section {
  const shown = facts.slice(0, Math.ceil((FACTS_PER_1000 * budget) / 1000));
  return { ...list(labels.remembered, shown, 35, 0.9, "fact"), beyond: facts.length - shown.length };
}

function workSections(
  { state, session }: HandoffDocument,
  budget: number,
  rules: readonly string[],
  labels: Labels,
): Section[] {
  const edited = state.files.filter((file) => file.edits > 0);
  const read = state.files.filter((file) => file.edits === 0);
  const said = [
    ...rules,
    ...[state.task, state.lastRequest, state.status].map((one) => one?.text ?? ""),
    // Told as a failure: no step and no finding beside that.
    ...[state.lastFailure?.command, state.lastFailure?.error].map((one) => one ?? ""),
  ];
  /** What was not said in a section before. */
  const fresh = (statements: readonly { text: string }[]): string[] =>
    statements.flatMap(({ text }) => {
      const again = said.some((other) => isToldIn(other, text));
      said.push(text);
      return again ? [] : [text];
    });
  return [
    line(labels.task, state.task?.text, 400),
    line(labels.lastRequest, state.lastRequest?.text, 200),
    line(labels.status, state.status?.text, 120),
    list(labels.next, fresh(state.next), 110, 0.92, "step"),
    list(labels.openQuestions, fresh(state.openQuestions), 40, 0.8, "question"),
    failure(state, labels),
    list(labels.findings, fresh(state.findings), 75, 0.95, "finding"),
    list(labels.decisions, fresh(state.decisions), 85, 0.95, "decision"),
    list(labels.done, fresh(state.done), 18, 0.88, "done"),
    line(labels.folder, workFolder(state.files, session.cwd) ?? undefined, 60),
    inline(
      labels.filesChanged,
      budget < WIDE ? shortPaths(edited, state.files) : groupFiles(edited),
      100,
      0.95,
    ),
    inline(labels.filesRead, budget < WIDE ? shortPaths(read, state.files) : groupFiles(read), 18, 0.86),
  ];
}

/** True for a statement that stands in another text, alone or as one of its sentences, which may be cut short there. */
function isToldIn(other: string, text: string): boolean {
  if (other === "" || other.includes(text)) return other !== "";
  const says = (one: string): boolean => text.length > one.length / 2 && sameClaim(text, one, 0.75);
  return says(other) || sentencesOf(other).some((one) => one.length > text.length / 2 && says(one));
}

/** From this budget on, files are said with their whole folder. */
const WIDE = 4000;
/** At most this many exact names in 1,000 characters: more is a heap, not a handoff. */
const NAMES_PER_1000 = 23;
/** A longer name costs more room than it is worth here; the handoff file has it. */
const LONGEST_NAME = 44;

/** Share of the budget kept for names in use. */
export const NAMES_SHARE = 0.2;

/** Names in use that the chosen lines do not hold yet, as far as room and density allow. */
export function namesSection(
  newest: HandoffDocument | null,
  said: string,
  room: number,
  budget: number,
  labels: Labels,
): Section {
  const section: Section = { label: labels.names, form: "inline", leftOut: null, items: [] };
  // Every line that is full is followed by one with the label again.
  let left = room - (section.label.length + 3) * Math.ceil(Math.max(1, room) / MAX_LINE);
  let allowed = Math.floor((NAMES_PER_1000 * budget) / 1000) - identifiersIn(said).length;
  const lower = said.toLowerCase();
  for (const text of newest?.state.identifiers ?? []) {
    if (allowed <= 0 || text.length + 2 > left) break;
    if (text.length > LONGEST_NAME) continue;
    if (lower.includes(text.toLowerCase())) continue;
    section.items.push({ text, value: 1 });
    left -= text.length + 2;
    allowed -= 1;
  }
  return section;
}

function worth(all: readonly string[], base: number, decay: number): Item[] {
  return all.map((text, index) => ({ text: cutAtWord(text, 390), value: base * decay ** index }));
}

function list(
  label: string,
  all: readonly string[],
  base: number,
  decay: number,
  leftOut: Section["leftOut"],
): Section {
  return { label, form: "list", items: worth(all, base, decay), leftOut };
}

function inline(label: string, all: readonly string[], base: number, decay: number): Section {
  return { label, form: "inline", items: worth(all, base, decay), leftOut: null };
}

function line(label: string, text: string | undefined, value: number): Section {
  const max = 396 - label.length;
  return {
    label,
    form: "line",
    items: text === undefined ? [] : [{ text: cutAtWord(text, max), value }],
    leftOut: null,
  };
}

function failure({ lastFailure }: HandoffDocument["state"], labels: Labels): Section {
  const label = lastFailure?.fixed === true ? labels.fixedFailure : labels.openFailure;
  if (lastFailure === null) return line(label, undefined, 0);
  const error = lastFailure.error === null ? "" : ` — ${lastFailure.error}`;
  return line(label, cutAtWord(`${lastFailure.command}${error}`, 340), lastFailure.fixed ? 20 : 110);
}

function reviewSection(snapshot: MemorySnapshot, document: HandoffDocument, labels: Labels): Section {
  return inline(labels.review, topicsToReview(snapshot, document.state.files), 40, 0.9);
}

function pointerSection(
  snapshot: MemorySnapshot,
  newest: Newest | null,
  labels: Labels,
): Section & { files: string[] } {
  const files = newestTopics(snapshot).map(({ file }) => file);
  const topics = worth(files, 14, 0.8);
  // The handoff says all that was left out here.
  const whole = worth(fileOf(newest), 50, 1);
  return { ...inline(labels.more, [], 0, 1), items: [...whole, ...topics], files };
}

function fileOf(newest: Newest | null): string[] {
  const path = newest?.file?.path;
  return path === undefined ? [] : [path];
}
