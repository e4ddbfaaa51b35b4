import type { Host } from "../host.ts";
import { findTranscript } from "./find.ts";
import { memoryRoot } from "./memory-root.ts";
import { describeSession, listSessions } from "./sessions.ts";
import { readTranscript, recognisesTranscript } from "./transcript.ts";

/** Claude Code: JSONL transcripts below its configuration folder, auto memory beside them. */
export const claudeCode: Host = {
  id: "claude-code",
  preset: "claude-code",
  recognises: recognisesTranscript,
  read: readTranscript,
  findTranscript,
  listSessions,
  describeSession,
  memoryRoot,
};
