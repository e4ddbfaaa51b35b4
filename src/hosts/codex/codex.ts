import type { Host } from "../host.ts";
import { readRollout, recognisesRollout } from "./rollout.ts";
import { describeSession, findTranscript, listSessions } from "./sessions.ts";

/** Codex: JSONL rollouts of all projects below its home folder. */
export const codex: Host = {
  id: "codex",
  preset: "openclaw",
  hasWindows: false,
  recognises: recognisesRollout,
  read: readRollout,
  findTranscript,
  listSessions,
  describeSession,
  // Its memories are its own to write, and one for all projects: a project has none.
  memoryRoot: async () => null,
};
