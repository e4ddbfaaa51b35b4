import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { FindRequest, ListedSession, ListRequest } from "../host.ts";
import { realOf } from "../repository.ts";
import { firstMeta } from "./rollout.ts";
import { bestOf, codexHome, type RolloutFile, rolloutsIn } from "./rollout-files.ts";

/** Rollouts whose first record is read at a time. */
const AT_ONCE = 16;

/**
 * Path of a thread's rollout: by id among the sessions, else among the archived ones; without an id the newest one of a
 * person in the working folder. Null when there is none.
 */
export async function findTranscript({ sessionId, cwd, env }: FindRequest): Promise<string | null> {
  if (sessionId === null) {
    const listed = await listSessions({ folder: null, cwd, env });
    return listed.at(-1)?.path ?? null;
  }
  const near = bestOf(await rolloutsIn(join(codexHome(env), "sessions")), sessionId);
  return near ?? bestOf(await rolloutsIn(join(codexHome(env), "archived_sessions")), sessionId);
}

/**
 * A person's sessions in a working folder, oldest first by their last write. All projects share the folders of rollouts,
 * so each one's first record is read; compressed ones were not touched for weeks and are left out.
 */
export async function listSessions({ cwd, env }: ListRequest): Promise<ListedSession[]> {
  const own = new Set([cwd, await realOf(cwd)]);
  const rollouts = await rolloutsIn(join(codexHome(env), "sessions"));
  const plain = rollouts.filter(({ compressed }) => !compressed);
  const found: ListedSession[] = [];
  for (let at = 0; at < plain.length; at += AT_ONCE) {
    const some = await Promise.all(plain.slice(at, at + AT_ONCE).map((file) => listed(file, own)));
    found.push(...some.filter((session) => session !== null));
  }
  return found.sort((a, b) => a.writtenAt - b.writtenAt || (a.path < b.path ? -1 : 1));
}

/** What the first record of a rollout says of its session; null where it does not. Errors: see `Host.read`. */
export async function describeSession({
  path,
}: Pick<ListedSession, "path">): Promise<{ sessionId: string | null; cwd: string | null }> {
  const meta = await firstMeta(path);
  return { sessionId: meta?.id ?? null, cwd: meta?.cwd ?? null };
}

async function listed(
  { path, threadId }: RolloutFile,
  folders: ReadonlySet<string>,
): Promise<ListedSession | null> {
  try {
    const meta = await firstMeta(path);
    if (meta === null || !meta.ofPerson || meta.cwd === null) return null;
    if (!folders.has(meta.cwd) && !folders.has(await realOf(meta.cwd))) return null;
    const { size, mtimeMs: writtenAt } = await stat(path);
    // Which sessions are open the client does not tell.
    return { sessionId: threadId, path, size, writtenAt, running: false, abandoned: false };
  } catch {
    // It may be compressed or archived while we look.
    return null;
  }
}
