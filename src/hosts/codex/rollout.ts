import { open } from "node:fs/promises";
import { HandoffError } from "../../errors.ts";
import { eachLine } from "../../files/lines.ts";
import { type FoldState, initialFold } from "../../session/fold.ts";
import type { ReadRequest, ReadResult } from "../host.ts";
import { parseObject } from "../json.ts";
import { type JsonlFormat, readJsonl, recognisesJsonl } from "../jsonl-transcript.ts";
import { withFile } from "../transcript-file.ts";
import { metaOf, type RolloutMeta } from "./meta.ts";
import { isCodexRecord } from "./record-types.ts";
import { type Begin, RolloutReader, wholeThread } from "./reader.ts";
import { rolloutOfThread } from "./rollout-files.ts";

const EXPECTED = "a Codex rollout (JSONL)";
/** Forks of forks that are followed: real ones are a few deep. */
const MOST_PARENTS = 16;

/** Reads a rollout into a session. Errors: see `Host.read`, `session-not-found`, `transcript-compressed`. */
export async function readRollout(request: ReadRequest): Promise<ReadResult> {
  refuseCompressed(request.path);
  const meta = await firstMeta(request.path);
  const base = await inherited(request.path, meta, MOST_PARENTS);
  return readJsonl(formatOf({ ...wholeThread, base, ofPerson: meta?.ofPerson ?? true }), request);
}

/** True when one of the first records looks like one of Codex; a compressed rollout is told by its name. */
export async function recognisesRollout(path: string): Promise<boolean> {
  return isCompressed(path) || (await recognisesJsonl(formatOf(wholeThread), path));
}

/** What the first record says of the thread; null when it is no `session_meta`. Errors: as reading. */
export function firstMeta(path: string): Promise<RolloutMeta | null> {
  return withFile(path, EXPECTED, async ({ handle }) => {
    let meta: RolloutMeta | null = null;
    await eachLine(handle, {}, ({ bytes, long }) => {
      const record = long ? null : parseObject(bytes);
      meta = record === null ? null : metaOf(record);
      return false;
    });
    return meta;
  });
}

function formatOf(begin: Begin): JsonlFormat {
  return {
    host: "codex",
    name: "Codex",
    expected: EXPECTED,
    isRecord: isCodexRecord,
    reader: (_state, cursor) => new RolloutReader(begin, cursor),
  };
}

/**
 * The fold of what a fork took over: it is not copied, the fork names its parent and where it left it. A parent that is
 * gone leaves the fork its own lines.
 */
async function inherited(path: string, meta: RolloutMeta | null, depth: number): Promise<FoldState> {
  const base = meta?.base ?? null;
  if (base === null || depth === 0) return initialFold();
  const parent = await rolloutOfThread(path, base.threadId);
  if (parent === null || isCompressed(parent)) return initialFold();
  const parentMeta = await firstMeta(parent).catch(() => null);
  const before = await inherited(parent, parentMeta, depth - 1);
  return foldUpTo(parent, base.endOffset, { ...wholeThread, base: before }).catch(() => before);
}

/** The fold over the first `end` bytes of a rollout. */
async function foldUpTo(path: string, end: number, begin: Begin): Promise<FoldState> {
  const handle = await open(path, "r");
  const part = {
    stat: async () => ({ size: Math.min(end, (await handle.stat()).size) }),
    read: handle.read.bind(handle),
  };
  try {
    let reader = new RolloutReader(begin, null);
    for (let next: RolloutReader | null = reader; next !== null; next = next.again()) {
      reader = next;
      await eachLine(part, {}, ({ bytes, start, long }) => {
        const record = long ? null : parseObject(bytes);
        if (record !== null) reader.record(record, start);
      });
    }
    reader.end();
    return reader.collector.state;
  } finally {
    await handle.close();
  }
}

function isCompressed(path: string): boolean {
  return path.endsWith(".jsonl.zst");
}

function refuseCompressed(path: string): void {
  if (isCompressed(path)) throw new HandoffError("transcript-compressed", { path });
}
