import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { HandoffError, systemCode } from "../errors.ts";

/** Ways to make a handoff, the built-in one first. */
export const PROVIDER_IDS = ["extractive", "anthropic", "claude-cli", "command"] as const;

/** `$HANDOFF_HOME/config.json`: every setting with its default. Keys are the contract of `handoff config`. */
export const Config = z.strictObject({
  /** Who summarizes. A model is called only when a person chose it here or on the command line. */
  provider: z.enum(PROVIDER_IDS).default("extractive"),
  /** Model of the `anthropic` provider. */
  model: z.string().min(1).optional(),
  /** Base URL of a server that speaks the Messages API. */
  baseURL: z.url().optional(),
  /** Milliseconds for all model calls of one handoff together. */
  deadlineMs: z.number().int().min(1000).max(600_000).optional(),
  /** Estimated tokens that one handoff may send. */
  maxInputTokens: z.number().int().min(1000).max(1_000_000).optional(),
});
export type Config = z.infer<typeof Config>;

/** Name of the file below `$HANDOFF_HOME`. */
const CONFIG_FILE = "config.json";

/**
 * The user config; all defaults when there is none. Errors: `config-invalid` naming the key, `file-unreadable`.
 */
export function readConfig(home: string): Config {
  const file = path.join(home, CONFIG_FILE);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (systemCode(error) === "ENOENT") return Config.parse({});
    throw new HandoffError("file-unreadable", { path: file, system: systemCode(error) ?? "unknown" }, error);
  }
  const parsed = Config.safeParse(jsonOf(text, file));
  if (parsed.success) return parsed.data;
  const key = parsed.error.issues[0]?.path.join(".") ?? "";
  throw new HandoffError("config-invalid", { path: file, name: key === "" ? "a key" : key });
}

function jsonOf(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new HandoffError("config-invalid", { path: file, name: "the file" }, error);
  }
}
