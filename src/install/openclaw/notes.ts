import { type Json, objectOf } from "../../hosts/json.ts";
import type { Change } from "../installer.ts";
import { askAboutHook, type Client, isOlder } from "./client.ts";
import type { Form } from "./forms.ts";
import type { HostState } from "./host-checks.ts";
import type { Env } from "../../hosts/openclaw/locations.ts";
import { PLUGIN_ID } from "./plugin-wiring.ts";
import { HOOK_NAME, selectionOf } from "./selection.ts";

/** What an installation found and will do. */
export interface NotedInstall {
  host: HostState;
  form: Form;
  /** The configuration before it. */
  values: Json;
  /** The client's state folder. */
  state: string;
  changes: readonly Change[];
  /** The file that the entry goes into. */
  config: string;
}

/** What a person should know about an installation, in whole sentences. */
export function installNotes(noted: NotedInstall): string[] {
  const { host, form, values, state, changes, config } = noted;
  const { client, node } = host;
  const { open, ours } = selectionOf(values);
  const isOpen = form.name === "pack" && open && ours === null;
  const hasEntry = changes.some(({ file }) => file === config);
  return [
    client === null
      ? "No openclaw program is in PATH, so none is asked whether it takes the hook."
      : `OpenClaw ${client.version ?? "of an unknown version"} at ${client.program}, state in ${state}.`,
    ...(objectOf(values["gateway"])?.["mode"] === "remote"
      ? ["gateway.mode is remote: hooks run where the gateway does, so install there as well."]
      : []),
    ...(node?.version == null ? ["The Node of the gateway was not found: it must be 22.15 or newer."] : []),
    ...(isOpen
      ? ["OpenClaw loads every hook it finds here; an entry for ours would end that, so none is made."]
      : []),
    ...(hasEntry && isSwitchedOff(form, values)
      ? [`${form.entry.join(".")} was switched off (enabled: false): installing switches it on.`]
      : []),
    ...(changes.length === 0 ? [] : [whenItRuns(client, isOpen && !hasEntry, form.name)]),
    "The first handoff is written at the next /new, /reset, automatic reset or compaction; handoff doctor tells whether it was.",
  ];
}

/** Whether an entry for ours is there that a person switched off. */
function isSwitchedOff(form: Form, values: Json): boolean {
  if (form.name === "pack") return selectionOf(values).ours === false;
  const entries = objectOf(objectOf(values["plugins"])?.["entries"]);
  return objectOf(entries?.[PLUGIN_ID])?.["enabled"] === false;
}

/** Clients before it load hooks when the gateway starts, and at no other time. Measured on 2026.6.35 and 2026.9.6. */
const RELOADS_HOOKS = "2026.9.0";

/** When a gateway that runs takes up a change; `silent`: its configuration does not change. */
export function whenItRuns(client: Client | null, silent: boolean, form: Form["name"] = "pack"): string {
  const version = client?.version ?? null;
  // A plugin that came into its configuration was loaded 2 s later by 2026.6.35 too.
  const atStartOnly = version !== null && isOlder(version, RELOADS_HOOKS);
  if (form === "pack" && (silent || atStartOnly))
    return "A gateway that runs takes it up when it is restarted: openclaw gateway restart.";
  const older =
    form === "pack" && version === null ? `, and a client before ${RELOADS_HOOKS.slice(0, 6)}` : "";
  return `A gateway that runs takes it up within seconds; with gateway.reload.mode off${older} it has to be restarted: openclaw gateway restart.`;
}

/** What the client says of the hook once it is in its place. */
export function verdictOf(client: Client, env: Env): string[] {
  const report = askAboutHook(client, HOOK_NAME, env);
  if (report === null)
    return [`OpenClaw gave no answer about the hook: openclaw hooks info ${HOOK_NAME} tells.`];
  const why = report.blocked === null ? "" : ` (${report.blocked})`;
  return report.loadable
    ? ["OpenClaw says that the hook can be loaded."]
    : [`OpenClaw says that the hook cannot be loaded${why}: openclaw hooks info ${HOOK_NAME}.`];
}
