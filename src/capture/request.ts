import type { Handoff, ProviderId } from "../handoff/handoff.ts";
import type { Receipt, Usage } from "../handoff/receipt.ts";
import type { HostId, Skipped } from "../session/entry.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** What to capture, into which memory, with what. */
export interface CaptureRequest {
  host: HostId | "auto";
  /** Absolute path; null: found by session id, or the newest of the folder's project. */
  transcript: string | null;
  sessionId: string | null;
  /** ISO time of the event that asks, see `ReadRequest.until`; absent: the session as it is now. */
  until?: string | null;
  /** `--memory` as given; null: resolved. */
  memory: string | null;
  /** null: what the user config says, else extractive. */
  provider: ProviderId | null;
  dryRun: boolean;
  cwd: string;
  env: Environment;
  now: Date;
  /** Bytes read so far and in all. */
  onProgress?: (done: number, total: number) => void;
  /** Ends model calls early. */
  signal?: AbortSignal;
}

/** One planned or applied change as shown to people and scripts. */
export interface ShownEdit {
  file: string;
  op: "create" | "update" | "delete";
  /** Why, in one line. */
  reason: string;
  /** Unified diff. */
  diff: string;
}

/** `unchanged`: this boundary, or a later one, is captured; `empty`: no person said anything. Keys are the contract of the command line. */
export interface CaptureResult {
  outcome: "applied" | "unchanged" | "empty";
  /** Which session was read, of a host with windows which window, and the transcript that holds it. */
  session: { host: HostId; id: string; transcript: string };
  receipt: Receipt | null;
  handoff: Handoff | null;
  plan: { edits: ShownEdit[] };
  provider: ProviderId;
  /** Set when another provider was asked for and failed: its name and our error code. */
  fallback: Receipt["fallback"];
  usage: Usage | null;
  skipped: Skipped;
}
