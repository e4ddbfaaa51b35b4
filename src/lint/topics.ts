import { INBOX_KIND } from "../manifest/pattern.ts";
import { isIgnored } from "../manifest/ignore.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { matchRow } from "../manifest/routes.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { type Topic, topicsOf } from "../memory/topic.ts";

/** Whether a path is that of a topic file: the inbox, handoffs, sub-indexes and ignored files are none. */
export function isTopic(manifest: Manifest, path: string): boolean {
  if (isIgnored(manifest, path)) return false;
  const row = matchRow(manifest, path);
  return row !== null && row.unit !== "boundary" && row.kind !== INBOX_KIND;
}

const topics = new WeakMap<MemorySnapshot, ReadonlyMap<string, Topic>>();

/** Topics of a memory by path, read once a snapshot. */
export function topicsIn(snapshot: MemorySnapshot): ReadonlyMap<string, Topic> {
  const known = topics.get(snapshot);
  if (known !== undefined) return known;
  const read = new Map(topicsOf(snapshot).map((topic) => [topic.file, topic]));
  topics.set(snapshot, read);
  return read;
}
