import { existsSync } from "node:fs";
import { hostById } from "../hosts/hosts.ts";
import type { ProvenanceRecord } from "../memory/provenance.ts";
import type { Entry } from "../session/entry.ts";
import { cursorKey, readCursor } from "../store/cursors.ts";
import type { Environment } from "./request.ts";

/** One entry that a fact rests on; `text` is null when the transcript, or the entry in it, is gone. */
export interface Evidence {
  id: string;
  kind: Entry["kind"] | null;
  at: string | null;
  /** First 200 characters, one line. */
  text: string | null;
}

interface Where {
  /** Memory root, for the place the transcript was read from. */
  root: string;
  home: string;
  cwd: string;
  env: Environment;
}

/** Looks a fact's entries up in the host's own transcript, which may be gone: hosts delete old sessions. */
export async function findEvidence(record: ProvenanceRecord | null, where: Where): Promise<Evidence[]> {
  if (record === null) return [];
  const entries = await entriesOf(record, where);
  return record.evidence.map((id) => {
    const entry = entries.get(id);
    if (entry === undefined) return { id, kind: null, at: null, text: null };
    return { id, kind: entry.kind, at: entry.at, text: excerpt(entry) };
  });
}

async function entriesOf(record: ProvenanceRecord, where: Where): Promise<Map<string, Entry>> {
  const host = record.host === null ? null : hostById(record.host);
  if (host === null || record.sessionId === null) return new Map();
  const { sessionId } = record;
  const path =
    (await host.findTranscript({ sessionId, cwd: where.cwd, env: where.env })) ??
    readCursor(where.home, cursorKey(where.root, host.id, sessionId))?.path;
  if (path === undefined || !existsSync(path)) return new Map();
  const { session } = await host.read({ path, sessionId });
  return new Map(session.entries.map((entry) => [entry.id, entry]));
}

function excerpt(entry: Entry): string {
  const text = entry.kind === "tool-call" ? (entry.command ?? entry.detail) : entry.text;
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 200 ? `${line.slice(0, 199).trimEnd()}…` : line;
}
