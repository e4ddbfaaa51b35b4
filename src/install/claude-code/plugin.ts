import { readFileSync } from "node:fs";
import { join } from "node:path";
import { configFolder, type Env } from "../../hosts/claude-code/config-folder.ts";
import { objectOf, textOf, type Json } from "../../hosts/json.ts";

/** Plugins are named `<plugin>@<marketplace>`. */
const OURS = "session-handoff@";

/** Whether settings switch our plugin on. */
export function hasPlugin(values: Readonly<Record<string, unknown>> | null): boolean {
  const enabled = objectOf(values?.["enabledPlugins"]) ?? {};
  return Object.entries(enabled).some(([name, on]) => name.startsWith(OURS) && on === true);
}

/**
 * Folders that the client may start our plugin from: its copy, or for a marketplace in a folder that folder itself. Empty
 * where the client does not say. Measured on 2.1.332.
 */
export function pluginFolders(env: Env): string[] {
  const folder = join(configFolder(env), "plugins");
  const plugins = objectOf(jsonIn(join(folder, "installed_plugins.json"))?.["plugins"]) ?? {};
  const marketplaces = jsonIn(join(folder, "known_marketplaces.json")) ?? {};
  return Object.entries(plugins)
    .filter(([name]) => name.startsWith(OURS))
    .flatMap(([name, copies]) => [
      textOf(objectOf(marketplaces[name.slice(OURS.length)])?.["installLocation"]),
      ...(Array.isArray(copies) ? copies : []).map((copy) => textOf(objectOf(copy)?.["installPath"])),
    ])
    .filter((path) => path !== null);
}

function jsonIn(path: string): Json | null {
  try {
    return objectOf(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return null;
  }
}
