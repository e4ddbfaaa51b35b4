import { type Json, objectOf } from "../../hosts/json.ts";

/** Name of our hook, and of its entry in the configuration. */
export const HOOK_NAME = "session-handoff";

/** Which hooks a configuration lets the client load (see hosts/openclaw/README.md, installing). */
export interface Selection {
  /** `hooks.internal.enabled`; null where it is not set. */
  enabled: boolean | null;
  /**
   * True while every hook that is found is loaded: `enabled` is true and no entry names one, or extra folders are
   * given. The first entry would end it.
   */
  open: boolean;
  /** Hooks that entries name, ours left out, as far as they are not switched off. */
  others: string[];
  /** Whether an entry of ours is there and not switched off; null where there is none. */
  ours: boolean | null;
}

/** What stands in `hooks.internal` of a configuration. */
export function selectionOf(values: Json | null): Selection {
  const internal = objectOf(objectOf(values?.["hooks"])?.["internal"]);
  const entries = objectOf(internal?.["entries"]) ?? {};
  const isOn = (entry: unknown): boolean => objectOf(entry)?.["enabled"] !== false;
  const extra = objectOf(internal?.["load"])?.["extraDirs"];
  const flag = internal?.["enabled"];
  const enabled = typeof flag === "boolean" ? flag : null;
  const isWide =
    Array.isArray(extra) && extra.some((folder) => typeof folder === "string" && folder.trim() !== "");
  return {
    enabled,
    open: enabled !== false && (isWide || (enabled === true && Object.keys(entries).length === 0)),
    others: Object.keys(entries).filter((name) => name !== HOOK_NAME && isOn(entries[name])),
    ours: Object.hasOwn(entries, HOOK_NAME) ? isOn(entries[HOOK_NAME]) : null,
  };
}
