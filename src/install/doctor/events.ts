import type { JobEvent } from "../../queue/job.ts";
import { readEvents } from "../../queue/events.ts";
import { installRecords } from "../../store/installed.ts";
import { type Check, ok, shownTime, unknown, warn } from "./check.ts";

/** Events that hooks queue, in the order of a session. */
const EXPECTED: readonly JobEvent[] = ["session-start", "stop", "pre-compact", "session-end"];
/** After so many starts the end of a session should have been seen. */
const STARTS_BEFORE_DOUBT = 3;

/** Which events ever reached us, and when last. */
export const events: Check = {
  id: "events",
  run({ home }) {
    const known = readEvents(home, "claude-code");
    if (known === null) {
      const [first] = installRecords(home, "claude-code");
      if (first === undefined) return unknown("no event ever reached handoff, and it is not installed");
      return warn(
        `no event reached handoff since it was installed (${shownTime(first.at)})`,
        "start a new session and end it; in an open one /hooks shows whether they are loaded",
      );
    }
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
        "sessions end unseen: their capture waits for the next start; handoff install again",
      );
    }
    return ok(message);
  },
};
