import { MOVE } from "../lint/measure.ts";
import type { LintMessage } from "../lint/rule.ts";
import type { FileRow, Manifest } from "../manifest/manifest.ts";
import { contentRows, targetRow } from "./write-gate-target.ts";
import type { NewFindings } from "./write-gate-new.ts";
import type { MemoryWrite } from "./write-gate.ts";

/** UTF-16 units of the whole message. */
const MESSAGE_CAP = 600;
const NAME_CAP = 80;
/** Most places of one sort that are named before "and n more". */
const MOST_PLACES = 8;

/** Lines from and to, 1-based. */
type Stretch = readonly [from: number, to: number];
/** Stretches that share a property, in the order they stand; neighbours are one. */
type Groups = ReadonlyMap<string, readonly Stretch[]>;

/** How much a message may say: tried from the most to the least. */
interface Detail {
  places: number;
  /** Whether the file of each kind is named where the kind is not known. */
  routes: boolean;
}

/**
 * New findings as one short, factual message (≤ 600 UTF-16 units): what stands on which line, and which file of the
 * manifest it belongs in. Holds no text of the file: line numbers, counts, and names of the manifest.
 */
export function sayFindings(write: MemoryWrite, { findings, secretLines }: NewFindings): string {
  const file = shortName(write.file);
  const moves = findings.filter(isMove);
  const others = findings.filter((finding) => !isMove(finding));
  for (const detail of details()) {
    const parts = [
      ...saySecrets(file, secretLines, detail),
      ...sayMoves(file, moves, write, detail),
      ...others.slice(0, detail.places).map((finding) => sayOther(file, finding)),
    ];
    const text = parts.join(" ");
    if (text.length <= MESSAGE_CAP) return text;
  }
  return `${file}: this write added ${findings.length + secretLines.length} findings; \`handoff lint\` lists them.`;
}

function* details(): Generator<Detail> {
  for (const routes of [true, false]) yield { places: MOST_PLACES, routes };
  for (let places = MOST_PLACES - 1; places > 0; places -= 1) yield { places, routes: false };
}

const isMove = ({ message }: LintMessage): boolean => message.endsWith(MOVE);

function saySecrets(file: string, lines: readonly number[], { places }: Detail): string[] {
  if (lines.length === 0) return [];
  const where = sayLines(
    lines.map((line) => [line, line]),
    places,
  );
  return [
    `${file} has a secret-shaped value on ${where}: memory is plain text, so it says where the value is kept, not the value.`,
  ];
}

function sayMoves(file: string, moves: readonly LintMessage[], write: MemoryWrite, detail: Detail): string[] {
  if (moves.length === 0) return [];
  const { places } = detail;
  const added = [...groupsOf(moves, whatOf)].map(([what, lines]) => `${what} (${sayLines(lines, places)})`);
  const holds = `${file} holds pointers only; this write added ${listed(added, places)}.`;
  const targets = [...groupsOf(moves, (finding) => targetOf(write, finding))];
  const where = targets.map(([target]) => (target === "" ? ofItsKind(write.manifest, detail) : target));
  if (where.length === 1)
    return [`${holds} That belongs in ${where[0]}, with one line here that links to it.`];
  const each = targets.map(([, lines], at) => {
    const verb = at > 0 ? "" : isOneLine(lines) ? " belongs" : " belong";
    return `${sayLines(lines, places)}${verb} in ${where[at]}`;
  });
  return [holds, `${capital(listed(each, places))}; one line here links to each.`];
}

/** A finding that is not content in the wrong place: its rule says what to do. */
function sayOther(file: string, { message, line, id }: LintMessage): string {
  const where = id === "too-long" || id === "nearly-full" ? file : `${file} line ${line}`;
  return `${where}: ${message}.`;
}

/** What a finding is, in the rule's own words but without the counts that its lines tell. */
function whatOf({ rule, id, message }: LintMessage): string {
  if (rule === "index-pointers-only" && (id === "prose" || id === "no-pointer")) return "text without a link";
  const [words = ""] = message.split("; ");
  return words
    .replace(/ at \d+:\d+$/u, "")
    .replace(/^\d+ lines? of /u, "")
    .replace(/ of \d+ (?:lines?|digits)$/u, "");
}

/** Where the content of a finding belongs; empty: in the file of its kind, which only the agent can tell. */
function targetOf({ after, manifest }: MemoryWrite, { line, endLine }: LintMessage): string {
  const lines = after.replace(/^\uFEFF/u, "").split(/\r\n|\n|\r/u);
  const heading = lines.slice(0, line - 1).findLast((text) => /^#{1,6}\s/u.test(text)) ?? null;
  const row = targetRow(manifest, heading, lines.slice(line - 1, endLine).join("\n"));
  return row === null ? "" : shown(row, manifest);
}

/** Where each kind goes: kinds that share a pattern together. */
function ofItsKind(manifest: Manifest, { routes }: Detail): string {
  const kinds = new Map<string, string[]>();
  for (const row of contentRows(manifest)) {
    const path = shown(row, manifest);
    kinds.set(path, [...(kinds.get(path) ?? []), row.kind]);
  }
  if (!routes) return "the file of its kind (MANIFEST.md lists them)";
  const all = [...kinds].map(([path, names]) => `${names.join(", ")}: ${path}`);
  return `the file of its kind (${all.join("; ")})`;
}

/** A pattern as a person would say it: `{slug}` is a name to choose. */
function shown({ pattern }: FileRow, manifest: Manifest): string {
  const path = pattern.replaceAll("{slug}", "<name>").replace(/\{([^}]+)\}/gu, "<$1>");
  const kinds = manifest.files.filter((row) => row.pattern === pattern);
  return kinds.length > 1 ? `a topic file of its own (${path})` : path;
}

function groupsOf(findings: readonly LintMessage[], keyOf: (finding: LintMessage) => string): Groups {
  const groups = new Map<string, Stretch[]>();
  for (const finding of findings) {
    const key = keyOf(finding);
    groups.set(key, [...(groups.get(key) ?? []), [finding.line, finding.endLine]]);
  }
  return new Map([...groups].map(([key, stretches]) => [key, joined(stretches)]));
}

/** Neighbours and overlaps as one stretch. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const out: Stretch[] = [];
  for (const [from, to] of stretches.toSorted(([a], [b]) => a - b)) {
    const last = out.at(-1);
    if (last !== undefined && from <= last[1] + 1) out[out.length - 1] = [last[0], Math.max(last[1], to)];
    else out.push([from, to]);
  }
  return out;
}

function isOneLine([first, second]: readonly Stretch[]): boolean {
  return first?.[0] === first?.[1] && second === undefined;
}

function sayLines(stretches: readonly Stretch[], most: number): string {
  const places = stretches.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`));
  return `${isOneLine(stretches) ? "line" : "lines"} ${listed(places, most)}`;
}

function listed(parts: readonly string[], most: number): string {
  const rest = parts.length - most;
  const named = parts.slice(0, most).join(", ");
  return rest > 0 ? `${named} and ${rest} more` : named;
}

function shortName(file: string): string {
  const flat = file.replace(/\s+/gu, " ");
  return flat.length <= NAME_CAP ? flat : `…${flat.slice(1 - NAME_CAP)}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
