import { basename, dirname, extname, join } from "node:path";
import { type Json, objectOf, textOf } from "../json.ts";
import { configuredPath, hasSeveralAgents, ownerOf } from "./host-config.ts";
import type { Env, Locations } from "./locations.ts";

/** Loaded by hooks: no schema library may be imported from here. */

/** Where the host keeps the sessions of one agent. Paths are absolute and need not exist. */
export interface SessionStore {
  /** Which session a key led to, of hosts before the databases: `sessions.json` by default. */
  index: string;
  /** Folder of the session files of that time. */
  sessions: string;
  /** Database since 2026.8. */
  database: string;
  /** Other agents keep their session files in the same folder, and this one is not the default. */
  borrowed: boolean;
}

/** File name of a database that no other one was set for. */
const DATABASE = "openclaw-agent.sqlite";

/**
 * By `session.store` of the configuration, in which `{agentId}` stands for the agent; else below the state folder. What
 * was kept before that setting was made or changed is not looked for, as the host does not either.
 */
export function sessionStore(
  cfg: Json | null,
  agentId: string,
  env: Env,
  { state }: Locations,
): SessionStore {
  const set = textOf(objectOf(cfg?.["session"])?.["store"]);
  const own = join(state, "agents", agentId, "sessions/sessions.json");
  const index = set === null ? own : configuredPath(set.replaceAll("{agentId}", agentId), env);
  const isFixed = set !== null && !set.includes("{agentId}") && hasSeveralAgents(cfg);
  const named = textOf(
    objectOf(objectOf(objectOf(cfg?.["agents"])?.["defaults"])?.["sessionStore"])?.["agentId"],
  );
  const borrowed = isFixed && (named?.trim().toLowerCase() ?? ownerOf(cfg) ?? "main") !== agentId;
  return {
    index,
    sessions: dirname(index),
    database: databaseOf(index, borrowed ? agentId : null),
    borrowed,
  };
}

/** The database that stands for an index. `agentId`: of an agent that shares it and is not the default; else null. */
function databaseOf(index: string, agentId: string | null): string {
  if (index.endsWith(".sqlite")) return index;
  const folder = dirname(index);
  const agent = dirname(folder);
  const isUsual = basename(index) === "sessions.json" && basename(folder) === "sessions";
  if (isUsual && basename(dirname(agent)) === "agents") return join(agent, "agent", DATABASE);
  const name =
    basename(index) === "sessions.json" ? basename(DATABASE, ".sqlite") : basename(index, extname(index));
  return join(folder, agentId === null ? `${name}.sqlite` : `${name}.${agentId}.sqlite`);
}
