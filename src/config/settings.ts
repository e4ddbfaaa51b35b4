import { isAbsolute } from "node:path";
import { z } from "zod";

/** Who can summarize a session. */
export const PROVIDER_IDS = ["extractive", "anthropic", "claude-cli", "openclaw", "command"] as const;

/** The user config, `$HANDOFF_HOME/config.json`. Unknown keys are errors: a misspelt setting must not pass in silence. */
export const UserConfig = z.strictObject({
  $schema: z.string().optional(),
  /** Who summarizes. Choosing one that calls a model is the consent for its costs. */
  provider: z.enum(PROVIDER_IDS).default("extractive"),
  model: z.string().min(1).nullable().default(null),
  /** Any server that speaks the Messages API; null: the provider's own. */
  baseURL: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .default(null),
  apiKey: z.string().min(1).nullable().default(null),
  /** Program and arguments of provider `command`; started without a shell. */
  command: z.array(z.string().min(1)).min(1).nullable().default(null),
  /** Milliseconds for all model calls of one capture together. */
  deadlineMs: z.number().int().min(1_000).max(600_000).default(60_000),
  /** Estimated tokens sent for one capture. */
  maxInputTokens: z.number().int().min(1_000).max(200_000).default(12_000),
  /** Estimated tokens sent in one call; null: as many as for one capture. */
  windowTokens: z.number().int().min(1_000).max(200_000).nullable().default(null),
  /** Model calls a UTC day, by all providers together; 0: none. */
  dailyCalls: z.number().int().min(0).max(100_000).default(100),
  /** Tokens in and out a UTC day, by all providers together; 0: none. */
  dailyTokens: z.number().int().min(0).max(1_000_000_000).default(500_000),
  /** US dollars for a million tokens in and out; null: the list price of the model, where it is known. */
  price: z
    .tuple([z.number().min(0), z.number().min(0)])
    .nullable()
    .default(null),
  /** False: hooks record nothing. `handoff capture` by hand still works. */
  capture: z.boolean().default(true),
  /** False: hooks tell a starting session nothing. */
  recall: z.boolean().default(true),
  /** Absolute folders; hooks do nothing in them and below. */
  exclude: z.array(z.string().refine(isAbsolute)).default([]),
  /** Characters of what the next session is told. */
  resumeChars: z.number().int().min(200).max(20_000).default(2_000),
  /** Milliseconds that a start after a `/clear` waits for the session just left. */
  hookWaitMs: z.number().int().min(0).max(2_000).default(500),
  /** What a `/new` of OpenClaw waits for: the extractive handoff (at most 2 s), the model's (at most 20 s), or nothing. */
  resetWait: z.enum(["extractive", "model", "none"]).default("extractive"),
});
export type UserConfig = z.infer<typeof UserConfig>;

/** The config of someone who set nothing. */
export const SETTINGS_DEFAULTS: UserConfig = UserConfig.parse({});

/** A setting's name as written in the config file and on the command line. */
export type SettingKey = Exclude<keyof UserConfig, "$schema">;

interface Setting {
  /** What it is for, in one line. */
  meaning: string;
  /** What it takes, as said when a value is not valid. */
  expected: string;
  /** Variable that is used where the config says nothing. */
  variable?: string;
  /** True for a value that is never shown. */
  secret?: boolean;
}

/** What is said about each setting, in the order they are shown. */
export const SETTINGS: Readonly<Record<SettingKey, Setting>> = {
  provider: {
    meaning: "who summarizes; any but extractive calls a model, and choosing it is the consent",
    expected: "extractive, anthropic, claude-cli, openclaw or command",
  },
  model: {
    meaning: "model of anthropic and claude-cli, null: their small one; of openclaw, null: its own",
    expected: "the name of a model, or null",
  },
  baseURL: {
    meaning: "server of anthropic, any that speaks the Messages API",
    expected: "an http or https address, or null",
    variable: "ANTHROPIC_BASE_URL",
  },
  apiKey: {
    meaning: "key of anthropic",
    expected: "a key, or null",
    variable: "ANTHROPIC_API_KEY",
    secret: true,
  },
  command: {
    meaning: "program of provider command: JSON on stdin, JSON on stdout; started without a shell",
    expected: 'a list of a program and its arguments, such as ["node", "/opt/summarize.mjs"], or null',
  },
  deadlineMs: {
    meaning: "time for all model calls of one capture together",
    expected: "a whole number from 1000 to 600000 (milliseconds)",
  },
  maxInputTokens: {
    meaning: "estimated tokens sent for one capture",
    expected: "a whole number from 1000 to 200000 (tokens)",
  },
  windowTokens: {
    meaning: "estimated tokens sent in one call; a longer session is read in parts, within maxInputTokens",
    expected: "a whole number from 1000 to 200000 (tokens), or null",
  },
  dailyCalls: {
    meaning: "model calls a day (UTC); beyond it the extractive result is used",
    expected: "a whole number from 0 to 100000 (calls)",
  },
  dailyTokens: {
    meaning: "tokens in and out a day (UTC); beyond it the extractive result is used",
    expected: "a whole number from 0 to 1000000000 (tokens)",
  },
  price: {
    meaning: "dollars for a million tokens in and out, for the estimate; null: the model's list price",
    expected: "a list of two numbers, such as [0.1, 0.5], or null",
  },
  capture: {
    meaning: "whether hooks record sessions",
    expected: "true or false",
  },
  recall: {
    meaning: "whether hooks tell a starting session where the last one stopped",
    expected: "true or false",
  },
  exclude: {
    meaning: "folders in which hooks do nothing, they and all below",
    expected: "a list of absolute folders",
  },
  resumeChars: {
    meaning: "length of what the next session is told",
    expected: "a whole number from 200 to 20000 (characters)",
  },
  hookWaitMs: {
    meaning: "how long a start after /clear waits for the session just left",
    expected: "a whole number from 0 to 2000 (milliseconds)",
  },
  resetWait: {
    meaning:
      "what /new of OpenClaw waits for: the handoff by code (2 s at most), by the model (20 s), or none",
    expected: "extractive, model or none",
  },
};

/** Every setting's name, in the order shown. */
export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];

/** True for the name of a setting. */
export function isSettingKey(name: string): name is SettingKey {
  return Object.hasOwn(SETTINGS, name);
}
