import { join } from "node:path";
import { type Json, objectOf, objectsOf, textOf } from "../json.ts";
import { type Env, filled, type Locations, pathOf } from "./locations.ts";

/** The host's own default of `agents.defaults.bootstrapMaxChars`; characters of one file in a prompt. */
const MAX_CHARS = 20_000;
/** The memory plugin that is the host's own. */
const OWN_MEMORY = "memory-core";

/** The entries of all agents, by id; the client takes a list or a map. */
function agentsOf(cfg: Json | null): Map<string, Json> {
  const agents = objectOf(cfg?.["agents"]);
  const map = Object.entries(objectOf(agents?.["entries"]) ?? {});
  const entries = map.length > 0 ? map : objectsOf(agents?.["list"]).map((one) => [one["id"], one] as const);
  return new Map(
    entries.flatMap(([id, entry]) => {
      const [name, value] = [textOf(id)?.trim().toLowerCase(), objectOf(entry)];
      return name === undefined || value === null ? [] : [[name, value] as const];
    }),
  );
}

/** Ids of all agents, of one at least. */
function idsOf(cfg: Json | null): string[] {
  const ids = [...agentsOf(cfg).keys()];
  return ids.length === 0 ? ["main"] : ids;
}

export function hasSeveralAgents(cfg: Json | null): boolean {
  return idsOf(cfg).length > 1;
}

/**
 * The agent that what is not set by agent belongs to: the one marked as default, else the only one. Of several the first
 * of a list, which is how clients before 2026.8 write them and choose; of a map none, which newer ones call ownership
 * "explicit". Measured on 2026.9.6 with `openclaw agents list`; read in 2026.6.35.
 */
export function ownerOf(cfg: Json | null): string | null {
  const agents = agentsOf(cfg);
  const ids = idsOf(cfg);
  const [first = null] = ids;
  if (ids.length <= 1) return first;
  const roster = objectOf(cfg?.["agents"]);
  if (roster?.["ownership"] === "explicit") return null;
  const marked = ids.find((id) => agents.get(id)?.["default"] === true) ?? null;
  const isMap = Object.keys(objectOf(roster?.["entries"]) ?? {}).length > 0;
  return marked ?? (isMap ? null : first);
}

/** A path of the configuration, absolute: `~` is the client's home folder, and `${NAME}` a variable. */
export function configuredPath(path: string, env: Env): string {
  return pathOf(
    path.replaceAll(/\$\{([A-Z_][A-Z0-9_]*)\}/g, (whole, name: string) => env[name] ?? whole),
    env,
  );
}

/** Workspaces of all agents by agent, absolute, as the client finds them. */
export function agentWorkspaces(cfg: Json | null, env: Env, { state }: Locations): Map<string, string> {
  const agents = agentsOf(cfg);
  const fallback = textOf(defaultsOf(cfg)?.["workspace"]);
  const owner = ownerOf(cfg);
  return new Map(
    idsOf(cfg).map((id) => {
      const own = textOf(agents.get(id)?.["workspace"]);
      if (own !== null) return [id, configuredPath(own, env)];
      if (id !== owner) {
        const folder = fallback === null ? null : configuredPath(fallback, env);
        return [id, folder === null ? join(state, `workspace-${id}`) : join(folder, id)];
      }
      const usual = filled(env["OPENCLAW_WORKSPACE_DIR"]);
      if (fallback !== null) return [id, configuredPath(fallback, env)];
      return [id, usual === null ? join(state, "workspace") : pathOf(usual, env)];
    }),
  );
}

/** Characters that the host keeps of one file in an agent's prompt. */
export function maxPromptChars(cfg: Json | null, agentId: string | null): number {
  const own = agentId === null ? undefined : agentsOf(cfg).get(agentId)?.["bootstrapMaxChars"];
  const limit = own ?? defaultsOf(cfg)?.["bootstrapMaxChars"];
  return typeof limit === "number" && limit > 0 ? Math.floor(limit) : MAX_CHARS;
}

/** The memory plugin of another maker that holds the host's slot; null when there is none. */
export function otherMemoryPlugin(cfg: Json | null): string | null {
  const slot = textOf(objectOf(objectOf(cfg?.["plugins"])?.["slots"])?.["memory"]);
  return slot === null || slot === OWN_MEMORY || slot === "none" ? null : slot;
}

const defaultsOf = (cfg: Json | null): Json | null => objectOf(objectOf(cfg?.["agents"])?.["defaults"]);
