import { parseHandoffDocument } from "../handoff/document.ts";
import { matchRow, fieldValue } from "../manifest/routes.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { FEW_FILES, namesFile, plainPath } from "../memory/topic-paths.ts";
import type { Topic } from "../memory/topic.ts";
import { topicsIn } from "./topics.ts";

/** A topic whose files changed since it was touched. */
export interface StaleTopic {
  /** How many of the files it names sessions changed since. */
  changed: number;
  /** ISO time of the last session that did. */
  last: string;
}

/** What a session changed, by its handoff file. */
interface Changes {
  at: string;
  files: readonly string[];
}

const known = new WeakMap<MemorySnapshot, ReadonlyMap<string, StaleTopic>>();

/**
 * Topics whose `paths` name more than three files that sessions changed since the topic was touched, by path. The
 * handoff files tell what a session changed; the provenance, the client's `modified`, else the file's time tells when
 * the topic was touched.
 */
export function staleTopics(snapshot: MemorySnapshot): ReadonlyMap<string, StaleTopic> {
  const found = known.get(snapshot) ?? findStale(snapshot);
  known.set(snapshot, found);
  return found;
}

function findStale(snapshot: MemorySnapshot): ReadonlyMap<string, StaleTopic> {
  const stale = new Map<string, StaleTopic>();
  const topics = [...topicsIn(snapshot).values()].filter(({ paths }) => paths.length > 0);
  if (topics.length === 0) return stale;
  const sessions = changesOf(snapshot);
  for (const topic of topics) {
    const since = touchedAt(topic, snapshot);
    const later = sessions.filter(({ at }) => Date.parse(at) > since);
    const named = topic.paths.map(namesFile);
    const changed = new Set(
      later.flatMap(({ files }) => files).filter((file) => named.some((is) => is(file))),
    );
    const last = later.reduce((newest, { at }) => (at > newest ? at : newest), "");
    if (changed.size > FEW_FILES) stale.set(topic.file, { changed: changed.size, last });
  }
  return stale;
}

function changesOf(snapshot: MemorySnapshot): Changes[] {
  return [...snapshot.files.values()].flatMap((file) => {
    if (matchRow(snapshot.manifest, file.path)?.unit !== "boundary") return [];
    const document = parseHandoffDocument(file.text);
    const at = document?.boundary.at ?? document?.session.endedAt ?? null;
    if (document === null || at === null) return [];
    const edited = document.state.files.filter(({ edits }) => edits > 0);
    return [{ at, files: edited.map(({ path }) => plainPath(path)) }];
  });
}

function touchedAt({ file, updatedAt, frontMatter }: Topic, snapshot: MemorySnapshot): number {
  const written = fieldValue(frontMatter, "metadata.modified") ?? fieldValue(frontMatter, "modified") ?? null;
  const times = [updatedAt, written].flatMap((time) => {
    const value = time === null ? Number.NaN : Date.parse(time);
    return Number.isNaN(value) ? [] : [value];
  });
  return times.length > 0 ? Math.max(...times) : (snapshot.files.get(file)?.modifiedAt ?? 0);
}
