import { HandoffError } from "../../errors.ts";
import { type Json, objectOf } from "../../hosts/json.ts";
import { HOOK_NAME } from "./selection.ts";

const IS = {
  object: (value: unknown): boolean => objectOf(value) !== null,
  list: (value: unknown): boolean => Array.isArray(value),
  boolean: (value: unknown): boolean => typeof value === "boolean",
} as const;

/**
 * What the client wants to find on the way to what we read or write. It refuses a whole configuration for one of them
 * that is of another type, null as well. Measured on 2026.9.6 with `openclaw config validate`.
 */
const SHAPE: readonly (readonly [string, keyof typeof IS])[] = [
  ["hooks", "object"],
  ["hooks.internal", "object"],
  ["hooks.internal.enabled", "boolean"],
  ["hooks.internal.entries", "object"],
  [`hooks.internal.entries.${HOOK_NAME}`, "object"],
  ["hooks.internal.load", "object"],
  ["plugins", "object"],
  ["plugins.enabled", "boolean"],
  ["plugins.entries", "object"],
  [`plugins.entries.${HOOK_NAME}`, "object"],
  ["plugins.load", "object"],
  ["plugins.load.paths", "list"],
  ["plugins.allow", "list"],
  ["plugins.deny", "list"],
  ["plugins.slots", "object"],
  ["agents", "object"],
  ["agents.defaults", "object"],
];

/** Errors: `settings-invalid` naming the first setting that the client refuses for its type. */
export function assertShape(values: Json, path: string): void {
  const wrong = SHAPE.find(([name, type]) => {
    const value = name.split(".").reduce<unknown>((at, one) => objectOf(at)?.[one], values);
    return value !== undefined && !IS[type](value);
  });
  if (wrong === undefined) return;
  const [name, type] = wrong;
  const expected = `${name} to be ${type === "object" ? "an" : "a"} ${type} (openclaw doctor names what OpenClaw rejects)`;
  throw new HandoffError("settings-invalid", { path, expected });
}
