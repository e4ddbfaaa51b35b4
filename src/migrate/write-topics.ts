import type { FileRow, Manifest } from "../manifest/manifest.ts";
import { nthPath } from "../manifest/paths.ts";
import { codePoints, endsInBlankLine } from "../markdown/tree.ts";
import { factId } from "../memory/normalise.ts";
import { identityOf } from "../memory/overlap.ts";
import type { ProvenanceRecord } from "../memory/provenance.ts";
import { readMemoryFile } from "../memory/topic.ts";
import { type MemoryDraft, putRecords, putText, recordsOf, textOf } from "../plan/draft.ts";
import type { FieldValue } from "../plan/front-matter.ts";
import { firstSafe } from "../lint/shown-text.ts";
import { newTopicFile } from "../plan/topic-file.ts";
import { plainHeading } from "../relocate/concepts.ts";
import type { Placed, Target } from "./place.ts";
import { clashes } from "./references.ts";
import { type Addition, additionOf, isOpenAtEnd, roomIn, type SourceText, spansOf } from "./topic-text.ts";

/** Code points that headings and copied notes of a file may need beside its pieces. */
const MARGIN = 600;

/** Writes the pieces of one file, into its continuations too when it gets full. Gives the file of each piece. */
export function writeTopic(
  draft: MemoryDraft,
  target: Target,
  placed: readonly Placed[],
  source: SourceText,
): ReadonlyMap<Placed, string> {
  const files = new Map<Placed, string>();
  let left = [...placed];
  for (let n = 1; left.length > 0; n += 1) {
    const file = nthPath(target.file, n);
    const standing = textOf(draft, file);
    if (standing !== null && (isOpenAtEnd(standing) || roomIn(draft.manifest, standing) < MARGIN)) continue;
    const isOther = standing !== null && clashes(spansOf(left), source, { file, text: standing });
    if (isOther) continue;
    const title = n === 1 ? target.title : `${target.title} ${n}`;
    const base = standing ?? newText(draft, target, title, left, source);
    const taken = fitting(draft.manifest, base, left);
    const here = standing === null ? taken : taken.map((one) => headed(one, base));
    const addition = additionOf(here, source, { file, standing: base });
    const text = base + gapBehind(base, source.markdown.lineEnding);
    putText(draft, file, text + addition.text, `moved from ${source.file}`);
    recordFacts(draft, file, bodyLength(text), addition, source.file);
    for (const one of taken) files.set(one, file);
    left = left.slice(taken.length);
  }
  return files;
}

/** As many pieces as the file has room for, one at least. */
function fitting(manifest: Manifest, base: string, left: readonly Placed[]): Placed[] {
  let room = roomIn(manifest, base) - MARGIN;
  const taken: Placed[] = [];
  for (const one of left) {
    const head = one.piece.block.table?.titles.join(" | ").length ?? 0;
    room -=
      codePoints(one.piece.block.text) + head + one.path.reduce((sum, { text }) => sum + text.length, 0) + 4;
    if (taken.length > 0 && room < 0) break;
    taken.push(one);
  }
  return taken;
}

/** Behind the sections of a file that stands, a piece needs a heading of its own: else it would join the last of them. */
function headed(placed: Placed, base: string): Placed {
  if (placed.path.length > 0 || !/^#{2,6}\s|^[-=]{2,}\s*$/mu.test(base)) return placed;
  const heading = plainHeading(placed.piece.block.headings.at(-1)?.text ?? "");
  return { ...placed, path: [{ text: heading === "" ? "Notes" : heading, start: null }] };
}

function gapBehind(text: string, eol: string): string {
  if (endsInBlankLine(text)) return "";
  return /[\r\n]$/u.test(text) ? eol : eol + eol;
}

const bodyLength = (text: string): number => text.length - Number(text.startsWith("\uFEFF"));

function newText(
  draft: MemoryDraft,
  { row }: Target,
  title: string,
  placed: readonly Placed[],
  source: SourceText,
): string {
  const fields = row === null ? [] : fieldsOf(draft, row, title, placed);
  return newTopicFile(title, fields).replaceAll("\n", source.markdown.lineEnding);
}

/** The row's fixed fields, the title in the first free one, and what the pieces say of the others. */
function fieldsOf(draft: MemoryDraft, row: FileRow, title: string, placed: readonly Placed[]): FieldValue[] {
  const first = row.fields.find((field) => field.value === null);
  const fields = row.fields.flatMap(({ name, value }): FieldValue[] => {
    if (value !== null) return [{ name, value }];
    if (name === first?.name) return [{ name, value: title }];
    const said = name === "description" ? descriptionOf(draft, row, placed) : saidOf(draft, name, placed);
    return said === "" ? [] : [{ name, value: said }];
  });
  if (!row.fields.some(({ name }) => name === "metadata.type")) return fields;
  return [
    ...fields,
    { name: "metadata.node_type", value: "memory" },
    { name: "metadata.modified", value: draft.now.toISOString() },
  ];
}

function descriptionOf(draft: MemoryDraft, row: FileRow, placed: readonly Placed[]): string {
  const texts = row.unit === "fact" ? [] : placed.slice(0, 3).map(({ piece }) => plainText(piece.block.text));
  return firstSafe(draft.manifest, [...texts, row.holds]);
}

const VALUE_CHARS = 60;

/** The value of a field as a cell under that title or a line "status: …" says it; empty when nothing does. */
function saidOf(draft: MemoryDraft, name: string, placed: readonly Placed[]): string {
  const line = new RegExp(
    `^(?:[-*+]\\s+)?(?:\\*\\*|__)?${name}(?:\\*\\*|__)?\\s*[:：](?:\\*\\*|__)?\\s*(.+)$`,
    "imu",
  );
  for (const { piece } of placed) {
    const { block } = piece;
    const column = block.table?.titles.findIndex((title) => title.toLowerCase() === name.toLowerCase()) ?? -1;
    const said = column === -1 ? line.exec(block.text)?.[1] : block.cells[column];
    const value = plainText(said ?? "");
    if (value === "" || codePoints(value) > VALUE_CHARS) continue;
    const safe = firstSafe(draft.manifest, [value]);
    if (safe !== "") return safe;
  }
  return "";
}

function plainText(text: string): string {
  return text
    .replace(/^(?:[-*+]|\d{1,9}[.)])\s+/u, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/gu, "$1")
    .replace(/[*`]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, "")
    .replace(/\s+/gu, " ")
    .trim();
}

/** A record a fact, so that `why` and later captures know where it comes from. */
function recordFacts(
  draft: MemoryDraft,
  path: string,
  offset: number,
  { pieces }: Addition,
  source: string,
): void {
  const file = draft.files.get(path);
  if (file === undefined) return;
  const records: ProvenanceRecord[] = [];
  for (const fact of readMemoryFile(file).facts) {
    const owner = pieces.find(
      ({ start, end }) => fact.start >= start + offset && fact.start < Math.max(end, start + 1) + offset,
    );
    const row = owner?.placed.target.row;
    if (owner === undefined || row === null || row === undefined) continue;
    const evidence = `${source}:${owner.placed.piece.block.line}`;
    records.push({
      id: factId(evidence, fact.text),
      kind: row.kind,
      subject: owner.placed.piece.classification.subject,
      headings: fact.headings,
      ...identityOf(fact.text),
      evidence: [evidence],
      host: null,
      sessionId: null,
      at: owner.placed.day === null ? null : `${owner.placed.day}T00:00:00.000Z`,
      correctedAt: null,
      origin: "migrate",
      scope: row.scope,
      confidence: "stated",
      rank: 0,
      aliases: [],
      supersedes: [],
    });
  }
  if (records.length > 0) putRecords(draft, path, [...recordsOf(draft, path), ...records]);
}
