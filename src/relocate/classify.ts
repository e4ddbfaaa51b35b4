import { isMarkerOrControl } from "../lint/own-comment.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { INBOX_KIND } from "../manifest/pattern.ts";
import { slugOf } from "../manifest/slug.ts";
import { pointersOf, resolvePointer } from "../memory/pointers.ts";
import { findSecrets } from "../privacy/find-secrets.ts";
import type { Block } from "./blocks.ts";
import { type Concept, conceptOf, isPartOfProject, plainHeading, pureConcept } from "./concepts.ts";
import type { ClassifyContext, NamedTopic } from "./context.ts";
import { ephemeraOf } from "./ephemera.ts";
import { isAboutUser, isGeneric } from "./generic.ts";
import { conceptOfKind, factRows, isPureKind, kindFor, kindNamed } from "./kinds.ts";
import { conceptOfText, isTemporary } from "./phrases.ts";
import { leadingName } from "./subject.ts";
import { conceptOfTitles, sectionKind } from "./table-titles.ts";

/** What is to become of a block. */
export type How =
  /** To the topic file of its kind and subject. */
  | "move"
  /** To the todo file. */
  | "todo"
  /** To the archive: it ages with the next run or push. */
  | "archive"
  /** Out of the memory: it holds a secret. */
  | "quarantine"
  /** To the inbox: nothing tells its kind. */
  | "inbox"
  /** Stays in the index: a row that leads to a file, or a comment of a tool. */
  | "pointer";

export interface Classification {
  /** A kind of the manifest; `*` for what waits in the inbox, is archived or quarantined, and for pointers. */
  kind: string;
  /** What it is about: the name of a topic, or a heading; empty when nothing names it. */
  subject: string;
  /** What it was judged by, in our own words. */
  why: string;
  how: How;
}

type Judged = Pick<Classification, "kind" | "subject" | "why">;

/**
 * What is to become of a block, judged by secrets, pointers, raw output, notes for a while, headings, table titles, link
 * targets, names and key phrases, in this order. Kinds are the manifest's own.
 */
export function classify(block: Block, manifest: Manifest, context: ClassifyContext): Classification {
  if (findSecrets(block.text).length > 0) return apart("quarantine", "", "it holds a secret");
  if (staysInIndex(block, context)) return apart("pointer", "", "it leads to a file");
  const ephemera = ephemeraOf(block);
  if (ephemera !== null)
    return apart("archive", ephemera, ephemera === "errors" ? "pasted output" : "record of a commit");
  const todo = todoKind(block, manifest);
  if (todo !== null) return todo;
  const judged = judge(block, manifest, context);
  if (judged === null) return apart("inbox", innermostName(block), "nothing tells its kind");
  if (judged.kind === "") return apart("archive", "activity", judged.why);
  if (judged.subject === "" && isThing(judged.kind)) return nameless(judged, block, context);
  return { ...judged, how: "move" };
}

/** Kinds whose topics are people and projects: one without a name is none. */
function isThing(kind: string): boolean {
  const concept = conceptOfKind(kind);
  return concept === "project" || concept === "person";
}

function nameless(judged: Judged, block: Block, { title }: ClassifyContext): Classification {
  if (title !== null && conceptOfKind(judged.kind) === "project")
    return { ...judged, subject: title, how: "move" };
  return apart("inbox", innermostName(block), "nothing names what it is about");
}

function apart(how: How, subject: string, why: string): Classification {
  return { kind: INBOX_KIND, subject, why, how };
}

/** Longest line that may stay in the index, in UTF-16 units; more is content with a link in it. */
const POINTER_CHARS = 240;

/** A short row, item or line that leads to a file that is there, and a comment that steers a tool. */
function staysInIndex(block: Block, context: ClassifyContext): boolean {
  if (block.form === "html") return isMarkerOrControl(block.text);
  if (block.form === "definition") return false;
  if (!["row", "item", "paragraph"].includes(block.form) || block.node === null) return false;
  if (block.form !== "row" && /[\r\n]/u.test(block.text)) return false;
  if (block.text.length > POINTER_CHARS && block.form !== "row") return false;
  return targetsOf(block, context).length > 0;
}

function targetsOf(block: Block, { file, text, definitions, files }: ClassifyContext): string[] {
  if (block.node === null) return [];
  const pointers = pointersOf(block.node, { file, text, definitions });
  return pointers
    .flatMap((pointer) => resolvePointer(pointer, files) ?? [])
    .filter((target) => target !== file);
}

/** Open tasks and notes for a while, wherever they stand; what is done under such a heading is history. */
function todoKind(block: Block, manifest: Manifest): Classification | null {
  const kind = kindFor(manifest, "todo");
  const heading = block.headings.map(({ text }) => conceptOf(text)).findLast((concept) => concept !== null);
  const listed = heading === "todo";
  if (block.checked === true && listed) return apart("archive", "done", "a task that is done");
  const open = block.checked === false || (block.form !== "code" && isTemporary(withoutNames(block.text)));
  if (!open && !listed) return null;
  const why = open ? "open work or a note for a while" : "its heading";
  const subject =
    block.headings
      .map(({ text }) => plainHeading(text))
      .findLast((text) => pureConcept(text) === null && !isGeneric(text)) ?? "";
  return kind === null ? apart("inbox", subject, why) : { kind, subject, why, how: "todo" };
}

/** The text without link texts, destinations and code: names, not notes. */
function withoutNames(text: string): string {
  return text.replace(/\[[^\]\n]*\]\([^)\n]*\)|`[^`\n]*`|https?:\/\/\S+/gu, " ");
}

function judge(block: Block, manifest: Manifest, context: ClassifyContext): Judged | null {
  return (
    byHeading(block, manifest, context) ??
    byTable(block, manifest) ??
    byTarget(block, context) ??
    byMention(block, context) ??
    byPhrase(block, manifest, context) ??
    bySection(block, manifest, context)
  );
}

/** A heading that names a topic, or what a heading from the innermost outwards is about. */
function byHeading(block: Block, manifest: Manifest, context: ClassifyContext): Judged | null {
  const path = block.headings.map(({ text }) => text);
  const topic = topicAbove(path, context);
  for (const [back, heading] of [...path].reverse().entries()) {
    const at = path.length - 1 - back;
    // the title of the whole document says what all of it is about, not what a part of it is
    if (at === 0 && block.headings[0]?.depth === 1 && path.length > 1 && pureConcept(heading) === null) break;
    if (topic !== null && plainHeading(heading) === topic.name)
      return { ...topic.topic, why: "the topic its heading names" };
    if (isGeneric(heading)) continue;
    if (isAboutUser(heading) && block.form !== "row") {
      const kind = kindFor(manifest, "preference");
      if (kind !== null) return { kind, subject: plainHeading(heading), why: "it is about the user" };
    }
    const said = conceptOf(heading);
    // "Project structure" is a part of the project, no project of that name
    const concept = said === "project" && isPartOfProject(heading) ? null : said;
    if (topic !== null && at > topic.at && concept !== "decision" && concept !== "lesson") continue;
    const isPartHeading = said !== null && concept === null;
    const named =
      (isPartHeading ? null : kindNamed(manifest, heading)) ??
      (concept === null ? null : kindFor(manifest, concept));
    if (named !== null)
      return { kind: named, subject: subjectUnder(block, manifest, named, at), why: "its heading" };
    if (concept === "activity") return byActivity(block, context);
  }
  return null;
}

/** The outermost heading that names a topic. */
function topicAbove(
  path: readonly string[],
  { topics }: ClassifyContext,
): { at: number; name: string; topic: NamedTopic } | null {
  for (const [at, heading] of path.entries()) {
    const name = plainHeading(heading);
    const topic = topics.get(slugOf(name));
    if (topic !== undefined) return { at, name, topic };
  }
  return null;
}

/** History goes with the topic it names at its start; else it is archived (kind empty). */
function byActivity(block: Block, context: ClassifyContext): Judged {
  const topic = mentioned(block.text, context);
  if (topic !== null) return { ...topic, why: "the topic it names" };
  return { kind: "", subject: "activity", why: "a record of what was done" };
}

/** The name of a topic below the heading that gave the kind; for kinds that are no things the heading itself. */
function subjectUnder(block: Block, manifest: Manifest, kind: string, at: number): string {
  const path = block.headings.map(({ text }) => plainHeading(text));
  const isPure = isPureKind(manifest, path[at] ?? "") || pureConcept(path[at] ?? "") !== null;
  const below = path[at + 1];
  const concept = conceptOfKind(kind);
  const hasMembers = isThing(kind) || concept === "infrastructure" || concept === null;
  const unit = factRows(manifest).find((row) => row.kind === kind)?.unit;
  if (unit === "fact") return path.at(-1) ?? "";
  if (isPure && below !== undefined && !isGeneric(below)) return below;
  if (isPure && hasMembers) return leadingName(block) ?? "";
  return isPureKind(manifest, path[at] ?? "") ? "" : (path[at] ?? "");
}

function byTable(block: Block, manifest: Manifest): Judged | null {
  if (block.table === null) return null;
  const named = sectionKind(manifest, block.table.titles);
  const concept = named === null ? conceptOfTitles(block.table.titles) : null;
  const kind = named ?? (concept === null ? null : kindFor(manifest, concept));
  if (kind === null) return null;
  const subject = leadingName(block) ?? innermostName(block);
  return { kind, subject, why: "the titles of its table" };
}

/** A link to a topic file says what the text is about. */
function byTarget(block: Block, context: ClassifyContext): Judged | null {
  const target = targetsOf(block, context).find((path) => context.topicFiles.has(path));
  const topic = target === undefined ? undefined : context.topicFiles.get(target);
  return topic === undefined
    ? null
    : { kind: topic.kind, subject: topic.subject, why: "the topic it links to" };
}

function byMention(block: Block, context: ClassifyContext): Judged | null {
  const topic = mentioned(block.text, context);
  return topic === null ? null : { ...topic, why: "the topic it names" };
}

/** Words at the start of a text in which the name of what it is about stands. */
const OPENING_WORDS = 8;
const LONGEST_NAME = 4;

/** The topic that a text names in its opening words; the first one named, of two there the longer name. */
function mentioned(text: string, { topics }: ClassifyContext): NamedTopic | null {
  const words = (text.match(/[\p{L}\p{M}\p{N}]+(?:[-_.'][\p{L}\p{M}\p{N}]+)*/gu) ?? []).filter(
    (word) => !/^\d{1,4}(?:-\d\d){0,2}$/u.test(word),
  );
  for (let from = 0; from < Math.min(words.length, OPENING_WORDS); from += 1) {
    for (let length = LONGEST_NAME; length >= 1; length -= 1) {
      const name = words.slice(from, from + length).join(" ");
      const topic = /^\p{Ll}{1,5}$/u.test(name) ? undefined : topics.get(slugOf(name));
      if (topic !== undefined) return { kind: topic.kind, subject: topic.subject };
    }
  }
  return null;
}

function byPhrase(block: Block, manifest: Manifest, context: ClassifyContext): Judged | null {
  const own = block.form === "code" ? codeConcept(block) : conceptOfText(block.text);
  const section = context.sections.get(block.headings.at(-1)?.start ?? -1) ?? null;
  const concept = section ?? own;
  if (concept === null) return null;
  // a stray phrase in a part of the project ("never" in its architecture) does not tear it out
  if (section === null && isPart(block)) return null;
  // nor does one step or command leave the thing that the rest of its section is about
  if (section === null && concept === "procedure" && bySection(block, manifest, context) !== null)
    return null;
  const kind = kindFor(manifest, concept);
  if (kind === null) return null;
  const isThing = concept === "person" || concept === "infrastructure";
  const subject = (isThing ? leadingName(block) : null) ?? innermostName(block);
  return { kind, subject, why: "its words" };
}

const SHELL = /^(?:sh|bash|zsh|fish|shell|console|terminal|powershell|ps1|bat|cmd)?$/iu;

function codeConcept(block: Block): Concept | null {
  return SHELL.test(block.language ?? "x") && block.language !== "" ? "procedure" : null;
}

/** What a document says of its project, and whole sections about one thing. */
function bySection(block: Block, manifest: Manifest, context: ClassifyContext): Judged | null {
  const kind = kindFor(manifest, "project");
  if (kind === null || block.headings.length === 0) return null;
  if (isPart(block)) return { kind, subject: context.project, why: "a part of the project" };
  const section = sectionAbove(block);
  if (section !== null && context.large.has(section.start))
    return { kind, subject: section.name, why: "the thing its heading names" };
  return context.title === null ? null : { kind, subject: context.title, why: "what the document is about" };
}

function isPart(block: Block): boolean {
  return block.headings.some(({ text, depth }) => depth > 1 && !isGeneric(text) && isPartOfProject(text));
}

/** The outermost heading below the document's title that says something: what a whole section is about. */
function sectionAbove({ headings }: Block): { name: string; start: number } | null {
  const below = headings[0]?.depth === 1 && headings.length > 1 ? headings.slice(1) : headings;
  const section = below.find(({ text }) => !isGeneric(text) && plainHeading(text) !== "");
  return section === undefined ? null : { name: plainHeading(section.text), start: section.start };
}

function innermostName(block: Block): string {
  return block.headings.map(({ text }) => plainHeading(text)).findLast((text) => !isGeneric(text)) ?? "";
}
