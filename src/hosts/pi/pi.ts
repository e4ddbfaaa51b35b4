import type { Host } from "../host.ts";
import { readSessionFile, recognisesSessionFile } from "./session-file.ts";
import { describeSession, findTranscript, listSessions } from "./sessions.ts";

/** Pi: JSONL session files, each a tree, in a folder a working folder. */
export const pi: Host = {
  id: "pi",
  preset: "openclaw",
  hasWindows: false,
  recognises: recognisesSessionFile,
  read: readSessionFile,
  findTranscript,
  listSessions,
  describeSession,
  // Pi keeps no memory.
  memoryRoot: async () => null,
};
