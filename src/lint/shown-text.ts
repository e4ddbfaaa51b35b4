import { cutAtWord } from "../handoff/document.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { parseTree } from "../markdown/tree.ts";
import { settingsOf } from "./rule-defaults.ts";
import type { Rule } from "./rule.ts";
import { rule as indexPointersOnly } from "./rules/index-pointers-only/index.ts";
import { rule as noCode } from "./rules/no-code/index.ts";
import { rule as noCommitHash } from "./rules/no-commit-hash/index.ts";
import { rule as noInstruction } from "./rules/no-instruction/index.ts";
import { rule as noInvisibleCharacter } from "./rules/no-invisible-character/index.ts";
import { rule as noRawError } from "./rules/no-raw-error/index.ts";
import { rule as noRedactionMask } from "./rules/no-redaction-mask/index.ts";
import { rule as noSecret } from "./rules/no-secret/index.ts";
import { rule as noTemporaryNote } from "./rules/no-temporary-note/index.ts";

/** The rules about what a cell or item of the index may say. */
const CONTENT_RULES: readonly Rule[] = [
  indexPointersOnly,
  noCode,
  noCommitHash,
  noInstruction,
  noInvisibleCharacter,
  noRawError,
  noRedactionMask,
  noSecret,
  noTemporaryNote,
];

/** UTF-16 units of a cell or item text of the index. */
const MAX_CELL = 80;

/** Text for a place in the index: one short line without code marks, pipes, brackets or raw HTML. */
export function shortText(text: string): string {
  const flat = text
    .replace(/[`|\\]+/gu, " ")
    .replace(/[[\]]/gu, " ")
    .replace(/<[^>]*>/gu, " ")
    .replace(/[<>]/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
  return cutAtWord(flat, MAX_CELL).replace(/^[#>*+-]+\s+/u, "");
}

/** What keeps a text out of the index: the rules it breaks. */
type Verdict = ReadonlySet<string>;

const verdicts = new WeakMap<Manifest, Map<string, Verdict>>();
const NOTHING: Verdict = new Set();

/**
 * The first of these texts that may stand in the index, shortened; empty where none may. A status may say that
 * something is for now, other cells may not.
 */
export function firstSafe(manifest: Manifest, texts: readonly string[], isStatus = false): string {
  judgeTexts(manifest, texts);
  const known = verdictsOf(manifest);
  const isSafe = (text: string): boolean => {
    const broken = [...(known.get(text) ?? NOTHING)];
    return broken.every((rule) => isStatus && rule === noTemporaryNote.meta.id);
  };
  return texts.map(shortText).find((text) => text !== "" && isSafe(text)) ?? "";
}

/** Judges many texts at once; `firstSafe` then knows. Texts are shortened first. */
export function judgeTexts(manifest: Manifest, texts: Iterable<string>): void {
  const known = verdictsOf(manifest);
  const open = new Set([...texts].map(shortText).filter((text) => text !== "" && !known.has(text)));
  if (open.size > 0) judge(manifest, [...open]);
}

/** Texts that passed the gate before need not be judged again; the gate still sees the whole index. */
export function trustTexts(manifest: Manifest, texts: Iterable<string>): void {
  const known = verdictsOf(manifest);
  for (const text of texts) if (!known.has(text)) known.set(text, NOTHING);
}

function verdictsOf(manifest: Manifest): Map<string, Verdict> {
  const known = verdicts.get(manifest) ?? new Map<string, Verdict>();
  verdicts.set(manifest, known);
  return known;
}

/** One table row a text, as a cell and as the text of a link. */
function judge(manifest: Manifest, texts: readonly string[]): void {
  const head = ["# Memory", "", "| a | b |", "| --- | --- |"];
  const rows = texts.map((text) => `| ${text} | [${text}](a.md) |`);
  const markdown = parseTree(`${[...head, ...rows].join("\n")}\n`);
  const broken = new Map<number, Set<string>>();
  for (const rule of CONTENT_RULES) {
    const options = settingsOf(rule, manifest).options;
    const context = {
      file: manifest.index,
      markdown,
      manifest,
      snapshot: undefined,
      options,
      knownRules: [],
    };
    for (const { place } of rule.check(context)) {
      broken.set(place.line, (broken.get(place.line) ?? new Set()).add(rule.meta.id));
    }
  }
  const known = verdictsOf(manifest);
  for (const [position, text] of texts.entries())
    known.set(text, broken.get(head.length + position + 1) ?? NOTHING);
}
