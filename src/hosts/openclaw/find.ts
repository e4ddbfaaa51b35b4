import { existsSync } from "node:fs";
import { HandoffError } from "../../errors.ts";
import type { FindRequest } from "../host.ts";
import { type Agent, agentsOf } from "./agents.ts";
import { AgentDatabase } from "./database.ts";
import { headerIdOf, sessionFilesIn } from "./session-files.ts";
import { listSessions } from "./sessions.ts";
import { withDatabase } from "./sqlite.ts";
import { hostIdOf } from "./window-id.ts";

/**
 * Where a session is kept: the agent's database, else its file, of several the live one, else the one put aside last.
 * Never another session's: a file counts only when its header names the id. Without an id that of the session of the
 * folder's workspace that was written last. Null when there is none. Errors: `transcript-archived`,
 * `sqlite-unsupported` and `file-unreadable` where only what they keep from being read may hold it.
 */
export async function findTranscript({ sessionId, cwd, env }: FindRequest): Promise<string | null> {
  if (sessionId === null) return (await listSessions({ folder: null, cwd, env })).at(-1)?.path ?? null;
  const id = hostIdOf(sessionId);
  let hidden: HandoffError | null = null;
  for (const agent of agentsOf(env)) {
    const stored = holds(agent.store.database, id);
    if (stored === true) return agent.store.database;
    const file = await fileOf(agent, id);
    if (file !== null) return file;
    if (stored !== false) hidden ??= stored;
  }
  if (hidden !== null) throw hidden;
  return null;
}

/** Whether a database holds a session; the error where it cannot tell. */
function holds(path: string, sessionId: string): boolean | HandoffError {
  if (!existsSync(path)) return false;
  try {
    return withDatabase(path, (database) => new AgentDatabase(database, path).holds(sessionId) !== null);
  } catch (error) {
    if (!(error instanceof HandoffError)) throw error;
    return error.code === "transcript-unrecognised" ? false : error;
  }
}

async function fileOf({ store }: Agent, sessionId: string): Promise<string | null> {
  const files = (await sessionFilesIn(store.sessions))
    .filter((file) => file.sessionId === sessionId)
    .toReversed();
  const order = ["live", "reset", "deleted"];
  const best = files.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  for (const { path } of best) if ((await headerIdOf(path).catch(() => null)) === sessionId) return path;
  return null;
}
