import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { HandoffError } from "../../../errors.ts";
import { ifExists } from "../../../files/system-errors.ts";
import { type Json, objectOf } from "../../../hosts/json.ts";
import { type Agent, agentsOf } from "../../../hosts/openclaw/agents.ts";
import { assertReadableConfig, readConfigValues } from "../../../hosts/openclaw/config.ts";
import { type Locations, locationsOf } from "../../../hosts/openclaw/locations.ts";
import { installRecords } from "../../../store/installed.ts";
import { assertShape } from "../../openclaw/config-shape.ts";
import { type EntryPlace, entryPlace } from "../../openclaw/entry-place.ts";
import { PLUGIN_ENTRY } from "../../openclaw/plugin-wiring.ts";
import { type Check, type Surroundings, unknown } from "../check.ts";

/** OpenClaw's setup as its own files tell it. */
export interface Setup {
  locations: Locations;
  /** Its configuration, included files in it; empty when it is missing or broken. */
  values: Json;
  agents: Agent[];
  /** `agents.defaults` of it. */
  defaults: Json;
}

export function setupOf({ env }: Pick<Surroundings, "env">): Setup {
  const locations = locationsOf(env);
  const values = readConfigValues(locations);
  const defaults = objectOf(objectOf(values["agents"])?.["defaults"]) ?? {};
  return { locations, values, agents: agentsOf(env), defaults };
}

/** The entry of our plugin's place in the configuration. Errors: `settings-invalid`, `file-unreadable`. */
export function usableConfig(env: Surroundings["env"]): EntryPlace {
  const locations = locationsOf(env);
  assertReadableConfig(locations);
  const place = entryPlace(locations.config, PLUGIN_ENTRY, "look");
  assertShape(readConfigValues(locations), locations.config);
  return place;
}

/** A check that tells from the configuration: where that cannot be used, it does not guess. */
export function fromConfig(check: Check): Check {
  return {
    ...check,
    run(around) {
      try {
        usableConfig(around.env);
      } catch (error) {
        const isFault =
          error instanceof HandoffError && ["settings-invalid", "file-unreadable"].includes(error.code);
        if (isFault) return unknown("OpenClaw's configuration cannot be read: see openclaw-wired");
      }
      return check.run(around);
    },
  };
}

/** True where OpenClaw was set up or used, or handoff was installed into it: agents are left where a configuration is gone. */
export function usesOpenClaw({ home, env }: Surroundings): boolean {
  const { state, config } = locationsOf(env);
  const traces = [config, join(state, "state"), join(state, "agents")];
  return traces.some((path) => existsSync(path)) || installRecords(home, "openclaw").length > 0;
}

/** A memory's index that the host itself loads, with the agents that load it. */
export interface LoadedIndex {
  workspace: string;
  path: string;
  text: string;
  agents: Agent[];
}

/** The host's own index file. */
export const HOSTS_INDEX = "MEMORY.md";

/** MEMORY.md of every workspace that has one. */
export function loadedIndexes({ agents }: Setup): LoadedIndex[] {
  return [...new Set(agents.map(({ workspace }) => workspace))].flatMap((workspace) => {
    const path = join(workspace, HOSTS_INDEX);
    const text = ifExists(() => readFileSync(path, "utf8"), null);
    const own = agents.filter((agent) => agent.workspace === workspace);
    return text === null ? [] : [{ workspace, path, text, agents: own }];
  });
}

/** A value below an object, by the names that lead to it. */
export function valueAt(values: Json, ...names: readonly string[]): unknown {
  return names.reduce<unknown>((value, name) => objectOf(value)?.[name], values);
}
