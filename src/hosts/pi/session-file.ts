import type { ReadRequest, ReadResult } from "../host.ts";
import { type JsonlFormat, readJsonl, recognisesJsonl } from "../jsonl-transcript.ts";
import { SessionReader } from "./reader.ts";
import { hasOpenClawName, isMarkedRecord } from "../openclaw/marks.ts";
import { isPiRecord } from "./record-types.ts";

const FORMAT: JsonlFormat = {
  host: "pi",
  name: "Pi",
  expected: "a Pi session (JSONL)",
  isRecord: isPiRecord,
  reader: (_state, cursor) => new SessionReader(cursor),
};

/** Reads a Pi session file into a session: the branch it is on. Errors: see `Host.read`, `session-not-found`. */
export function readSessionFile(request: ReadRequest): Promise<ReadResult> {
  return readJsonl(FORMAT, request);
}

/** OpenClaw writes the same records: place and name of a file tell them apart, or a mark on one of the first. */
const MARKED: JsonlFormat = { ...FORMAT, isRecord: isMarkedRecord };

/** True when one of the first records looks like one of Pi, and nothing tells that OpenClaw wrote the file. */
export async function recognisesSessionFile(path: string): Promise<boolean> {
  if (hasOpenClawName(path) || !(await recognisesJsonl(FORMAT, path))) return false;
  return !(await recognisesJsonl(MARKED, path));
}
