import { z } from "zod";
import { HostId } from "./entry.ts";
import { FoldState } from "./fold.ts";

/** Where a read of a transcript stopped: a later one costs only the new bytes and continues the fold. */
export const Cursor = z.object({
  version: z.literal(1),
  host: HostId,
  sessionId: z.string(),
  /** Where the transcript was read from. */
  path: z.string().default(""),
  /** What tells a rewritten or replaced file from a grown one: sha256 of its first bytes (at most 4 KiB) and how many. */
  head: z.object({ bytes: z.number().int(), hash: z.string() }),
  /** Bytes read so far: always just behind a newline. */
  offset: z.number().int(),
  lastEntryId: z.string().nullable(),
  /** Its time; records that are no entries may be later. */
  lastEntryAt: z.string().nullable().default(null),
  lastAt: z.string().nullable(),
  cwd: z.string().nullable(),
  gitBranch: z.string().nullable(),
  title: z.string().nullable(),
  /** How much the title counts: a person's own over the host's over a summary line. */
  titleRank: z.number().int().default(0),
  /** Folder that file paths are relative to: the first one named, or the worktree the session went into. */
  root: z.string().nullable().default(null),
  clientVersion: z.string().nullable(),
  startedAt: z.string().nullable(),
  /** Tool calls whose result was not read yet, by call id: what the reader needs to understand the result. */
  pendingCalls: z.record(
    z.string(),
    z.object({
      tool: z.string(),
      command: z.string().nullable(),
      /** What a person was asked, masked, by the name that the answer will have. */
      questions: z.record(z.string(), z.string()).optional(),
    }),
  ),
  /** Texts typed while the agent worked, masked; `delivered` ones may still be named by one more record. */
  queued: z
    .array(z.object({ text: z.string(), at: z.string().nullable(), delivered: z.boolean() }))
    .default([]),
  /** Ids of the last records before `offset`: a record may be written twice. */
  recentIds: z.array(z.string()).default([]),
  /** Size of the file as read, what lies behind `offset` included. */
  end: z.number().int().default(0),
  /** The same when the session was captured last; 0: never. A read that captures nothing keeps it. */
  capturedEnd: z.number().int().default(0),
  state: FoldState,
});
export type Cursor = z.infer<typeof Cursor>;
