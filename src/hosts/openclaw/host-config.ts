import { join } from "node:path";
import { type Json, objectOf, objectsOf, textOf } from "../json.ts";
import { filled, homeOf, type Locations } from "./locations.ts";

type Env = Readonly<Record<string, string | undefined>>;

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

/** Workspaces of all agents by agent, absolute, as the client finds them. */
export function agentWorkspaces(cfg: Json | null, env: Env, { state }: Locations): Map<string, string> {
  const agents = agentsOf(cfg);
  const ids = agents.size === 0 ? ["main"] : [...agents.keys()];
  const fallback = textOf(defaultsOf(cfg)?.["workspace"]);
  const owner =
    ids.find((id) => agents.get(id)?.["default"] === true) ?? (ids.length === 1 ? ids[0] : "main");
  const absolute = (path: string): string =>
    /^~(?=$|[\\/])/.test(path) ? join(homeOf(env), path.slice(1)) : path;
  return new Map(
    ids.map((id) => {
      const own = textOf(agents.get(id)?.["workspace"]);
      if (own !== null) return [id, absolute(own)];
      if (id !== owner)
        return [id, fallback === null ? join(state, `workspace-${id}`) : join(absolute(fallback), id)];
      const usual = filled(env["OPENCLAW_WORKSPACE_DIR"]) ?? join(state, "workspace");
      return [id, fallback === null ? usual : absolute(fallback)];
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
