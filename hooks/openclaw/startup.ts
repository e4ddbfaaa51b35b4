import { locationsOf } from "../../src/hosts/openclaw/locations.ts";
import { isInside } from "../../src/queue/guards.ts";
import { type PackCall, queueEvent, startWorker } from "./call.ts";
import { remember } from "./gateway-state.ts";
import { agentWorkspaces } from "../../src/hosts/openclaw/host-config.ts";

/**
 * The gateway starts: in every agent's workspace the worker looks for windows that no event told of, as after a kill or
 * while the pack was off.
 */
export function onStartup(call: PackCall): void {
  const { event, env, state, workspace } = call;
  const found = agentWorkspaces(event.cfg, env, locationsOf(env));
  for (const [agent, folder] of found) remember(state.workspaces, agent, folder);
  const { exclude } = call.settings;
  const folders = [...new Set([workspace, ...found.values()])].filter(
    (folder) => !exclude.some((excluded) => isInside(folder, excluded)),
  );
  const jobs = folders.map((folder) => {
    const job = queueEvent(
      { ...call, workspace: folder },
      { event: "session-start", cause: "gateway", sessionId: null },
    );
    if (job !== null) remember(state.starts, folder, job);
    return job;
  });
  if (jobs.some((job) => job !== null)) startWorker(call);
}
