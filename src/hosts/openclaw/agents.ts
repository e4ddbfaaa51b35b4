import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type Json, objectOf, objectsOf, textOf } from "../json.ts";
import { readConfigValues } from "./config.ts";
import { type Env, filled, locationsOf, pathOf } from "./locations.ts";

/** One agent of the client. Paths are absolute and need not exist. */
export interface Agent {
  /** In lower case, as in session keys. */
  id: string;
  /** Its working folder, which holds its memory. */
  workspace: string;
  /** Its sessions since 2026.8. */
  database: string;
  /** Folder of its session files before. */
  sessions: string;
}

/** The agent of an install that names none. */
const SOLE = "main";

/**
 * The agents of an install, by configuration (`agents.entries`, before 2026.8 `agents.list`) and by the folders that the
 * client made for them. See README.md, workspaces.
 */
export function agentsOf(env: Env): Agent[] {
  const { state, config } = locationsOf(env);
  const agents = objectOf(readConfigValues(config)["agents"]) ?? {};
  const roster = rosterOf(agents);
  const ids = roster.length === 0 ? [SOLE] : roster.map(({ id }) => id);
  const left = folderNames(join(state, "agents")).filter((id) => !ids.includes(id));
  const owner = (roster.find(({ isDefault }) => isDefault) ?? roster[0])?.id ?? SOLE;
  return [...ids, ...left].map((id) => {
    const own = roster.find((entry) => entry.id === id)?.workspace ?? null;
    const workspace = own === null ? inheritedWorkspace(id, { agents, state, env, owner }) : pathOf(own, env);
    const folder = join(state, "agents", id);
    return {
      id,
      workspace,
      database: join(folder, "agent/openclaw-agent.sqlite"),
      sessions: join(folder, "sessions"),
    };
  });
}

interface Entry {
  id: string;
  workspace: string | null;
  isDefault: boolean;
}

function rosterOf(agents: Json): Entry[] {
  const named = objectOf(agents["entries"]);
  const entries =
    named === null
      ? objectsOf(agents["list"]).map((entry) => ({ id: textOf(entry["id"]), entry }))
      : Object.entries(named).map(([id, entry]) => ({ id, entry: objectOf(entry) ?? {} }));
  return entries.flatMap(({ id, entry }) => {
    if (id === null || id.trim() === "") return [];
    const workspace = filled(textOf(entry["workspace"]) ?? undefined);
    return [{ id: id.trim().toLowerCase(), workspace, isDefault: entry["default"] === true }];
  });
}

interface Inherited {
  agents: Json;
  state: string;
  env: Env;
  owner: string;
}

/** The workspace of an agent whose entry names none: the install's for one agent, a folder of its own for the others. */
function inheritedWorkspace(id: string, { agents, state, env, owner }: Inherited): string {
  const shared = filled(textOf(objectOf(agents["defaults"])?.["workspace"]) ?? undefined);
  if (id !== owner) return shared === null ? join(state, `workspace-${id}`) : join(pathOf(shared, env), id);
  const named = shared ?? filled(env["OPENCLAW_WORKSPACE_DIR"]);
  return named === null ? join(state, "workspace") : pathOf(named, env);
}

function folderNames(path: string): string[] {
  if (!existsSync(path)) return [];
  try {
    const entries = readdirSync(path, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch {
    return [];
  }
}
