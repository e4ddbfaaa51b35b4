import { z } from "zod";
import { HandoffError } from "../errors.ts";
import { buildResume, newestHandoff } from "../recall/resume.ts";
import { type CommandDefinition, count, parseOptions } from "./command.ts";
import { printJson, say } from "./io.ts";
import { memoryOrNull } from "./memory.ts";

const Options = z.looseObject({
  budget: count(100).default(2000),
  session: z.string().optional(),
});

export const resume: CommandDefinition = {
  name: "resume",
  summary: "print what the next session is told",
  arguments: [],
  options: [
    ["--budget <chars>", "at most this many characters (default: 2000)"],
    ["--session <id>", "the handoff of this session instead of the newest"],
  ],
  examples: ["handoff resume", "handoff resume --budget 5000 --json"],
  async run(_args, raw, io) {
    const options = parseOptions(Options, raw);
    const snapshot = await memoryOrNull(raw, io);
    if (
      snapshot !== null &&
      options.session !== undefined &&
      newestHandoff(snapshot, options.session) === null
    ) {
      const expected = "a session that this memory has a handoff of (handoff log lists them)";
      throw new HandoffError("session-not-found", { path: snapshot.root, expected });
    }
    const resumed =
      snapshot === null
        ? { text: "", chars: 0, sources: [] }
        : buildResume({
            snapshot,
            budget: options.budget,
            sessionId: options.session ?? null,
            now: new Date(),
          });
    if (raw.json === true) printJson(io, resumed);
    else if (resumed.text !== "") say(io, raw, resumed.text.trimEnd());
    return 0;
  },
};
