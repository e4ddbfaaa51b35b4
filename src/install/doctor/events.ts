import type { JobEvent } from "../../queue/job.ts";
import { readEvents } from "../../queue/events.ts";
import { installRecords } from "../../store/installed.ts";
import {
  type Check,
  type Finding,
  ok,
  several,
  shownTime,
  type Surroundings,
  unknown,
  warn,
} from "./check.ts";
import { allTranscripts } from "./claude-code/transcripts.ts";
import { usesClaudeCode } from "./claude-code/setup.ts";

/** Events that hooks queue, in the order of a session. */
const EXPECTED: readonly JobEvent[] = ["session-start", "stop", "pre-compact", "session-end"];
/** After so many starts the end of a session should have been seen. */
const STARTS_BEFORE_DOUBT = 3;

/** Which events ever reached us, and when last. */
export const events: Check = {
  id: "events",
  applies: usesClaudeCode,
  async run(around) {
    const known = readEvents(around.home, "claude-code");
    if (known === null) return nothingYet(around);
    const seen = EXPECTED.flatMap((event) => {
      const count = known.events[event];
      return count === undefined ? [] : [`${event} ${count.count}× (last ${shownTime(count.lastAt)})`];
    });
    const never = EXPECTED.filter((event) => known.events[event] === undefined);
    const message = `${seen.join(", ")}${never.length === 0 ? "" : `; never: ${never.join(", ")}`}`;
    const starts = known.events["session-start"]?.count ?? 0;
    if (never.includes("session-end") && starts >= STARTS_BEFORE_DOUBT) {
      return warn(
        message,
        "the end of a session goes unseen, its capture waits for the next start; handoff install claude-code again",
      );
    }
    return ok(message);
  },
};

async function nothingYet({ home, env }: Surroundings): Promise<Finding> {
  const [first] = installRecords(home, "claude-code");
  if (first === undefined) return unknown("no event ever reached handoff, and it is not installed");
  const since = (await allTranscripts(env)).filter(({ writtenAt }) => writtenAt > Date.parse(first.at));
  const fix = "start a new session and end it; in one that is open /hooks shows which hooks it has";
  if (since.length === 0)
    return unknown(`no session was written since the installation (${shownTime(first.at)})`, fix);
  return warn(
    `${several(since.length, "session")} went on since the installation, and no event reached handoff`,
    fix,
  );
}
