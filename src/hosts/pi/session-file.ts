import type { ReadRequest, ReadResult } from "../host.ts";
import { type JsonlFormat, readJsonl, recognisesJsonl } from "../jsonl-transcript.ts";
import { SessionReader } from "./reader.ts";
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

/** OpenClaw writes the same records; only the place of a file tells them apart. */
const OPENCLAW_PLACE = /[/\\]agents[/\\][^/\\]+[/\\]sessions[/\\]/;

/** True when one of the first records looks like one of Pi, and the file does not lie where OpenClaw keeps its own. */
export async function recognisesSessionFile(path: string): Promise<boolean> {
  return !OPENCLAW_PLACE.test(path) && (await recognisesJsonl(FORMAT, path));
}
