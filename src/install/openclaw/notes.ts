import type { InstallRequest } from "../installer.ts";
import { askAboutHook } from "./client.ts";
import type { HostState } from "./host-checks.ts";
import type { Env, Locations } from "../../hosts/openclaw/locations.ts";
import type { Pack } from "./pack.ts";
import type { Selection } from "./selection.ts";

/** What an installation found and will do. */
export interface NotedInstall {
  request: InstallRequest;
  locations: Locations;
  host: HostState;
  selection: Selection;
  pack: Pack;
  /** Whether anything is to be done. */
  changed: boolean;
}

/** What a person should know about an installation, in whole sentences. */
export function installNotes({ host, selection, pack, changed, locations }: NotedInstall): string[] {
  const { client, node } = host;
  return [
    client === null
      ? "No openclaw program was found in PATH: whether it takes the hook will not be asked."
      : `OpenClaw ${client.version ?? "of an unknown version"} at ${client.program}, state in ${locations.state}.`,
    ...(node?.version == null ? ["The Node of the gateway was not found: it must be 22.15 or newer."] : []),
    ...(selection.open && selection.ours === null
      ? ["OpenClaw loads every hook it finds here; an entry for ours would end that, so none is made."]
      : []),
    ...(changed ? [whenItRuns(selection, pack)] : []),
    "The first handoff is written at the next /new, /reset, automatic reset or compaction; handoff doctor tells whether it was.",
  ];
}

function whenItRuns(selection: Selection, pack: Pack): string {
  return selection.open && selection.ours === null && pack.state !== "same"
    ? "A gateway that runs takes it up when it is restarted: openclaw gateway restart."
    : "A gateway that runs takes it up within seconds; with gateway.reload.mode off it has to be restarted.";
}

/** What the installation would switch beyond our own entry. */
export function asksFor({ enabled, others }: Selection): string[] {
  if (enabled !== false) return [];
  const more =
    others.length === 0
      ? "no other one is named"
      : `these are named too and would start: ${others.join(", ")}`;
  return [`hooks.internal.enabled is false: OpenClaw runs no hooks. It would become true; ${more}.`];
}

/** What the client says of the hook once it is in its place. */
export function verdictOf({ client }: HostState, name: string, env: Env): string[] {
  if (client === null) return [];
  const report = askAboutHook(client, name, env);
  if (report === null) return [`OpenClaw gave no answer about the hook: openclaw hooks info ${name} tells.`];
  return report.loadable
    ? ["OpenClaw says that the hook can be loaded."]
    : [
        `OpenClaw says that the hook cannot be loaded${report.blocked === null ? "" : ` (${report.blocked})`}: openclaw hooks info ${name}.`,
      ];
}
