import { join } from "node:path";
import { type ParseError, parse } from "jsonc-parser";
import type { z } from "zod";
import { HandoffError } from "../errors.ts";
import { HOME_LAYOUT, readHomeFile } from "./home-files.ts";
import { isSettingKey, SETTING_KEYS, SETTINGS, UserConfig } from "./settings.ts";

/**
 * The user config with its defaults; all defaults when there is none. Comments and trailing commas are allowed.
 * Errors: `config-invalid` with the setting and what it takes (never its value: it may be a key).
 */
export function readConfig(home: string): UserConfig {
  const parsed = UserConfig.safeParse(readSettings(home));
  if (parsed.success) return parsed.data;
  throw new HandoffError("config-invalid", { path: configPath(home), ...problemOf(parsed.error) });
}

/** Absolute path of the config file, which need not exist. */
export function configPath(home: string): string {
  return join(home, HOME_LAYOUT.config);
}

/** What the config file says, unchecked; empty without a file. Errors: `config-invalid` unless it is one JSON object. */
export function readSettings(home: string): Record<string, unknown> {
  const text = readHomeFile(home, HOME_LAYOUT.config);
  return text === null ? {} : parseSettings(text, configPath(home));
}

/** The object of a config text. Errors: `config-invalid`; `path` is for the message. */
export function parseSettings(text: string, path: string): Record<string, unknown> {
  const errors: ParseError[] = [];
  const value: unknown = parse(text.replace(/^\uFEFF/, ""), errors, { allowTrailingComma: true });
  if (errors.length === 0 && isObject(value)) return value;
  throw new HandoffError("config-invalid", { path, name: "whole file", expected: "one JSON object" });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function problemOf(error: z.ZodError): { name: string; expected: string } {
  const issue = error.issues[0];
  if (issue?.code === "unrecognized_keys") {
    return { name: issue.keys[0] ?? "config", expected: `one of ${SETTING_KEYS.join(", ")}` };
  }
  const name = String(issue?.path[0] ?? "whole file");
  return { name, expected: isSettingKey(name) ? SETTINGS[name].expected : "a text" };
}
