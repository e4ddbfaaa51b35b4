import type { Scope } from "../session/scope.ts";
import type { FileRow, Manifest } from "./manifest.ts";
import { INBOX_KIND, fitOf, isLiteral, isReservedPath } from "./pattern.ts";

/** The row of a kind, of several that of the scope; null for a kind the manifest does not know. */
export function rowForKind(manifest: Manifest, kind: string, scope?: Scope): FileRow | null {
  const rows = manifest.files.filter((row) => row.kind === kind);
  return rows.find((row) => row.scope === scope) ?? rows[0] ?? null;
}

/** The row of the inbox. */
export function inboxRow(manifest: Manifest): FileRow | null {
  return rowForKind(manifest, INBOX_KIND);
}

/**
 * The row that describes a file, or null. A literal row beats a pattern, a longer pattern a shorter one. Kinds that
 * share a pattern are told apart by their fixed fields: give the file's front matter for that; without it the first
 * of them is returned. Sub-indexes, MANIFEST.md and the index belong to no row.
 */
export function matchRow(
  manifest: Manifest,
  path: string,
  frontMatter: Readonly<Record<string, unknown>> | null = null,
): FileRow | null {
  if (isReservedPath(path, manifest.index) || isSubIndex(manifest, path)) return null;
  let best: FileRow[] = [];
  let bestRank = -1;
  for (const row of manifest.files) {
    const rank = rankOf(row, path);
    if (rank > bestRank) [best, bestRank] = [[row], rank];
    else if (rank === bestRank && rank >= 0) best.push(row);
  }
  return closest(best, frontMatter);
}

/** True for `index-….md` beside the index: rows that outgrew it live there. */
export function isSubIndex(manifest: Manifest, path: string): boolean {
  const folder = manifest.index.slice(0, manifest.index.lastIndexOf("/") + 1);
  return path.startsWith(`${folder}index-`) && /^index-[^/]+\.md$/u.test(path.slice(folder.length));
}

/** -1: no match; else literal text decides, an exact file before its continuation. */
function rankOf(row: FileRow, path: string): number {
  const literals = row.pattern.replace(/\{[^}]*\}/gu, "").length;
  const base = isLiteral(row.pattern) ? 100_000 : literals * 2;
  const fit = fitOf(row.pattern, path);
  if (fit === null) return -1;
  return fit === "exact" ? base + 1 : base;
}

function closest(
  rows: readonly FileRow[],
  frontMatter: Readonly<Record<string, unknown>> | null,
): FileRow | null {
  const [first = null] = rows;
  if (rows.length < 2 || frontMatter === null) return first;
  let best = first;
  let bestScore = 0;
  for (const row of rows) {
    const score = agreement(row, frontMatter);
    if (score > bestScore) [best, bestScore] = [row, score];
  }
  return best;
}

/** How many fixed fields the front matter agrees with; a field of ours (not the client's `type`) counts more. */
function agreement(row: FileRow, frontMatter: Readonly<Record<string, unknown>>): number {
  let score = 0;
  for (const field of row.fields) {
    if (field.value === null) continue;
    const value = fieldValue(frontMatter, field.name) ?? fieldValue(frontMatter, lastName(field.name));
    if (value === undefined) continue;
    if (value !== field.value) score -= 1;
    else score += field.name.endsWith("kind") ? 4 : 2;
  }
  return score;
}

/** A field by its dotted name, as text; undefined when absent or not a plain value. */
export function fieldValue(frontMatter: Readonly<Record<string, unknown>>, name: string): string | undefined {
  let value: unknown = frontMatter;
  for (const part of name.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  if (value instanceof Date) return value.toISOString();
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : undefined;
}

function lastName(dotted: string): string {
  return dotted.slice(dotted.lastIndexOf(".") + 1);
}
