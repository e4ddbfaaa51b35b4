import type { FileRow, Manifest } from "./manifest.ts";
import { patternParts, type Placeholder } from "./pattern.ts";
import { matchRow } from "./routes.ts";
import { shortHash, slugOf } from "./slug.ts";

/** Enough to tell sessions of one second apart, and short enough to leave the index room. */
const SESSION_CHARS = 8;

/** What fills the placeholders of a pattern. Code makes these; a model or a transcript gives names, never paths. */
export interface PathValues {
  /** From `slugOf`; absent: the kind's name. */
  slug?: string;
  /** Session id of the host; its first 8 characters are used. */
  session?: string;
  /** ISO time of the boundary or the evidence; gives `{date}`, `{time}` and `{yyyy-mm}` in UTC. */
  at: string;
  /** Name of the person; becomes a slug. */
  person: string;
}

/** The relative path of a row's file, filled by code alone. Safe by itself, whatever the values are. */
export function pathFor(row: FileRow, values: PathValues): string {
  const iso = new Date(values.at).toISOString();
  const filling: Readonly<Record<Placeholder, string>> = {
    slug: slugOf(values.slug ?? row.kind),
    session: slugOf((values.session ?? "session").slice(0, SESSION_CHARS)),
    person: slugOf(values.person),
    date: iso.slice(0, 10),
    time: iso.slice(11, 19).replaceAll(":", ""),
    "yyyy-mm": iso.slice(0, 7),
  };
  const parts = patternParts(row.pattern) ?? [{ literal: row.pattern }];
  return parts.map((part) => ("literal" in part ? part.literal : filling[part.placeholder])).join("");
}

/**
 * The path of a new topic. A slug that would name a literal row, MANIFEST.md, the index, a sub-index or a file for
 * which `isTaken` says true (another kind's topic) gets the kind as suffix, then as prefix, then with a hash.
 */
export function freePathFor(
  manifest: Manifest,
  row: FileRow,
  values: PathValues,
  isTaken: (path: string) => boolean,
): string {
  const slug = slugOf(values.slug ?? row.kind);
  const kind = slugOf(row.kind);
  const stems = [slug, `${slug}-${kind}`, `${kind}-${slug}`, `${kind}-${shortHash(slug)}`];
  const paths = stems.map((stem) => pathFor(row, { ...values, slug: stem }));
  const free = paths.find(
    (path) =>
      // a reserved path or a sub-index belongs to no row
      matchRow(manifest, path)?.pattern === row.pattern && !isTaken(path),
  );
  return free ?? paths.at(-1) ?? row.pattern;
}

/** The n-th file of a name: `a.md`, `a-2.md`, `a-3.md` … */
export function nthPath(path: string, n: number): string {
  return n === 1 ? path : path.replace(/\.md$/iu, `-${n}$&`);
}

/**
 * Where new text of a topic goes: the file itself, or its first continuation with room below the manifest's
 * `topic-chars`. `charsOf` gives the code points of a file, 0 when there is none.
 */
export function roomyPath(
  manifest: Manifest,
  path: string,
  added: number,
  charsOf: (path: string) => number,
): string {
  for (let n = 1; ; n += 1) {
    const candidate = nthPath(path, n);
    const chars = charsOf(candidate);
    if (chars === 0 || chars + added < manifest.limits.topicChars) return candidate;
  }
}
