import type { ReadRequest, ReadResult } from "../host.ts";
import { type JsonlFormat, readJsonl, recognisesJsonl } from "../jsonl-transcript.ts";
import { isClaudeRecord } from "./record-types.ts";
import { RecordReader } from "./records.ts";

const FORMAT: JsonlFormat = {
  host: "claude-code",
  name: "Claude Code",
  expected: "a Claude Code transcript (JSONL)",
  isRecord: isClaudeRecord,
  reader: (state, cursor, wanted) => new RecordReader(state, cursor, wanted),
};

/** Reads a Claude Code transcript (JSONL) into a session. Errors: see `Host.read`, `session-not-found`. */
export function readTranscript(request: ReadRequest): Promise<ReadResult> {
  return readJsonl(FORMAT, request);
}

/** True when one of the first records looks like one of Claude Code's. */
export function recognisesTranscript(path: string): Promise<boolean> {
  return recognisesJsonl(FORMAT, path);
}
