import { getNodeValue, type Node } from "jsonc-parser";
import { type Json, objectOf } from "../../hosts/json.ts";
import { nodeAt, type Path, withElement, withoutElements, withoutValue, withValue } from "./entry-edits.ts";
import { within } from "./entry-place.ts";
import { parseJson5 } from "./json5-text.ts";

/** Id of our plugin, as its `openclaw.plugin.json` names it. */
export const PLUGIN_ID = "session-handoff";

export const PLUGIN_ENTRY: Path = ["plugins", "entries", PLUGIN_ID];
const PATHS: Path = ["plugins", "load", "paths"];
const ALLOW: Path = ["plugins", "allow"];
const SWITCH: Path = ["plugins", "enabled"];

/** The folder of the plugin in a bundle. */
export const PLUGIN_FOLDER = "openclaw-plugin";

/** What the configuration says of plugins, as far as it decides about ours. */
export interface PluginPolicy {
  /** All plugins are switched off. */
  off: boolean;
  /** Ours is forbidden by name. */
  denied: boolean;
}

/** Reads it from a configuration. */
export function pluginPolicy(values: Json): PluginPolicy {
  const plugins = objectOf(values["plugins"]);
  const denied = plugins?.["deny"];
  return { off: plugins?.["enabled"] === false, denied: Array.isArray(denied) && denied.includes(PLUGIN_ID) };
}

/**
 * The text with our plugin: its folder among `plugins.load.paths`, its entry, and its id in a list of allowed plugins
 * where there is one. A path of ours that names another bundle is replaced. The same text when all of it stands there.
 */
export function wirePlugin(text: string, above: number, folder: string, home: string): string {
  const paths = within(PATHS, above);
  const known = stringsAt(text, paths);
  const old = withoutElements(
    text,
    paths,
    (node) => isOwnPath(node, home) && node.value !== folder,
    parseJson5(text, ""),
  );
  const loaded = known.includes(folder) ? old : withElement(old, paths, folder);
  const allow = stringsAt(loaded, within(ALLOW, above));
  const allowed =
    allow.length === 0 || allow.includes(PLUGIN_ID)
      ? loaded
      : withElement(loaded, within(ALLOW, above), PLUGIN_ID);
  const entry = within(PLUGIN_ENTRY, above);
  const value = nodeAt(parseJson5(allowed, ""), entry);
  const isOff = value === undefined || objectOf(getNodeValue(value))?.["enabled"] !== true;
  if (value === undefined) return switchedOn(withValue(allowed, entry, { enabled: true }), above);
  return switchedOn(isOff ? withValue(allowed, [...entry, "enabled"], true) : allowed, above);
}

/** The text without our plugin; what a person had in `before` is as it was. */
export function unwirePlugin(text: string, above: number, home: string, before: Node | null): string {
  const entry = within(PLUGIN_ENTRY, above);
  const had = nodeAt(before, entry);
  const old: unknown = had === undefined ? undefined : objectOf(getNodeValue(had))?.["enabled"];
  const now = nodeAt(parseJson5(text, ""), [...entry, "enabled"])?.value;
  let left = text;
  if (had === undefined) left = withoutValue(left, entry, before);
  else if (now === true && typeof old === "boolean" && !old)
    left = withValue(left, [...entry, "enabled"], old);
  left = withoutElements(left, within(PATHS, above), (node) => isOwnPath(node, home), before);
  const allow = within(ALLOW, above);
  const wasAllowed = nodeAt(before, allow)?.children?.some((node) => node.value === PLUGIN_ID) === true;
  if (!wasAllowed) left = withoutElements(left, allow, (node) => node.value === PLUGIN_ID, before);
  const enable = within(SWITCH, above);
  const isOn = nodeAt(parseJson5(left, ""), enable)?.value === true;
  return isOn && nodeAt(before, enable)?.value === false ? withValue(left, enable, false) : left;
}

/** Whether a text loads our plugin from the state folder `home`. */
export function isPluginWired(text: string, above: number, home: string): boolean {
  const list = nodeAt(parseJson5(text, ""), within(PATHS, above));
  return list?.children?.some((node) => isOwnPath(node, home)) === true;
}

function switchedOn(text: string, above: number): string {
  const path = within(SWITCH, above);
  return nodeAt(parseJson5(text, ""), path)?.value === false ? withValue(text, path, true) : text;
}

/** A path of ours, of whatever version. */
function isOwnPath(node: Node, home: string): boolean {
  const path = typeof node.value === "string" ? slashed(node.value) : "";
  return path.startsWith(`${slashed(home).replace(/\/$/, "")}/bin/`) && path.endsWith(`/${PLUGIN_FOLDER}`);
}

function stringsAt(text: string, path: Path): string[] {
  const list = nodeAt(parseJson5(text, ""), path);
  return (list?.children ?? []).flatMap(({ value }) => (typeof value === "string" ? [value] : []));
}

const slashed = (path: string): string => path.replaceAll("\\", "/");
