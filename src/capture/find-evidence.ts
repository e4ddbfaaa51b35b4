import { existsSync } from "node:fs";
import { HandoffError } from "../errors.ts";
import { hostById } from "../hosts/hosts.ts";
import type { ProvenanceRecord } from "../memory/provenance.ts";
import { supportIn } from "../recall/support.ts";
import type { Entry, HostId } from "../session/entry.ts";
import { cursorKey, readCursor } from "../store/cursors.ts";
import { readLedgerCounted } from "../store/ledger.ts";
import type { Environment } from "./request.ts";

/** One entry that a fact rests on; `text` is null when the transcript, or the entry in it, is gone. */
export interface Evidence {
  id: string;
  kind: Entry["kind"] | null;
  at: string | null;
  /** The words that support the fact, one line of at most 200 characters. */
  text: string | null;
}

interface Where {
  /** Memory root, for the place the transcript was read from. */
  root: string;
  home: string;
  cwd: string;
  env: Environment;
}

/** A fact that was asked about: its words, and its record where it has one. */
export interface AskedFact {
  text: string;
  record: ProvenanceRecord | null;
}

/**
 * Looks a fact's entries up in the host's own transcripts: of the session that wrote it and of those that said it again.
 * A transcript may be gone: hosts delete old sessions.
 */
export async function findEvidence({ text, record }: AskedFact, where: Where): Promise<Evidence[]> {
  if (record === null) return [];
  const entries = new Map<string, Entry>();
  for (const session of sessionsOf(record, where.root)) {
    if (record.evidence.every((id) => entries.has(id))) break;
    for (const entry of await entriesIn(session, where)) entries.set(entry.id, entry);
  }
  return record.evidence.map((id) => {
    const entry = entries.get(id);
    if (entry === undefined) return { id, kind: null, at: null, text: null };
    return { id, kind: entry.kind, at: entry.at, text: supportIn(wordsOf(entry), text) };
  });
}

interface SessionName {
  host: HostId;
  sessionId: string;
  /** ISO time of something said in it, see `ReadRequest.until`; null when none is known. */
  until: string | null;
}

/** Sessions whose captures wrote or confirmed the fact, by the ledger; its own first. */
function sessionsOf({ id, host, sessionId, at }: ProvenanceRecord, root: string): SessionName[] {
  const named: SessionName[] = host === null || sessionId === null ? [] : [{ host, sessionId, until: at }];
  for (const { boundary, updates } of readLedgerCounted(root).receipts) {
    if (boundary === null || !updates.some(({ factId }) => factId === id)) continue;
    if (!named.some((one) => one.sessionId === boundary.sessionId && one.host === boundary.host))
      named.push({ host: boundary.host, sessionId: boundary.sessionId, until: boundary.at });
  }
  return named;
}

async function entriesIn(
  { host: hostId, sessionId, until }: SessionName,
  where: Where,
): Promise<readonly Entry[]> {
  const host = hostById(hostId);
  if (host === null) return [];
  const path =
    (await host.findTranscript({ sessionId, cwd: where.cwd, env: where.env })) ??
    readCursor(where.home, cursorKey(where.root, host.id, sessionId))?.path;
  if (path === undefined || !existsSync(path)) return [];
  try {
    return (await host.read({ path, sessionId, until })).session.entries;
  } catch (error) {
    // Another file lies there by now: the source is gone.
    if (error instanceof HandoffError) return [];
    throw error;
  }
}

function wordsOf(entry: Entry): string {
  return entry.kind === "tool-call" ? (entry.command ?? entry.detail) : entry.text;
}
