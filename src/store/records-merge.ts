import { isDeepStrictEqual } from "node:util";
import { ProvenanceFile } from "../memory/provenance.ts";
import { TombstoneFile } from "../memory/tombstone.ts";
import { mergeLines } from "./three-way.ts";

/** Three texts of one internal file: the common one, what stands, and what the change leads to. */
interface Versions {
  base: string;
  ours: string;
  theirs: string;
}

/**
 * As `mergeLines`, for our own JSON: provenance and tombstones are merged record by record, so that a change of one
 * fact never stands in the way of another. Null when a record was changed on both sides.
 */
export function mergeInternal(versions: Versions): string | null {
  return (
    mergeProvenance(versions) ??
    mergeTombstones(versions) ??
    mergeLines(versions.base, versions.ours, versions.theirs)
  );
}

function mergeProvenance(versions: Versions): string | null {
  const files = parseAll(versions, (value) => ProvenanceFile.safeParse(value).data);
  if (files === null) return null;
  const facts = mergeRecords(files.base.facts, files.ours.facts, files.theirs.facts);
  return facts === null ? null : write({ ...files.ours, facts }, versions.ours);
}

function mergeTombstones(versions: Versions): string | null {
  const files = parseAll(versions, (value) => TombstoneFile.safeParse(value).data);
  if (files === null) return null;
  const tombstones = mergeRecords(files.base.tombstones, files.ours.tombstones, files.theirs.tombstones);
  return tombstones === null ? null : write({ ...files.ours, tombstones }, versions.ours);
}

function mergeRecords<T extends { id: string }>(base: T[], ours: T[], theirs: T[]): T[] | null {
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

function parseAll<T>(
  versions: Versions,
  read: (value: unknown) => T | undefined,
): { base: T; ours: T; theirs: T } | null {
  try {
    const base = read(JSON.parse(versions.base));
    const ours = read(JSON.parse(versions.ours));
    const theirs = read(JSON.parse(versions.theirs));
    return base === undefined || ours === undefined || theirs === undefined ? null : { base, ours, theirs };
  } catch {
    return null;
  }
}

/** In the form the file has: indented or on one line. */
function write(value: unknown, like: string): string {
  return `${JSON.stringify(value, null, /^\{\n/.test(like) ? 2 : 0)}\n`;
}
