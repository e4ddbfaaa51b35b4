import { readEvents } from "../../../queue/events.ts";
import type { JobEvent } from "../../../queue/job.ts";
import { installRecords } from "../../../store/installed.ts";
import { type Check, ok, shownTime, unknown } from "../check.ts";
import { usesOpenClaw } from "./setup.ts";

/** Jobs that the hook queues, with what the client calls their events. */
const EXPECTED: readonly (readonly [JobEvent, string])[] = [
  ["session-end", "/new, /reset and automatic resets"],
  ["pre-compact", "compactions"],
  ["session-start", "starts of the gateway"],
];

/** Which events of the client ever reached us, and when last. */
export const openClawEvents: Check = {
  id: "openclaw-events",
  applies: usesOpenClaw,
  run({ home }) {
    const known = readEvents(home, "openclaw");
    if (known === null) {
      const [first] = installRecords(home, "openclaw");
      return first === undefined
        ? unknown("no event ever reached handoff, and it is not installed")
        : unknown(
            `no event reached handoff since the installation (${shownTime(first.at)})`,
            "say /new in a chat with the agent",
          );
    }
    const told = EXPECTED.map(([event, name]) => {
      const count = known.events[event];
      return count === undefined
        ? `never: ${name}`
        : `${name} ${count.count}× (last ${shownTime(count.lastAt)})`;
    });
    return ok(told.join("; "));
  },
};
