import { isCaptured } from "../../../capture/catch-up.ts";
import type { ListedSession } from "../../../hosts/host.ts";
import { openclaw } from "../../../hosts/openclaw/openclaw.ts";
import { hostIdOf } from "../../../hosts/openclaw/window-id.ts";
import { readEvents } from "../../../queue/events.ts";
import { hasHumanTurn } from "../../../session/session.ts";
import { installRecords } from "../../../store/installed.ts";
import { type Check, fail, ok, several, shownTime, type Surroundings, unknown, warn } from "../check.ts";
import { capturesOf } from "../last-capture.ts";
import { setupOf, usesOpenClaw } from "./setup.ts";

/** A worker has so long before a reset counts as not captured. */
const GRACE_MS = 600_000;
/** So many are read to see whether anybody spoke in them: one is enough for an alarm. */
const MOST_READ = 20;
/** So many in a row are no accident. */
const MANY = 3;

/** Sessions that the hook told of, against those that were captured. */
export const openClawLastCapture: Check = {
  id: "openclaw-last-capture",
  applies: usesOpenClaw,
  run: (around) => capturesOf("openclaw", around),
};

/**
 * The silence alarm that needs no hook: what the client itself recorded as reset since the installation, against what was
 * captured. The newest window of a session may still be open.
 */
export const openClawResets: Check = {
  id: "openclaw-resets",
  applies: usesOpenClaw,
  async run(around) {
    const since =
      installRecords(around.home, "openclaw")[0]?.at ?? readEvents(around.home, "openclaw")?.firstAt;
    if (since === undefined) return unknown("nothing is installed that could have missed a reset");
    const closed = (await closedSessions(around)).filter(({ writtenAt }) => writtenAt > Date.parse(since));
    const missed = await missedOf(closed, around);
    const message = `${several(closed.length, "session")} reset since ${shownTime(since)}, ${missed} of them not captured`;
    if (missed === 0) return ok(message);
    const fix = "handoff queue names what failed; handoff backfill --host openclaw captures what is missing";
    return missed >= MANY ? fail(message, fix) : warn(message, fix);
  },
};

interface Closed extends ListedSession {
  workspace: string;
}

async function closedSessions(around: Surroundings): Promise<Closed[]> {
  const { env } = around;
  const found: Closed[] = [];
  for (const workspace of new Set(setupOf(around).agents.map((agent) => agent.workspace))) {
    const listed = await openclaw.listSessions({ folder: null, cwd: workspace, env });
    const isNewest = (one: ListedSession): boolean =>
      listed.findLast(({ sessionId }) => hostIdOf(sessionId) === hostIdOf(one.sessionId)) === one;
    found.push(...listed.filter((one) => !isNewest(one)).map((one) => ({ ...one, workspace })));
  }
  return found;
}

async function missedOf(closed: readonly Closed[], { home, env, now }: Surroundings): Promise<number> {
  let missed = 0;
  let read = 0;
  for (const one of closed.toReversed()) {
    if (now.getTime() - one.writtenAt <= GRACE_MS) continue;
    if (await isCaptured(one, openclaw, { home, cwd: one.workspace, env })) continue;
    if ((read += 1) > MOST_READ) break;
    const { session } = await openclaw.read({ path: one.path, sessionId: one.sessionId });
    if (hasHumanTurn(session)) missed += 1;
  }
  return missed;
}
