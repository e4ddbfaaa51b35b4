import type { ReadRequest, ReadResult } from "../host.ts";
import { type JsonlFormat, readJsonl, recognisesJsonl } from "../jsonl-transcript.ts";
import { isOpenClawRecord, WindowReader } from "./records.ts";

/** Transcripts of clients up to 2026.7: one file a session, one window a file. */
const FORMAT: JsonlFormat = {
  host: "openclaw",
  name: "OpenClaw",
  expected: "an OpenClaw session (JSONL, or its SQLite database)",
  isRecord: isOpenClawRecord,
  reader: (state, cursor) => new WindowReader({ state, cursor, openedBy: null, only: null }),
};

/** Reads a session file. Errors: those of `readJsonl`; `session-not-found` where its header names another session. */
export function readSessionFile(request: ReadRequest): Promise<ReadResult> {
  return readJsonl(FORMAT, request);
}

/** True when one of the first records looks like one of OpenClaw's. */
export function recognisesSessionFile(path: string): Promise<boolean> {
  return recognisesJsonl(FORMAT, path);
}
