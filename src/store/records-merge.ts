import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { mergeLines } from "./three-way.ts";

/** Three texts of one internal file: the common one, what stands, and what the change leads to. */
interface Versions {
  base: string;
  ours: string;
  /** Null when the change leads to no file. */
  theirs: string | null;
}

/** A record as stored: only looked at, so that order and fields unknown to this version are kept. */
const Records = z.array(
  z.custom<{ id: string }>((value) => z.object({ id: z.string() }).safeParse(value).success),
);
type Records = z.infer<typeof Records>;
const File = z.custom<Record<string, unknown>>(
  (value) => z.object({ version: z.literal(1) }).safeParse(value).success,
);

/** Where our internal files hold their records. */
const LISTS = ["facts", "tombstones"];

/**
 * As `mergeLines`, for our own JSON: provenance and tombstones are merged record by record, so that a change of one
 * fact never stands in the way of another. Null when a record was changed on both sides.
 */
export function mergeInternal(versions: Versions): string | null {
  const ours = parse(versions.ours);
  for (const list of LISTS) {
    const lists = [versions.base, versions.ours, versions.theirs].map((text) => recordsIn(text, list));
    const [base, now, theirs] = lists;
    if (ours === null || !base || !now || !theirs) continue;
    const merged = mergeRecords(base, now, theirs);
    return merged === null ? null : write({ ...ours, [list]: merged }, versions.ours);
  }
  return versions.theirs === null ? null : mergeLines(versions.base, versions.ours, versions.theirs);
}

function mergeRecords(base: Records, ours: Records, theirs: Records): Records | null {
  const before = new Map(base.map((record) => [record.id, record]));
  const target = new Map(theirs.map((record) => [record.id, record]));
  const merged = new Map(ours.map((record) => [record.id, record]));
  for (const id of new Set([...before.keys(), ...target.keys()])) {
    const from = before.get(id);
    const to = target.get(id);
    const now = merged.get(id);
    if (isDeepStrictEqual(from, to) || isDeepStrictEqual(now, to)) continue;
    if (!isDeepStrictEqual(now, from)) return null;
    if (to === undefined) merged.delete(id);
    else merged.set(id, to);
  }
  return [...merged.values()];
}

/** The records under a key; none for no file; null when the file holds no such list. */
function recordsIn(text: string | null, list: string): Records | null {
  if (text === null) return [];
  return Records.safeParse(parse(text)?.[list]).data ?? null;
}

function parse(text: string): z.infer<typeof File> | null {
  try {
    return File.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** In the form the file has: indented or on one line. */
function write(value: unknown, like: string): string {
  return `${JSON.stringify(value, null, like.startsWith("{\n") ? 2 : 0)}\n`;
}
