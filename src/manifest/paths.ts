import type { FileRow, Manifest } from "./manifest.ts";
import { isLiteral, isReservedPath, patternParts, type Placeholder } from "./pattern.ts";
import { isSubIndex, matchRow } from "./routes.ts";
import { shortHash, slugOf } from "./slug.ts";

/** What fills the placeholders of a pattern. Only code makes these; a model or transcript gives names, never paths. */
export interface PathValues {
  /** Name of the topic; becomes its slug. Empty: the kind's name. */
  subject: string;
  /** Session id of the host. */
  session: string;
  /** Time of the boundary, or of the evidence: date, time and month are its UTC parts. */
  at: Date;
  /** Name of the person; becomes a slug. */
  person: string;
}

/**
 * The relative path of a row's file. A slug that would name a literal row, MANIFEST.md, the index, a sub-index or a
 * file for which `isTaken` says true (another kind's topic) gets the kind as suffix, then a hash.
 */
export function pathFor(
  manifest: Manifest,
  row: FileRow,
  values: PathValues,
  isTaken: (path: string) => boolean = () => false,
): string {
  const plain = values.subject.trim() === "" ? row.kind : values.subject;
  const slug = slugOf(plain);
  const isFree = (path: string): boolean =>
    !isReservedPath(path, manifest.index) &&
    !isSubIndex(manifest, path) &&
    sharesPattern(matchRow(manifest, path), row) &&
    !isTaken(path);
  const tries = [
    slug,
    `${slug}-${slugOf(row.kind)}`,
    `${slugOf(row.kind)}-${slug}`,
    `${slugOf(row.kind)}-${shortHash(plain)}`,
  ];
  const paths = tries.map((name) => fill(row.pattern, name, values));
  return paths.find(isFree) ?? paths.at(-1) ?? row.pattern;
}

/** The first of `path`, `path-2`, `path-3` … for which `accepts` says true. The number goes before `.md`. */
export function numberedPath(path: string, accepts: (path: string) => boolean): string {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? path : path.replace(/(?=\.md$)/iu, `-${number}`);
    if (accepts(candidate)) return candidate;
  }
}

/**
 * Where new text of a topic goes: the file itself, or its first continuation that is still below the limit. `charsOf`
 * gives the code points of a file, 0 when there is none. Files over the limit are never made longer.
 */
export function roomyPath(
  manifest: Manifest,
  path: string,
  added: number,
  charsOf: (path: string) => number,
): string {
  return numberedPath(path, (candidate) => {
    const chars = charsOf(candidate);
    return chars === 0 || chars + added < manifest.limits.topicChars;
  });
}

/** A session id as part of a file name: a UUID by its first eight digits, another id as a slug with a hash. */
export function sessionName(session: string): string {
  const uuid = /^([0-9a-f]{8})-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/iu.exec(session);
  if (uuid?.[1] !== undefined) return uuid[1].toLowerCase();
  const slug = slugOf(session);
  return slug.length <= 16 && slug === session
    ? slug
    : `${slug.slice(0, 12).replace(/-+$/u, "")}-${shortHash(session)}`;
}

function fill(pattern: string, slug: string, values: PathValues): string {
  const iso = values.at.toISOString();
  const filling: Readonly<Record<Placeholder, string>> = {
    slug,
    session: sessionName(values.session),
    person: slugOf(values.person),
    date: iso.slice(0, 10),
    time: iso.slice(11, 19).replaceAll(":", ""),
    "yyyy-mm": iso.slice(0, 7),
  };
  return (patternParts(pattern) ?? [])
    .map((part) => ("literal" in part ? part.literal : filling[part.placeholder]))
    .join("");
}

/** A row's own path may be matched by another kind of the same pattern, never by a literal of another kind. */
function sharesPattern(match: FileRow | null, row: FileRow): boolean {
  return (
    match === null || match.pattern === row.pattern || (!isLiteral(match.pattern) && match.kind === row.kind)
  );
}
