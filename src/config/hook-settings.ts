import { HOME_LAYOUT, readHomeFile } from "./home-files.ts";

/** The settings that hooks act on, with the defaults of `settings.ts`. */
export interface HookSettings {
  capture: boolean;
  recall: boolean;
  /** Absolute folders in which hooks do nothing. */
  exclude: string[];
  /** Characters of what a starting session is told. */
  resumeChars: number;
  /** Milliseconds a start waits for what is being written. */
  hookWaitMs: number;
  /** What a `/new` of OpenClaw waits for. */
  resetWait: "extractive" | "model" | "none";
}

/**
 * What the user config says to hooks. It is read without a schema, which would cost more than all else a hook does:
 * a value of the wrong type counts as not set, and a file that is no JSON (with comments and trailing commas) as empty;
 * the worker and `handoff doctor` name such mistakes.
 */
export function readHookSettings(home: string): HookSettings {
  const settings = parse(readHomeFile(home, HOME_LAYOUT.config) ?? "{}");
  return {
    capture: settings["capture"] !== false,
    recall: settings["recall"] !== false,
    exclude: texts(settings["exclude"]),
    resumeChars: count(settings["resumeChars"], 2_000),
    hookWaitMs: Math.min(count(settings["hookWaitMs"], 500), 2_000),
    resetWait: resetWait(settings["resetWait"]),
  };
}

function parse(text: string): Record<string, unknown> {
  const bare = text.replace(/^\uFEFF/, "");
  const value = parseJson(bare) ?? parseJson(withoutComments(bare));
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Takes comments out, then commas before a closing bracket; strings stay as they are. */
function withoutComments(text: string): string {
  const keepStrings = (match: string): string => (match.startsWith('"') ? match : "");
  return text
    .replaceAll(/"(?:\\.|[^"\\])*"|\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g, keepStrings)
    .replaceAll(/"(?:\\.|[^"\\])*"|,(?=\s*[}\]])/g, keepStrings);
}

const count = (value: unknown, otherwise: number): number =>
  typeof value === "number" && value >= 0 ? value : otherwise;

const resetWait = (value: unknown): HookSettings["resetWait"] =>
  value === "model" || value === "none" ? value : "extractive";

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
