import { HandoffError } from "../../errors.ts";
import type { Cursor } from "../../session/cursor.ts";
import { initialFold } from "../../session/fold.ts";
import { sessionOfCursor } from "../../session/session-of-cursor.ts";
import type { ReadRequest, ReadResult } from "../host.ts";
import { objectOf, textOf } from "../json.ts";
import { AgentDatabase, type Window } from "./database.ts";
import { personsText } from "./human.ts";
import { WindowReader } from "./records.ts";
import { withDatabase } from "./sqlite.ts";
import { hostIdOf, windowId } from "./window-id.ts";
import { idsThatBegin } from "../../session/shown-id.ts";

/**
 * Reads one window out of an agent's database. Errors: `sqlite-unsupported`, `file-unreadable`,
 * `transcript-unrecognised`, `transcript-archived`, `session-not-found`.
 */
export function readDatabase(asked: ReadRequest): ReadResult {
  const { path } = asked;
  return withDatabase(path, (database) => {
    const agent = new AgentDatabase(database, path);
    const sessionId = asked.sessionId === undefined ? undefined : wholeId(agent, asked.sessionId);
    const request = sessionId === undefined ? asked : { ...asked, sessionId };
    const isCold = sessionId !== undefined && agent.holds(hostIdOf(sessionId)) === "cold";
    const read = isCold
      ? agent.cold(hostIdOf(sessionId), (cold) => readChosen(cold, request))
      : readChosen(agent, request);
    if (read === null)
      throw new HandoffError("session-not-found", { path, expected: "the id of a session in this database" });
    return read;
  });
}

/** The id that its shown begin means in this database; as it was given where that means none, or several. */
function wholeId(agent: AgentDatabase, given: string): string {
  if (agent.holds(hostIdOf(given)) !== null) return given;
  const ids = [...agent.sessions(), ...agent.putAway()].map(({ id }) => id);
  const [only, ...others] = idsThatBegin(given, ids);
  return only !== undefined && others.length === 0 ? only : given;
}

function readChosen(agent: AgentDatabase, request: ReadRequest): ReadResult | null {
  const { sessionId } = request;
  const chosen = sessionId === undefined ? newest(agent, request) : named(agent, sessionId, request);
  return chosen === null ? null : readWindow(agent, chosen, request);
}

interface Chosen {
  sessionId: string;
  window: Window;
}

/** The owner's session written last in which a person spoke, and of it the last such window; else the newest of all. */
function newest(agent: AgentDatabase, { until }: ReadRequest): Chosen | null {
  const sessions = agent.ownersSessions().toReversed();
  for (const { id } of sessions) {
    const window = lastSpoken(agent, id, until ?? null);
    if (window !== null) return { sessionId: id, window };
  }
  const id = sessions[0]?.id;
  const window = id === undefined ? undefined : agent.windows(id).at(-1);
  return id === undefined || window === undefined ? null : { sessionId: id, window };
}

/** The window that an id names; of a session's id the last one in which a person spoke, else the last one. */
function named(agent: AgentDatabase, id: string, { until }: ReadRequest): Chosen | null {
  const sessionId = hostIdOf(id);
  if (agent.holds(sessionId) === null) return null;
  const windows = agent.windows(sessionId);
  const window =
    id === sessionId
      ? (lastSpoken(agent, sessionId, until ?? null) ?? windows.at(-1))
      : windows.find(({ openedBy }) => windowId(sessionId, openedBy) === id);
  return window === undefined ? null : { sessionId, window };
}

/** The last window in which a person spoke at or before a moment (null: ever); null when there is none. */
function lastSpoken(agent: AgentDatabase, sessionId: string, until: string | null): Window | null {
  const limit = until === null ? Number.POSITIVE_INFINITY : Date.parse(until);
  const spoken = agent.windows(sessionId).findLast((window) => {
    const at = firstSpokenAt(agent, sessionId, window);
    return at !== null && !(at > limit);
  });
  return spoken ?? null;
}

/** When a person first spoke in a window, in milliseconds since 1970; null when nobody did. */
function firstSpokenAt(agent: AgentDatabase, sessionId: string, { from, to }: Window): number | null {
  for (const { record } of agent.records(sessionId, from, to, true)) {
    const message = record?.["type"] === "message" ? objectOf(record["message"]) : null;
    if (record === null || message?.["role"] !== "user" || personsText(message) === null) continue;
    const time = record["timestamp"];
    const at = typeof time === "number" ? time : Date.parse(textOf(time) ?? "");
    return Number.isNaN(at) ? 0 : at;
  }
  return null;
}

function readWindow(agent: AgentDatabase, { sessionId, window }: Chosen, request: ReadRequest): ReadResult {
  const id = windowId(sessionId, window.openedBy);
  const hash = agent.generation(sessionId, window);
  const given = request.cursorOf?.(id) ?? null;
  const fits =
    given !== null && given.head.hash === hash && given.offset >= window.from && given.offset <= window.to;
  const { openedBy } = window;
  let before = fits ? given : null;
  const state = structuredClone(before?.state ?? initialFold());
  let reader = new WindowReader({ state, cursor: before, openedBy, only: null });
  pass(agent, sessionId, window, before, reader, request);
  for (let next = reader.again(); next !== null; next = next.again()) {
    before = null;
    reader = next;
    pass(agent, sessionId, window, before, reader, request);
  }
  const cursor = cursorOf(reader, { id, hash, path: request.path, end: window.to, before, given });
  reader.end();
  return { session: sessionOfCursor(cursor, reader.collector), cursor };
}

function pass(
  agent: AgentDatabase,
  sessionId: string,
  window: Window,
  before: Cursor | null,
  reader: WindowReader,
  { onProgress }: ReadRequest,
): void {
  const from = before?.offset ?? window.from;
  if (before === null && window.openedBy !== null) reader.facts.note({ cwd: folderOf(agent, sessionId) });
  for (const { seq, record } of agent.records(sessionId, from, window.to)) {
    if (record === null) reader.collector.skipped.badLines += 1;
    else reader.record(record, seq);
    if (seq % 1000 === 0) onProgress?.(seq - from, window.to - from);
  }
  onProgress?.(window.to - from, window.to - from);
}

/** The working folder that the session's header names: it stands in the first window only. */
function folderOf(agent: AgentDatabase, sessionId: string): unknown {
  const [header] = agent.records(sessionId, 0, 1);
  return header?.record?.["cwd"];
}

interface Stop {
  id: string;
  hash: string;
  path: string;
  end: number;
  before: Cursor | null;
  given: Cursor | null;
}

function cursorOf(reader: WindowReader, { id, hash, path, end, before, given }: Stop): Cursor {
  const { collector, facts, ids } = reader;
  const offset = reader.openOffset ?? end;
  const last = collector.entries.at(-1);
  return {
    version: 1,
    host: "openclaw",
    sessionId: id,
    path,
    head: { bytes: 0, hash },
    offset,
    lastEntryId: last?.id ?? before?.lastEntryId ?? null,
    lastEntryAt: last === undefined ? (before?.lastEntryAt ?? null) : last.at,
    ...facts.kept,
    queued: [],
    recentIds: ids.before(offset),
    end,
    capturedEnd: given?.capturedEnd ?? 0,
    state: structuredClone(collector.state),
  };
}
