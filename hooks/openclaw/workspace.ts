import { agentWorkspaces } from "../../src/hosts/openclaw/host-config.ts";
import { locationsOf } from "../../src/hosts/openclaw/locations.ts";
import { type GatewayState, remember } from "./gateway-state.ts";
import type { Loaded } from "./place.ts";
import type { OpenclawEvent } from "./read-event.ts";

/** The event's workspace, else the one that its agent had before, else by the host's configuration. */
export function workspaceOf(
  event: Pick<OpenclawEvent, "agentId" | "workspace" | "cfg">,
  env: Loaded["env"],
  state: GatewayState,
): string | null {
  const { agentId, workspace, cfg } = event;
  if (workspace !== null) {
    if (agentId !== null) remember(state.workspaces, agentId, workspace);
    return workspace;
  }
  if (agentId === null) return null;
  const known = state.workspaces.get(agentId);
  return known ?? (cfg === null ? null : (agentWorkspaces(cfg, env, locationsOf(env)).get(agentId) ?? null));
}
