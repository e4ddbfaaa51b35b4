import type { Host } from "../host.ts";
import { readTranscript, recognisesTranscript } from "./transcript.ts";

export const claudeCode: Host = {
  id: "claude-code",
  recognises: recognisesTranscript,
  read: readTranscript,
  findTranscript: () => Promise.resolve(null),
  memoryRoot: () => Promise.resolve(null),
};
