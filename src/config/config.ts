import { join } from "node:path";
import { z } from "zod";
import { HandoffError } from "../errors.ts";
import { HOME_LAYOUT, readHomeFile } from "./home-files.ts";

/** Who can summarize a session. */
export const PROVIDER_IDS = ["extractive", "anthropic", "claude-cli", "command"] as const;

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
  /** Milliseconds for all model calls of one capture together. */
  deadlineMs: z.number().int().min(1_000).max(600_000).default(60_000),
  /** Estimated tokens sent for one capture. */
  maxInputTokens: z.number().int().min(1_000).max(200_000).default(12_000),
  /** Characters of what the next session is told. */
  resumeChars: z.number().int().min(200).max(20_000).default(2_000),
});
export type UserConfig = z.infer<typeof UserConfig>;

/**
 * The user config with its defaults; all defaults when there is none. Errors: `config-invalid` with the setting and
 * what it takes (never its value: it may be a key).
 */
export function readConfig(home: string): UserConfig {
  const path = join(home, HOME_LAYOUT.config);
  const text = readHomeFile(home, HOME_LAYOUT.config);
  const parsed = UserConfig.safeParse(text === null ? {} : parseJson(text, path));
  if (parsed.success) return parsed.data;
  throw new HandoffError("config-invalid", { path, ...problemOf(parsed.error) });
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    // No cause: the parser's message quotes the text, which may hold a key.
    throw new HandoffError("config-invalid", { path, name: "whole file", expected: "one JSON object" });
  }
}

function problemOf(error: z.ZodError): { name: string; expected: string } {
  const issue = error.issues[0];
  if (issue?.code === "unrecognized_keys") {
    const known = Object.keys(UserConfig.shape).filter((key) => key !== "$schema");
    return { name: issue.keys[0] ?? "config", expected: `one of ${known.join(", ")}` };
  }
  const name = issue?.path.join(".") ?? "";
  return { name: name === "" ? "whole file" : name, expected: EXPECTED[name] ?? "one JSON object" };
}

const EXPECTED: Readonly<Record<string, string>> = {
  provider: "extractive, anthropic, claude-cli or command",
  model: "the name of a model, or null",
  baseURL: "an http or https address, or null",
  apiKey: "a key, or null",
  deadlineMs: "a whole number from 1000 to 600000 (milliseconds)",
  maxInputTokens: "a whole number from 1000 to 200000 (tokens)",
  resumeChars: "a whole number from 200 to 20000 (characters)",
};
