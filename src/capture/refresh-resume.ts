import { join } from "node:path";
import { readConfig } from "../config/config.ts";
import type { HandoffDocument } from "../handoff/document.ts";
import type { Handoff } from "../handoff/handoff.ts";
import { hostIdOf } from "../hosts/openclaw/window-id.ts";
import type { PresetId } from "../manifest/manifest.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { strayContent } from "../plan/stray-content.ts";
import { buildResume, toldHandoff } from "../recall/resume.ts";
import type { HostId } from "../session/entry.ts";
import { cursorKey, pruneCursors, readCursor } from "../store/cursors.ts";
import { writeGate } from "../store/gates.ts";
import { loadSnapshot } from "../store/load-snapshot.ts";
import type { PrecomputedResume } from "../store/precomputed.ts";
import {
  ABSENT,
  folderKey,
  pruneResumes,
  readResume,
  removeResume,
  sessionKey,
  writeResume,
} from "../store/resume-cache.ts";
import { pruneTold } from "../store/told-session.ts";
import { asDocument, handoffAtCursor } from "./live-handoff.ts";

/** What a host shows in full: longer injected text becomes a file (hosts/claude-code/README.md). UTF-16 units. */
const HARD_CAP = 9_000;

export interface RefreshRequest {
  home: string;
  /** Memory root; need not exist. */
  root: string;
  preset: PresetId;
  /** Working folder whose starts are told. */
  cwd: string;
  host: HostId;
  /** Session that ended or goes on there; null when only the folder's record is wanted. */
  sessionId: string | null;
  /** At most so many UTF-16 units; absent: `resumeChars` of the user config. Never more than 9,000. */
  budget?: number;
  now: Date;
  /** Where the session stands, when that is in no handoff file yet. */
  liveState?: Handoff | null;
}

/**
 * Computes what the next start is told and keeps it: for the folder the newest handoff of all, for the session its
 * own, so that two sessions at once in one project do not mix. With `recall: false` what was kept goes. What the write
 * gate needs of the memory is kept as well. False when a record could not be kept. Errors: `config-invalid`,
 * `manifest-invalid`, `file-unreadable`, `home-unwritable`.
 */
export async function refreshResume(request: RefreshRequest): Promise<boolean> {
  const { home, cwd, host, sessionId, now } = request;
  const config = readConfig(home);
  const folder = folderKey(cwd);
  // Where a host's session holds several of ours, its newest is also told under the host's own id.
  const ids = sessionId === null ? [] : [...new Set([sessionId, hostIdOf(sessionId)])];
  const sessions = ids.map((id) => ({ id, key: sessionKey(host, id) }));
  if (!config.recall) for (const key of [folder, ...sessions.map((one) => one.key)]) removeResume(home, key);
  const snapshot = await loadSnapshot(request.root, { preset: request.preset });
  writeGate(home, snapshot.root, snapshot.manifest);
  if (!config.recall) return true;
  const budget = Math.min(request.budget ?? config.resumeChars, HARD_CAP);
  const strays = strayContent(snapshot);
  const own = request.liveState == null ? null : asDocument(request.liveState);
  const make = (live: readonly (HandoffDocument | null)[], only: string | null): PrecomputedResume =>
    recordOf(snapshot, { budget, now, strays, sessionId: only, live: live.filter((one) => one !== null) });
  pruneResumes(home, now);
  pruneTold(home, now);
  pruneCursors(home, now);
  const other = await liveInFolder(request, snapshot.root, sessionId);
  const kept = writeResume(home, folder, make([own, other], null));
  return sessions.map(({ id, key }) => writeResume(home, key, make([own], id))).every(Boolean) && kept;
}

/**
 * Where the session stands that a start in the folder is told of, when no capture has taken that in yet; null when the
 * memory's own handoffs say it all. `except`: a session that is known better.
 */
export async function liveInFolder(
  { home, cwd, host }: Pick<RefreshRequest, "home" | "cwd" | "host">,
  root: string,
  except: string | null = null,
): Promise<HandoffDocument | null> {
  const record = readResume(home, folderKey(cwd));
  if (record?.root !== root || record.sessionId === null || record.sessionId === except) return null;
  const cursor = readCursor(home, cursorKey(root, host, record.sessionId));
  if (cursor === null || cursor.end <= cursor.capturedEnd) return null;
  const handoff = await handoffAtCursor(cursor);
  return handoff === null ? null : asDocument(handoff);
}

interface Telling {
  budget: number;
  now: Date;
  /** Only of this session; null: of any. */
  sessionId: string | null;
  live: readonly HandoffDocument[];
  strays: string | null;
}

function recordOf(snapshot: MemorySnapshot, telling: Telling): PrecomputedResume {
  const { text, sources } = buildResume({ snapshot, ...telling });
  const told = toldHandoff({ snapshot, ...telling });
  const paths = new Set([...sources, snapshot.manifest.index]);
  return {
    version: 1,
    root: snapshot.root,
    sessionId: told?.document.boundary.sessionId ?? null,
    text,
    strays: telling.strays,
    at: telling.now.toISOString(),
    sources: [...paths].map((path) => sourceOf(snapshot, path)),
  };
}

/** The file as it was read, not as it is by now: a change in between makes the record out of date. */
function sourceOf(snapshot: MemorySnapshot, path: string): PrecomputedResume["sources"][number] {
  const file = snapshot.files.get(path);
  const stamp =
    file === undefined ? ABSENT : { size: Buffer.byteLength(file.text), mtimeMs: file.modifiedAt };
  return { path: join(snapshot.root, path), ...stamp };
}
