import { getNodeValue, type Node } from "jsonc-parser";
import { type Json, objectOf } from "../../hosts/json.ts";
import { nodeAt, type Path, withoutValue, withValue } from "./entry-edits.ts";
import { parseJson5 } from "./json5-text.ts";
import { HOOK_NAME } from "./selection.ts";

/** Where the client looks for the entry of a hook, and for the switch of all of them. */
export const ENTRY: Path = ["hooks", "internal", "entries", HOOK_NAME];
export const SWITCH: Path = ["hooks", "internal", "enabled"];

/** What a configuration shall say of our hook. */
export interface Wiring {
  /** Name of the bundle's folder: the client reads hooks again when an entry changes, not when their files do. */
  version: string;
  /** Where the entry goes, from the root of its file; null: none is wanted. */
  entry: Path | null;
  /** Where `hooks.internal.enabled` stands that is to become true; null: it stays as it is. */
  enable: Path | null;
}

/** The text with our entry; the same text when it stands there already. What else a person set in it stays. */
export function wire(text: string, { version, entry, enable }: Wiring): string {
  const switched = enable === null ? text : withValue(text, enable, true);
  if (entry === null) return switched;
  const known = entryIn(switched, entry);
  if (known === null) return withValue(switched, entry, { enabled: true, version });
  const enabled = known["enabled"] === true ? switched : withValue(switched, [...entry, "enabled"], true);
  return known["version"] === version ? enabled : withValue(enabled, [...entry, "version"], version);
}

/**
 * The text without our entry, and with the switch of all hooks as it was in `before`; objects that are left empty go as
 * well, unless `before` had them. An entry that a person had before is as it was, what they added since stays.
 */
export function unwire(text: string, entry: Path, enable: Path, before: Node | null): string {
  const had = nodeAt(before, entry);
  const without = had === undefined ? withoutValue(text, entry, before) : restored(text, entry, had, before);
  const old = nodeAt(before, enable);
  const now = nodeAt(parseJson5(without, ""), enable);
  return old?.value === false && now?.value === true ? withValue(without, enable, false) : without;
}

/** Whether a text has our entry. One without the bundle's version is a person's own, such as one that keeps the hook off. */
export function isWired(text: string, entry: Path): boolean {
  return typeof entryIn(text, entry)?.["version"] === "string";
}

/** Takes back what we set in an entry that was there before. */
function restored(text: string, entry: Path, had: Node, before: Node | null): string {
  const old = objectOf(getNodeValue(had));
  const now = entryIn(text, entry);
  if (old === null || now === null) return text;
  return (["enabled", "version"] as const).reduce((so, name) => {
    if (now[name] === undefined || now[name] === old[name]) return so;
    const path: Path = [...entry, name];
    return old[name] === undefined ? withoutValue(so, path, before) : withValue(so, path, old[name]);
  }, text);
}

function entryIn(text: string, entry: Path): Json | null {
  const node = nodeAt(parseJson5(text, ""), entry);
  return node === undefined ? null : objectOf(getNodeValue(node));
}
