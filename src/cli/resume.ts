import { z } from "zod";
import { liveInFolder } from "../capture/refresh-resume.ts";
import { handoffHome } from "../config/home.ts";
import { HandoffError } from "../errors.ts";
import type { HandoffDocument } from "../handoff/document.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { hosts } from "../hosts/hosts.ts";
import { buildResume, type ResumeRequest, toldHandoff } from "../recall/resume.ts";
import { loadSnapshot } from "../store/load-snapshot.ts";
import { folderKey, readResume } from "../store/resume-cache.ts";
import { type CommandDefinition, count, parseOptions } from "./command.ts";
import { type CommonOptions, type Io, printJson, say } from "./io.ts";
import { memoryOrNull } from "./memory.ts";

const Options = z.looseObject({
  budget: count(100).default(2000),
  session: z.string().optional(),
});

/** What is asked for. Errors: `session-not-found` when the session that was named has no handoff. */
async function askedFor(
  snapshot: MemorySnapshot,
  options: z.infer<typeof Options>,
  io: Io,
): Promise<ResumeRequest> {
  const sessionId = options.session ?? null;
  const live = await liveSessions(io, snapshot.root);
  if (sessionId !== null && toldHandoff({ snapshot, sessionId, live }) === null) {
    const expected = "a session that this memory has a handoff of (handoff log lists them)";
    throw new HandoffError("session-not-found", { path: snapshot.root, expected });
  }
  return { snapshot, budget: options.budget, sessionId, live, now: new Date() };
}

/** The memory that a running session of this folder will write; nothing of it may be on disk yet. */
async function memoryToBe(raw: CommonOptions, io: Io): Promise<MemorySnapshot | null> {
  const record = raw.memory === undefined ? readResume(handoffHome(io.env), folderKey(io.cwd)) : null;
  return record === null ? null : loadSnapshot(record.root);
}

/** Where sessions of this folder stand that are in no handoff file yet: a start is told of them too. */
async function liveSessions(io: Io, root: string): Promise<HandoffDocument[]> {
  const home = handoffHome(io.env);
  const live = await Promise.all(
    hosts.map(({ id: host }) => liveInFolder({ home, cwd: io.cwd, host }, root)),
  );
  return live.filter((one) => one !== null);
}

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
    const snapshot = (await memoryOrNull(raw, io)) ?? (await memoryToBe(raw, io));
    const resumed =
      snapshot === null
        ? { text: "", chars: 0, sources: [] }
        : buildResume(await askedFor(snapshot, options, io));
    if (raw.json === true) printJson(io, resumed);
    else if (resumed.text !== "") say(io, raw, resumed.text.trimEnd());
    return 0;
  },
};
