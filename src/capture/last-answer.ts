import type { AssistantEntry } from "../session/entry.ts";
import { cleaned } from "../session/collect.ts";
import { foldEntry } from "../session/fold.ts";
import type { Session } from "../session/session.ts";

/** Most characters an answer keeps, as in a transcript. */
const CAP = 8_000;
/** So much of an answer tells whether the transcript has it. */
const TELLING = 1_000;

/**
 * The session with the last answer as the host's event told it, where the transcript lags behind. Only this value knows
 * of it, never a cursor: the record is read when it appears, and counted once.
 */
export function withLastAnswer(session: Session, answer: string | null): Session {
  const text = answer === null ? "" : cleaned(answer).text.slice(0, CAP);
  if (text === "" || isThere(session, text)) return session;
  const state = structuredClone(session.state);
  const at = session.endedAt;
  const entry: AssistantEntry = { kind: "assistant", id: "last-answer", at, text, final: true };
  foldEntry(state, entry);
  return { ...session, state };
}

/** A message of several blocks is one entry here, and may be its last block in the event. */
function isThere(session: Session, text: string): boolean {
  const last = session.entries.findLast((entry) => entry.kind === "assistant" || entry.kind === "human");
  const said =
    last === undefined ? (session.state.lastSaid?.text ?? "") : last.kind === "human" ? "" : last.text;
  const end = flat(text).slice(0, TELLING);
  return said !== "" && flat(said).includes(end);
}

function flat(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}
