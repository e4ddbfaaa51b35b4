import type { Host } from "../host.ts";
import { readTranscript, recognisesTranscript } from "./transcript.ts";

/** OpenClaw: sessions in one SQLite database an agent, files before 2026.8; memory in the agent's workspace. */
export const openclaw: Host = {
  id: "openclaw",
  preset: "openclaw",
  recognises: recognisesTranscript,
  read: readTranscript,
  findTranscript: () => Promise.resolve(null),
  listSessions: () => Promise.resolve([]),
  describeSession: () => Promise.resolve({ sessionId: null, cwd: null }),
  memoryRoot: () => Promise.resolve(null),
};
