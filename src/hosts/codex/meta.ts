import { objectOf, textOf, type Json } from "../json.ts";

/** What the first record of a rollout says of its thread. */
export interface RolloutMeta {
  id: string | null;
  cwd: string | null;
  gitBranch: string | null;
  clientVersion: string | null;
  /** False for threads of the client itself: sub-agents, titles, its own memory. */
  ofPerson: boolean;
  /** Where a fork left its parent: only what came before belongs to it. */
  base: { threadId: string; endOffset: number } | null;
}

/** Reads a `session_meta` record; null when it is none. */
export function metaOf(record: Json): RolloutMeta | null {
  const payload = objectOf(record["payload"]);
  if (record["type"] !== "session_meta" || payload === null) return null;
  const source = payload["source"];
  const threadSource = textOf(payload["thread_source"]);
  return {
    id: textOf(payload["id"]) ?? textOf(payload["session_id"]),
    cwd: textOf(payload["cwd"]),
    gitBranch: textOf(objectOf(payload["git"])?.["branch"]),
    clientVersion: textOf(payload["cli_version"]),
    // A sub-agent's source is an object that names its parent.
    ofPerson: objectOf(source) === null && (threadSource === null || threadSource === "user"),
    base: baseOf(payload),
  };
}

function baseOf(payload: Json): RolloutMeta["base"] {
  const base = objectOf(payload["history_base"]);
  const threadId = textOf(base?.["thread_id"]);
  const endOffset = base?.["end_byte_offset"];
  if (threadId === null || typeof endOffset !== "number" || !(endOffset > 0)) return null;
  return { threadId, endOffset };
}
