import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { eachLine } from "../../files/lines.ts";
import { objectOf, parseObject, textOf } from "../json.ts";
import { withFile } from "../transcript-file.ts";
import { kindOf } from "./session-key.ts";

/** One file of a session, from before the databases. */
export interface SessionFile {
  sessionId: string;
  path: string;
  /** `live`: the host writes it; `reset`: put aside at a `/new`; `deleted`: put aside because a person deleted it. */
  state: "live" | "reset" | "deleted";
  /** Bytes. */
  size: number;
  /** Time of the last write, in milliseconds since 1970. */
  writtenAt: number;
}

/**
 * `<id>.jsonl`, a topic's `<id>-topic-<n>.jsonl`, and what resets and deletions made of them. Nothing else that lies in
 * the folder: `.trajectory.jsonl`, `.checkpoint.…`, `.lock`.
 */
const NAME = /^([A-Za-z0-9][A-Za-z0-9_-]*)\.jsonl(?:\.(reset|deleted)\.[\dTZ.-]+)?$/;

/** The session files of a folder, oldest write first; none for a folder that is not there. */
export async function sessionFilesIn(folder: string): Promise<SessionFile[]> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(names.map((name) => fileOf(folder, name)));
  return found.flat().sort((a, b) => a.writtenAt - b.writtenAt || (a.path < b.path ? -1 : 1));
}

async function fileOf(folder: string, name: string): Promise<SessionFile[]> {
  const [, named, put] = NAME.exec(name) ?? [];
  if (named === undefined) return [];
  const path = join(folder, name);
  const file = await stat(path).catch(() => null);
  if (file === null || !file.isFile() || file.size === 0) return [];
  const state = put === "reset" || put === "deleted" ? put : "live";
  const sessionId = named.replace(/-topic-[\w-]+$/, "");
  return [{ sessionId, path, state, size: file.size, writtenAt: file.mtimeMs }];
}

/** The id that a session file's header names; null where it has none. */
export function headerIdOf(path: string): Promise<string | null> {
  return withFile(path, "an OpenClaw session", async ({ handle }) => {
    let id: string | null = null;
    await eachLine(handle, {}, ({ bytes }) => {
      const record = parseObject(bytes);
      if (record?.["type"] === "session") id = textOf(record["id"]);
      return false;
    });
    return id;
  });
}

/** Which key a session was reached by, as `sessions.json` tells: ids of earlier sessions of a key too. */
export interface SessionKeys {
  keyOf: (sessionId: string) => string | null;
  /** Other people take part in some session of the agent: one without a key may be theirs. */
  shared: boolean;
}

/** Reads an index of sessions (`sessions.json`); a missing or broken one tells nothing. */
export async function sessionKeysIn(index: string): Promise<SessionKeys> {
  const text = await readFile(index, "utf8").catch(() => "");
  const keys = new Map<string, string>();
  let shared = false;
  for (const [key, value] of Object.entries(parseObject(text) ?? {})) {
    const entry = objectOf(value);
    const family = entry?.["usageFamilySessionIds"];
    const ids = [entry?.["sessionId"], ...(Array.isArray(family) ? family : [])];
    for (const id of ids) if (typeof id === "string") keys.set(id, key);
    if (["group", "other"].includes(kindOf(key))) shared = true;
  }
  return { keyOf: (id) => keys.get(id) ?? null, shared };
}
