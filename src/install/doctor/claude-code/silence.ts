import { isAbsolute, relative } from "node:path";
import { readHookSettings } from "../../../config/hook-settings.ts";
import { describeSession } from "../../../hosts/claude-code/sessions.ts";
import { readEvents } from "../../../queue/events.ts";
import { installRecords } from "../../../store/installed.ts";
import { type Check, fail, ok, several, shownTime, unknown, warn } from "../check.ts";
import { allTranscripts, type FoundTranscript } from "./transcripts.ts";
import { usesClaudeCode } from "./setup.ts";

const DAY_MS = 86_400_000;
/** A silence of so many days is no accident. */
const LONG_DAYS = 3;
/** So many sessions are looked at: one is enough for an alarm. */
const MOST_SESSIONS = 50;

/**
 * The silence alarm that needs no hook: sessions were written for more than a day after the last capture. A session of
 * today may still be open.
 */
export const silence: Check = {
  id: "silence",
  applies: usesClaudeCode,
  async run({ home, env, now }) {
    const { capture, exclude } = readHookSettings(home);
    if (!capture) return ok("capture is switched off in the user config");
    const known = readEvents(home, "claude-code");
    const [first] = installRecords(home, "claude-code");
    const captures = (known?.sessions ?? []).flatMap(({ capturedAt }) => capturedAt ?? []).toSorted();
    const since = captures.at(-1) ?? first?.at ?? known?.firstAt;
    if (since === undefined) return unknown("nothing is installed that could be silent");
    const from = Date.parse(since);
    const later = (await allTranscripts(env)).filter(({ writtenAt }) => writtenAt > from + DAY_MS);
    const missed = await outside(exclude, later.slice(0, MOST_SESSIONS));
    if (missed.length === 0) return ok(`no session was written long after ${shownTime(since)}`);
    const days = Math.floor((now.getTime() - from) / DAY_MS);
    const what = captures.length > 0 ? "no capture for" : "no capture since the installation,";
    const message = `${what} ${several(days, "day")}, though ${several(missed.length, "session")} went on`;
    const fix = "handoff queue names what failed; handoff backfill captures what is missing";
    return days >= LONG_DAYS ? fail(message, fix) : warn(message, fix);
  },
};

/** Transcripts of sessions that were not in a folder where hooks do nothing. */
async function outside(
  exclude: readonly string[],
  transcripts: FoundTranscript[],
): Promise<FoundTranscript[]> {
  if (exclude.length === 0) return transcripts;
  const cwds = await Promise.all(
    transcripts.map(async ({ path }) => (await describeSession(path).catch(() => null))?.cwd),
  );
  return transcripts.filter((_, at) => !exclude.some((folder) => isInside(cwds[at] ?? "", folder)));
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return isAbsolute(path) && !way.startsWith("..") && !isAbsolute(way);
}
