import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { HandoffError } from "../../errors.ts";
import type { ListedSession, ListRequest } from "../host.ts";
import { realOf } from "../repository.ts";
import { type Agent, agentsOf } from "./agents.ts";
import { AgentDatabase } from "./database.ts";
import { memoryRoot } from "./memory-root.ts";
import { agentOf, isOwners } from "./session-key.ts";
import { sessionFilesIn, sessionKeysIn } from "./session-files.ts";
import { withDatabase } from "./sqlite.ts";
import { windowId } from "./window-id.ts";

/**
 * The owner's sessions of all agents whose workspace the folder is or lies in, window by window, oldest write first.
 * What the host put away is left out unless it is asked for; what a person deleted is none. Errors: `sqlite-unsupported`, `file-unreadable`, `settings-invalid`.
 */
export async function listSessions(request: ListRequest): Promise<ListedSession[]> {
  const agents = await agentsFor(request);
  const found = await Promise.all(agents.map((agent) => sessionsOf(agent, request.putAway === true)));
  return found.flat().sort((a, b) => a.writtenAt - b.writtenAt || (a.sessionId < b.sessionId ? -1 : 1));
}

/** Agents that work in the workspace of a folder, and the one that keeps its sessions in the folder named. */
async function agentsFor({ cwd, env, folder }: ListRequest): Promise<Agent[]> {
  const root = await memoryRoot(cwd, env);
  const real = root === null ? null : await realOf(root);
  const agents: Agent[] = [];
  for (const agent of agentsOf(env)) {
    const keeps = folder === agent.store.sessions || folder === dirname(agent.store.database);
    const works = real !== null && (await realOf(agent.workspace)) === real;
    if (keeps || works) agents.push(agent);
  }
  return agents;
}

async function sessionsOf({ id, store }: Agent, putAway: boolean): Promise<ListedSession[]> {
  const { stored, ids } = inDatabase(store.database, putAway);
  const keys = await sessionKeysIn(store.index);
  const files = await sessionFilesIn(store.sessions);
  const own = files.filter(({ sessionId, state }) => {
    if (state === "deleted" || ids.has(sessionId)) return false;
    const key = keys.keyOf(sessionId);
    if (key === null) return !keys.shared && !store.borrowed;
    return isOwners(key) && (agentOf(key) ?? id) === id;
  });
  const listed = own.map(({ sessionId, path, size, writtenAt }) => ({ sessionId, path, size, writtenAt }));
  return [...stored, ...listed].map((one) => ({ ...one, running: false, abandoned: false }));
}

type Stored = Pick<ListedSession, "sessionId" | "path" | "size" | "writtenAt">;

interface InDatabase {
  stored: Stored[];
  /** Ids of every session that the database knows: a file of one is a copy from before. */
  ids: ReadonlySet<string>;
}

function inDatabase(path: string, putAway: boolean): InDatabase {
  if (!existsSync(path)) return { stored: [], ids: new Set() };
  try {
    return withDatabase(path, (database) => {
      const agent = new AgentDatabase(database, path);
      const away = agent.putAway();
      const stored = agent.ownersSessions().flatMap(({ id }) => windowsOf(agent, id, path));
      for (const { id, isOwners: own } of putAway ? away : [])
        if (own) stored.push(...(agent.cold(id, (cold) => windowsOf(cold, id, path)) ?? []));
      return { stored, ids: new Set([...agent.sessions(), ...away].map(({ id }) => id)) };
    });
  } catch (error) {
    // Older hosts lay an empty database beside their files.
    if (!(error instanceof HandoffError) || error.code !== "transcript-unrecognised") throw error;
    return { stored: [], ids: new Set() };
  }
}

function windowsOf(agent: AgentDatabase, id: string, path: string): Stored[] {
  return agent.windows(id).flatMap((window): Stored[] => {
    const writtenAt = agent.writtenAt(id, window);
    if (writtenAt === null) return [];
    return [{ sessionId: windowId(id, window.openedBy), path, size: window.to, writtenAt }];
  });
}
