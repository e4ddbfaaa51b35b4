import { z } from "zod";
import { configPath, readConfig, readSettings } from "../config/config.ts";
import { isKeyExposed, notTaken, setSetting, unsetSetting } from "../config/edit-config.ts";
import { handoffHome } from "../config/home.ts";
import {
  isSettingKey,
  SETTING_KEYS,
  type SettingKey,
  SETTINGS,
  SETTINGS_DEFAULTS,
  UserConfig,
} from "../config/settings.ts";
import { HandoffError } from "../errors.ts";
import { modelFault } from "../install/openclaw/hosts-model.ts";
import { type CommandDefinition, parseOptions, type RawOptions } from "./command.ts";
import { type Io, paint, printJson, say } from "./io.ts";

const Options = z.looseObject({ unset: z.string({ error: "the name of a setting" }).optional() });

export const config: CommandDefinition = {
  name: "config",
  summary: "show, set and explain the settings",
  arguments: [
    ["[key]", "the setting (default: all of them)"],
    ["[value...]", "its new value; a list as several words or as JSON"],
  ],
  options: [["--unset <key>", "back to the default"]],
  examples: [
    "handoff config",
    "handoff config provider claude-cli",
    "handoff config exclude /srv/private /srv/clients",
    `handoff config command '["node", "/opt/summarize.mjs", "--short"]'`,
    "handoff config --unset provider",
  ],
  async run([key, ...values], raw, io) {
    const { unset } = parseOptions(Options, raw);
    const home = handoffHome(io.env);
    if (unset !== undefined) return unsetOne(unset, key, home, raw, io);
    const wanted = key === undefined ? SETTING_KEYS : [settingOf(key)];
    for (const name of values.length > 0 ? wanted : []) setSetting(home, name, valueOf(home, name, values));
    show(wanted, home, raw, io);
    return 0;
  },
};

function settingOf(name: string): SettingKey {
  if (isSettingKey(name)) return name;
  // the word may be a key that was typed in the wrong place: it is not repeated
  throw new HandoffError("usage", { name: "config", expected: `one of ${SETTING_KEYS.join(", ")}` });
}

function unsetOne(name: string, extra: string | undefined, home: string, raw: RawOptions, io: Io): number {
  if (extra !== undefined) {
    throw new HandoffError("usage", { name: "config", expected: "either --unset KEY or KEY VALUE" });
  }
  const was = unsetSetting(home, name);
  if (!was) settingOf(name);
  if (isSettingKey(name)) show([name], home, raw, io);
  else if (raw.json === true) printJson(io, { file: configPath(home), settings: [], warnings: [] });
  else say(io, raw, "taken out");
  return 0;
}

/** Words as the setting's type: JSON where it is one, else the text itself; several words are a list. */
function valueOf(home: string, key: SettingKey, words: readonly string[]): unknown {
  const schema = UserConfig.shape[key];
  const [only] = words;
  const meant = words.length === 1 && only !== undefined ? [jsonOf(only), only, [only]] : [[...words]];
  const value = meant.find((one) => one !== undefined && schema.safeParse(one).success);
  if (value === undefined) throw notTaken(home, key);
  return value;
}

function jsonOf(word: string): unknown {
  try {
    return JSON.parse(word);
  } catch {
    return undefined;
  }
}

interface ShownSetting {
  key: SettingKey;
  /** `"set"` for a key. */
  value: unknown;
  default: unknown;
  /** `environment`: the config file says nothing, and a variable is used. */
  source: "config" | "environment" | "default";
  variable: string | null;
  meaning: string;
  expected: string;
}

function show(keys: readonly SettingKey[], home: string, raw: RawOptions, io: Io): void {
  const values = readConfig(home);
  const given = readSettings(home);
  const settings = keys.map((key) => shown(key, values, given, io.env));
  const warnings = warningsOn(keys, values, home, io.env);
  if (raw.json === true) {
    printJson(io, { file: configPath(home), settings, warnings });
    return;
  }
  for (const setting of settings) print(setting, raw, io);
  for (const warning of warnings) io.stderr.write(`handoff: ${warning}\n`);
}

/** What a person should know of the settings shown, in whole sentences. */
function warningsOn(keys: readonly SettingKey[], values: UserConfig, home: string, env: Io["env"]): string[] {
  const exposed = isKeyExposed(home)
    ? [`${configPath(home)} holds a key and others may read it; run chmod 600 on it`]
    : [];
  const { provider, model } = values;
  const isAbout = keys.includes("provider") || keys.includes("model");
  const fault = isAbout && provider === "openclaw" ? modelFault({ home, env, model }) : null;
  return fault === null ? exposed : [...exposed, `provider ${fault.message}; ${fault.fix}`];
}

function shown(
  key: SettingKey,
  values: UserConfig,
  given: Readonly<Record<string, unknown>>,
  env: Io["env"],
): ShownSetting {
  const { meaning, expected, variable = null, secret } = SETTINGS[key];
  const isGiven = Object.hasOwn(given, key) && values[key] !== null;
  const fromEnv = variable === null || isGiven ? undefined : env[variable];
  const value = fromEnv === undefined || fromEnv === "" ? values[key] : fromEnv;
  return {
    key,
    value: secret === true && value !== null ? "set" : withoutLogin(value),
    default: SETTINGS_DEFAULTS[key],
    source: isGiven ? "config" : value === values[key] ? "default" : "environment",
    variable,
    meaning,
    expected,
  };
}

/** An address may carry a name and a password. */
function withoutLogin(value: unknown): unknown {
  return typeof value === "string" ? value.replace(/^(https?:\/\/)[^/@\s]+@/i, "$1") : value;
}

function print(setting: ShownSetting, raw: RawOptions, io: Io): void {
  const { key, value, source, variable, meaning } = setting;
  const from = source === "environment" ? `from ${variable ?? "the environment"}` : source;
  const fallback = source === "default" ? "" : `, default ${JSON.stringify(setting.default)}`;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  say(io, raw, `${paint(io, raw, "bold", key)} = ${text}  (${from}${fallback})`);
  say(io, raw, `  ${meaning}`);
}
