import { readEvents } from "../../../queue/events.ts";
import { installRecords } from "../../../store/installed.ts";
import { type Check, fail, ok, several, shownTime, unknown } from "../check.ts";
import { allTranscripts } from "./transcripts.ts";

const DAY_MS = 86_400_000;

/**
 * The silence alarm that needs no hook: sessions were written for more than a day after the last capture. A session of
 * today may still be open.
 */
export const silence: Check = {
  id: "silence",
  async run({ home, env, now }) {
    const known = readEvents(home, "claude-code");
    const [first] = installRecords(home, "claude-code");
    const captures = (known?.sessions ?? []).flatMap(({ capturedAt }) => capturedAt ?? []).toSorted();
    const since = captures.at(-1) ?? first?.at ?? known?.firstAt;
    if (since === undefined) return unknown("nothing is installed that could be silent");
    const from = Date.parse(since);
    const later = (await allTranscripts(env)).filter(({ writtenAt }) => writtenAt > from + DAY_MS);
    const days = Math.floor((now.getTime() - from) / DAY_MS);
    if (later.length === 0) return ok(`no session was written long after ${shownTime(since)}`);
    const what = captures.length > 0 ? "no capture" : "no capture since the installation,";
    return fail(
      `${what} since ${several(days, "day")}, though ${several(later.length, "session")} went on`,
      "handoff queue names what failed; handoff backfill captures what is missing",
    );
  },
};
