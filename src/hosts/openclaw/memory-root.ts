import { relative, isAbsolute } from "node:path";
import { realOf } from "../repository.ts";
import { agentsOf } from "./agents.ts";
import { assertReadableConfig } from "./config.ts";
import { type Env, filled, locationsOf, pathOf } from "./locations.ts";

/**
 * The agent's workspace that a folder is or lies in, which holds MEMORY.md; null where none does. What the handler took
 * from the event (`HANDOFF_OPENCLAW_WORKSPACE`) wins over the configuration; of nested workspaces the innermost.
 * Errors: `settings-invalid`: a configuration that cannot be read does not say where the workspaces are.
 */
export async function memoryRoot(cwd: string, env: Env): Promise<string | null> {
  const told = filled(env["HANDOFF_OPENCLAW_WORKSPACE"]);
  if (told !== null && (await isIn(cwd, pathOf(told, env)))) return pathOf(told, env);
  assertReadableConfig(locationsOf(env));
  let root: string | null = null;
  for (const { workspace } of agentsOf(env))
    if (workspace.length > (root?.length ?? 0) && (await isIn(cwd, workspace))) root = workspace;
  return root;
}

/** Whether a path is a folder or lies in it, links followed. */
async function isIn(path: string, folder: string): Promise<boolean> {
  const [inner, outer] = await Promise.all([realOf(path), realOf(folder)]);
  const way = relative(outer, inner);
  return way === "" || (!/^\.\.(?:[\\/]|$)/.test(way) && !isAbsolute(way));
}
