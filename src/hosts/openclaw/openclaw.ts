import type { Host } from "../host.ts";
import { findTranscript } from "./find.ts";
import { memoryRoot } from "./memory-root.ts";
import { listSessions } from "./sessions.ts";
import { readTranscript, recognisesTranscript } from "./transcript.ts";

/** OpenClaw: sessions in one SQLite database an agent, files before 2026.8; memory in the agent's workspace. */
export const openclaw: Host = {
  id: "openclaw",
  preset: "openclaw",
  hasWindows: true,
  recognises: recognisesTranscript,
  read: readTranscript,
  findTranscript,
  listSessions,
  // A session belongs to the workspace it was listed for, whatever folder its agent worked in.
  describeSession: ({ sessionId }) => Promise.resolve({ sessionId, cwd: null }),
  memoryRoot,
};
