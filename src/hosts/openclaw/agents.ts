import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readConfigValues } from "./config.ts";
import { agentWorkspaces } from "./host-config.ts";
import { type Env, locationsOf } from "./locations.ts";
import { type SessionStore, sessionStore } from "./session-store.ts";

/** One agent of the client. Paths are absolute and need not exist. */
export interface Agent {
  /** In lower case, as in session keys. */
  id: string;
  /** Its working folder, which holds its memory. */
  workspace: string;
  /** Where its sessions are kept. */
  store: SessionStore;
}

/** The agents of an install: those of the configuration, and those of which only the folder is left. */
export function agentsOf(env: Env): Agent[] {
  const locations = locationsOf(env);
  const values = readConfigValues(locations);
  const workspaces = agentWorkspaces(values, env, locations);
  const folder = join(locations.state, "agents");
  const ids = new Set([...workspaces.keys(), ...foldersIn(folder)]);
  return [...ids].map((id) => ({
    id,
    // One that the configuration does not name any more had a folder of its own.
    workspace: workspaces.get(id) ?? join(locations.state, `workspace-${id}`),
    // Nor does a store that is set for the agents of today hold what it left.
    store: sessionStore(workspaces.has(id) ? values : null, id, env, locations),
  }));
}

function foldersIn(path: string): string[] {
  try {
    const entries = readdirSync(path, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch {
    return [];
  }
}
