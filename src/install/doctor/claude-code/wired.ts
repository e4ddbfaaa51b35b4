import { existsSync } from "node:fs";
import { configFolder } from "../../../hosts/claude-code/config-folder.ts";
import { installRecords } from "../../../store/installed.ts";
import { type ClientSettings, clientSettings } from "../../claude-code/client-settings.ts";
import { isHandoffHook, isOwnHook, WIRED_EVENTS } from "../../claude-code/entries.ts";
import { foreignHomes } from "../../claude-code/foreign-homes.ts";
import { handlersOf } from "../../claude-code/notes.ts";
import { type Check, fail, ok, unknown, warn } from "../check.ts";
import { hasPlugin } from "../../claude-code/plugin.ts";
import { usesClaudeCode } from "./setup.ts";

const AGAIN = "handoff install claude-code";

/** Whether the settings, or the plugin, start our hooks, and which settings do. */
export const wired: Check = {
  id: "wired",
  applies: usesClaudeCode,
  run({ home, cwd, env, managedSettings }) {
    const settings = clientSettings(cwd, env, managedSettings);
    const places = settings.filter(({ values }) => ownEvents(values, home).length > 0);
    const plugin = settings.find(({ values }) => hasPlugin(values));
    const fault = settings.find((one) => one.fault !== null)?.fault ?? null;
    if (fault !== null)
      return fail(fault, "take comments and trailing commas out, and correct what else is no JSON");
    const [place] = places;
    const [foreign] = foreignHomes(settings, home);
    if (place === undefined && foreign !== undefined) {
      return fail(
        `hooks here use the state folder ${foreign}, and this is ${home}`,
        `run with HANDOFF_HOME=${foreign}`,
      );
    }
    if (place === undefined && plugin !== undefined) return ok(`wired through the plugin (${plugin.path})`);
    if (place === undefined) {
      if (installRecords(home, "claude-code").length > 0) {
        return fail("it was installed, but no settings that hold here start its hooks", AGAIN);
      }
      return existsSync(configFolder(env))
        ? fail("Claude Code is here, and no settings start our hooks", AGAIN)
        : unknown("Claude Code was never used here", AGAIN);
    }
    const missing = WIRED_EVENTS.filter((event) =>
      places.every(({ values }) => !ownEvents(values, home).includes(event)),
    );
    const where = places.map(({ path }) => path).join(" and ");
    if (missing.length > 0) return warn(`${where} lacks our hooks for ${missing.join(", ")}`, AGAIN);
    const twice = settings.find(({ values }) => hasTwice(values, home));
    if (twice !== undefined)
      return warn(`${twice.path} starts one of our hooks twice: all it does is done twice`, AGAIN);
    const other = settings.find(({ values }) => hasForeign(values, home));
    if (other !== undefined) {
      return warn(
        `${other.path} also starts handoff from another state folder`,
        "uninstall there with its HANDOFF_HOME",
      );
    }
    return ok(`wired in ${where}${plugin === undefined ? "" : "; the plugin steps back"}`);
  },
};

function ownEvents(values: ClientSettings["values"], home: string): string[] {
  const hooks = values?.["hooks"];
  if (typeof hooks !== "object" || hooks === null) return [];
  return Object.entries(hooks).flatMap(([event, groups]) =>
    handlersOf({ [event]: groups }).some((hook) => isOwnHook(hook, home)) ? [event] : [],
  );
}

function hasTwice(values: ClientSettings["values"], home: string): boolean {
  const hooks = values?.["hooks"];
  if (typeof hooks !== "object" || hooks === null) return false;
  return Object.entries(hooks).some(
    ([event, groups]) => handlersOf({ [event]: groups }).filter((hook) => isOwnHook(hook, home)).length > 1,
  );
}

function hasForeign(values: ClientSettings["values"], home: string): boolean {
  return handlersOf(values?.["hooks"]).some((hook) => isHandoffHook(hook) && !isOwnHook(hook, home));
}
