import { HandoffError } from "../../errors.ts";
import { assertReadableConfig, readConfigValues } from "../../hosts/openclaw/config.ts";
import { type Env, type Locations, locationsOf } from "../../hosts/openclaw/locations.ts";
import { type Json, objectOf } from "../../hosts/json.ts";
import { installRecords } from "../../store/installed.ts";
import { PLUGIN_ENTRY } from "./plugin-wiring.ts";

/** The form through which OpenClaw's own model can be asked; the hook pack is given no way to it by the client. */
export const MODEL_FORM = "plugin";

/** Why OpenClaw's own model would give no answer, as half a sentence, and what to do about it. */
export interface ModelFault {
  message: string;
  fix: string;
}

/** What keeps provider `openclaw` from an answer, as the files here tell; null: nothing does. `model`: the one that is set. */
export function modelFault({
  home,
  env,
  model,
}: {
  home: string;
  env: Env;
  model: string | null;
}): ModelFault | null {
  const locations = locationsOf(env);
  const { config, state } = locations;
  const broken = faultOf(locations);
  if (broken !== null) return { message: `openclaw: ${broken.message}`, fix: "correct that file" };
  const entry = entryOf(readConfigValues(locations));
  if (entry?.["enabled"] !== true) {
    const record = installRecords(home, "openclaw").find((one) => one.state === state);
    const isPack = record !== undefined && record.form !== MODEL_FORM;
    return isPack
      ? {
          message:
            "openclaw: the hook pack is installed, and only the plugin can ask OpenClaw's model, so the extractive result is used",
          fix: "handoff uninstall openclaw, then handoff install openclaw --form plugin",
        }
      : {
          message: "openclaw: our plugin is not set up in OpenClaw, so the extractive result is used",
          fix: "handoff install openclaw --form plugin",
        };
  }
  const allowed = objectOf(entry["llm"])?.["allowModelOverride"] === true;
  if (model === null || allowed) return null;
  const setting = [...PLUGIN_ENTRY, "llm", "allowModelOverride"].join(".");
  return {
    message: "openclaw: a model is set, and OpenClaw does not let our plugin choose one",
    fix: `handoff config --unset model, or set ${setting} to true in ${config}`,
  };
}

function faultOf(locations: Locations): HandoffError | null {
  try {
    assertReadableConfig(locations);
    return null;
  } catch (error) {
    if (error instanceof HandoffError) return error;
    throw error;
  }
}

function entryOf(values: Json): Json | null {
  return PLUGIN_ENTRY.reduce<Json | null>((at, name) => objectOf(at?.[name]), values);
}
