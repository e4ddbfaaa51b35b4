import { existsSync } from "node:fs";
import { join } from "node:path";
import { HandoffError } from "../../../errors.ts";
import { installRecords } from "../../../store/installed.ts";
import type { EntryPlace } from "../../openclaw/entry-place.ts";
import { homeOfPack } from "../../openclaw/pack.ts";
import { isPluginWired, PLUGIN_ENTRY, PLUGIN_ID, pluginPolicy } from "../../openclaw/plugin-wiring.ts";
import { HOOK_NAME, selectionOf } from "../../openclaw/selection.ts";
import { type Check, fail, type Finding, ok, type Surroundings, warn } from "../check.ts";
import { type Setup, setupOf, usableConfig, usesOpenClaw, valueAt } from "./setup.ts";

const AGAIN = "handoff install openclaw";

/** The hook lies in the client's folder, or the plugin among its paths, and the configuration lets the client load it. */
export const openClawWired: Check = {
  id: "openclaw-wired",
  applies: usesOpenClaw,
  run(around) {
    const setup = setupOf(around);
    const { state, config } = setup.locations;
    if (!existsSync(config)) {
      return fail(
        `OpenClaw was used here (${state}), and there is no configuration of it at ${config}`,
        `openclaw onboard, or the OPENCLAW_* variables of the one in use; then ${AGAIN}`,
      );
    }
    const place = readable(around);
    if ("state" in place) return place;
    return isPluginWired(place.json.text, place.above, around.home) ? plugin(setup) : pack(setup, around);
  },
};

function readable({ env }: Surroundings): EntryPlace | Finding {
  try {
    return usableConfig(env);
  } catch (error) {
    if (!(error instanceof HandoffError) || error.code !== "settings-invalid") throw error;
    return fail(error.message, "correct that place: the client cannot read it either");
  }
}

function plugin({ locations, values }: Setup): Finding {
  const { off, denied } = pluginPolicy(values);
  if (off) return fail(`plugins.enabled is false in ${locations.config}: OpenClaw loads no plugins`, AGAIN);
  if (denied) return fail(`plugins.deny names ${PLUGIN_ID}`, "take it out of that list");
  if (valueAt(values, ...PLUGIN_ENTRY, "enabled") !== true)
    return fail("the plugin is switched off in the configuration", `openclaw plugins enable ${PLUGIN_ID}`);
  return ok(`the plugin is wired in ${locations.config}`);
}

function pack({ locations, values }: Setup, { home }: Surroundings): Finding {
  const { state, config } = locations;
  const folder = join(state, "hooks", HOOK_NAME);
  const owner = homeOfPack(folder);
  if (!existsSync(folder)) {
    return installRecords(home, "openclaw").some((record) => record.state === state)
      ? fail("it was installed, but what the client loads is gone", AGAIN)
      : fail("OpenClaw is here, and our hook is not", AGAIN);
  }
  const { enabled, open, ours, others } = selectionOf(values);
  if (enabled === false) {
    return fail(
      `hooks.internal.enabled is false in ${config}: OpenClaw runs no hooks`,
      "openclaw config set hooks.internal.enabled true",
    );
  }
  if (ours === false)
    return fail("the hook is switched off in the configuration", `openclaw hooks enable ${HOOK_NAME}`);
  if (ours === null && !open) {
    const named =
      others.length === 0 ? "no entry names a hook" : `only named hooks are loaded: ${others.join(", ")}`;
    return fail(`the configuration does not let the hook load: ${named}`, AGAIN);
  }
  if (owner === null) return warn(`the hook in ${folder} was not put there by handoff install`, AGAIN);
  if (owner !== home) {
    return fail(
      `the hook uses the state folder ${owner}, and this is ${home}`,
      `run with HANDOFF_HOME=${owner}`,
    );
  }
  const why = ours === null ? "OpenClaw loads every hook it finds" : "the configuration names it";
  return ok(`the hook lies in ${folder}, and ${why}`);
}
