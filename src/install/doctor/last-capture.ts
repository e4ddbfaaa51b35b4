import { readEvents } from "../../queue/events.ts";
import type { HostId } from "../../session/entry.ts";
import {
  type Check,
  fail,
  type Finding,
  ok,
  several,
  shownTime,
  type Surroundings,
  unknown,
  warn,
} from "./check.ts";
import { usesClaudeCode } from "./claude-code/setup.ts";

/** A worker has so long before a session counts as not captured. */
const GRACE_MS = 600_000;
/** So many in a row are no accident. */
const MANY = 3;

/** The silence alarm of what hooks told: sessions that ended against those that were captured. */
export const lastCapture: Check = {
  id: "last-capture",
  applies: usesClaudeCode,
  run: (around) => capturesOf("claude-code", around),
};

/** Sessions of a host that ended against those that were captured, as its events tell. */
export function capturesOf(host: HostId, { home, now }: Pick<Surroundings, "home" | "now">): Finding {
  const sessions = readEvents(home, host)?.sessions ?? [];
  const captures = sessions.flatMap(({ capturedAt }) => capturedAt ?? []).toSorted();
  const last = captures.at(-1);
  const ended = sessions.filter(({ endedAt, nothing }) => endedAt !== null && !nothing);
  if (last === undefined && ended.length === 0)
    return unknown(
      "no hook told of a session that ended or was captured yet; what was captured by hand or by backfill stands in handoff log",
    );
  const missed = ended.filter(
    ({ endedAt, capturedAt }) => capturedAt === null && now.getTime() - Date.parse(endedAt ?? "") > GRACE_MS,
  );
  const when = last === undefined ? "nothing was ever captured" : `last capture ${shownTime(last)}`;
  const message = `${when}; ${several(ended.length, "session")} ended, ${missed.length} of them not captured`;
  if (missed.length === 0) return ok(message);
  const fix = `handoff queue names the reasons; handoff capture --host ${host} --session ID does one by hand`;
  const isSilent = ended.length >= MANY && ended.slice(-MANY).every((one) => missed.includes(one));
  return isSilent || last === undefined ? fail(message, fix) : warn(message, fix);
}
