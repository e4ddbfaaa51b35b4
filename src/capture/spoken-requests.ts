import type { Handoff } from "../handoff/handoff.ts";
import type { Disposition } from "../handoff/receipt.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { planHandoff } from "../plan/plan-handoff.ts";
import type { Plan } from "../plan/plan.ts";
import type { Session } from "../session/session.ts";
import { REQUESTS_COMMAND } from "./earlier-captures.ts";

/** A choice or an open item may be overtaken before the session ends: these wait for its capture. */
const CHANGING: ReadonlySet<string> = new Set(["decision", "todo"]);

/**
 * The handoff with only what a person asked in the entries just read: remember, correct, forget. Null when nobody did.
 */
export function spokenRequests(handoff: Handoff, session: Session): Handoff | null {
  const fresh = new Set(session.entries.filter(({ kind }) => kind === "human").map(({ id }) => id));
  const asked = new Set(
    session.state.candidates
      .filter(
        ({ id, explicit, op, kind }) => fresh.has(id) && (op !== "add" || (explicit && !CHANGING.has(kind))),
      )
      .map(({ id, text }) => `${id}\n${text}`),
  );
  const subjects = new Set(handoff.updates.filter((one) => asked.has(keyOf(one))).map(subjectOf));
  const updates = handoff.updates.filter(
    (one) => asked.has(keyOf(one)) || (one.field !== undefined && subjects.has(subjectOf(one))),
  );
  return updates.length === 0 ? null : { ...handoff, updates };
}

const keyOf = ({ evidence, text }: Handoff["updates"][number]): string => `${evidence[0] ?? ""}\n${text}`;
/** A field is told with the fact it was taken from. */
const subjectOf = ({ evidence, kind, subject }: Handoff["updates"][number]): string =>
  `${evidence[0] ?? ""}\n${kind}\n${subject}`;

/** A change that matches nothing now waits for the capture of the whole session, which knows more facts. */
const WAITING: ReadonlySet<Disposition["outcome"]> = new Set(["inbox", "proposal"]);

/** The plan of the requests that can be done now; the others are left to the capture. */
export function planRequests(requests: Handoff, snapshot: MemorySnapshot, now: Date): Plan {
  const plan = (handoff: Handoff): Plan =>
    planHandoff({ handoff, snapshot, now, command: REQUESTS_COMMAND, extra: {}, handoffFile: false });
  const whole = plan(requests);
  const updates = requests.updates.filter(
    ({ op }, index) => op === "add" || !WAITING.has(whole.receipt.updates[index]?.outcome ?? "added"),
  );
  const done = updates.length === requests.updates.length ? whole : plan({ ...requests, updates });
  return done.receipt.updates.every(({ outcome }) => outcome === "duplicate") ? { ...done, edits: [] } : done;
}
