import type { Host } from "../host.ts";
import { findTranscript } from "./find.ts";
import { memoryRoot } from "./memory-root.ts";
import { describeSession, listSessions } from "./sessions.ts";
import { readTranscript, recognisesTranscript } from "./transcript.ts";

/** Claude Code: JSONL transcripts below its configuration folder, auto memory beside them. */
export const claudeCode: Host = {
  id: "claude-code",
  preset: "claude-code",
  hasWindows: false,
  recognises: recognisesTranscript,
  read: readTranscript,
  findTranscript,
  listSessions,
  describeSession: ({ path }) => describeSession(path),
  memoryRoot,
};
