import type { FileRow, Manifest, Section } from "../manifest/manifest.ts";
import { INBOX_KIND } from "../manifest/pattern.ts";
import { type Concept, conceptOf, plainHeading } from "./concepts.ts";

/** Rows whose files take facts: neither the inbox nor what is written once a boundary. */
export function factRows(manifest: Manifest): FileRow[] {
  return manifest.files.filter((row) => row.kind !== INBOX_KIND && row.unit !== "boundary");
}

const byConcept = new WeakMap<Manifest, Map<Concept, string | null>>();

/** The manifest's kind for a concept: the one of that name, else one whose name means it; null without any. */
export function kindFor(manifest: Manifest, concept: Concept): string | null {
  const known = byConcept.get(manifest) ?? new Map<Concept, string | null>();
  byConcept.set(manifest, known);
  const found = known.get(concept);
  if (found !== undefined) return found;
  const kinds = factRows(manifest).map((row) => row.kind);
  const kind = kinds.find((name) => name === concept) ?? kinds.find((name) => conceptOf(name) === concept);
  known.set(concept, kind ?? null);
  return kind ?? null;
}

/** The concept that a kind's own name says, or null. */
export function conceptOfKind(kind: string): Concept | null {
  return conceptOf(kind);
}

/** The kind that a heading names by the manifest's own words: a kind in any number, or a section of one kind. */
export function kindNamed(manifest: Manifest, heading: string): string | null {
  const text = plainHeading(heading).toLowerCase();
  if (text === "") return null;
  const words = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const kinds = [...new Set(factRows(manifest).map((row) => row.kind))];
  const named = kinds.find((kind) => words.some((word) => isFormOf(word, kind.toLowerCase())));
  const sole = soleKind(manifest.sections.find((section) => section.section.toLowerCase() === text));
  // Recent shows handoffs: a fact below it is none, and must not be filed as one of an invented session.
  return named ?? (sole !== null && kinds.includes(sole) ? sole : null);
}

/** Whether a heading says a kind's name, or the name of a section, and nothing else. */
export function isPureKind(manifest: Manifest, heading: string): boolean {
  const text = plainHeading(heading).toLowerCase();
  return (
    factRows(manifest).some((row) => isFormOf(text, row.kind.toLowerCase())) ||
    manifest.sections.some((section) => section.section !== "" && section.section.toLowerCase() === text)
  );
}

/** The one kind of a section; null when it shows several. */
export function soleKind(section: Section | undefined): string | null {
  return section?.kinds.length === 1 ? (section.kinds[0] ?? null) : null;
}

/** Longest ending that makes another form of a word ("story", "stories"; "рецепт", "рецептов"). */
const MAX_ENDING = 3;

function isFormOf(word: string, kind: string): boolean {
  if (word === kind) return true;
  const stem =
    /[\p{Script=Latin}\p{Script=Cyrillic}]$/u.test(kind) && kind.length > 4 ? kind.slice(0, -1) : kind;
  return word.startsWith(stem) && word.length - stem.length <= MAX_ENDING;
}
