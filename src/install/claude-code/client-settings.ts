import { join } from "node:path";
import { getNodeValue } from "jsonc-parser";
import { HandoffError } from "../../errors.ts";
import type { Env } from "../../hosts/claude-code/config-folder.ts";
import { looseAt, readJsonText } from "../json-text.ts";
import { glanceAt } from "../settings-file.ts";
import { settingsPath } from "./settings-path.ts";

/** Settings that an administrator lays down, by platform. Source: the client's documentation. */
const MANAGED: Partial<Record<NodeJS.Platform, string>> = {
  linux: "/etc/claude-code/managed-settings.json",
  darwin: "/Library/Application Support/ClaudeCode/managed-settings.json",
  win32: "C:\\Program Files\\ClaudeCode\\managed-settings.json",
};

/** A settings file as the client reads it. */
export interface ClientSettings {
  path: string;
  managed: boolean;
  /** The object in it as the client takes it; null when it is missing, unreadable, or no strict JSON. */
  values: Readonly<Record<string, unknown>> | null;
  /** What keeps the client from reading it, with the place; null when nothing does. */
  fault: string | null;
}

/** Every settings file that holds for a working folder, the strongest first. Reads only. */
export function clientSettings(
  cwd: string,
  env: Env,
  managedPath: string | undefined = MANAGED[process.platform],
): ClientSettings[] {
  const user = settingsPath("user", cwd, env);
  const project = projectFiles(cwd, env).filter((path) => path !== user);
  const paths = [...(managedPath === undefined ? [] : [managedPath]), ...project, user];
  return paths.map((path) => ({ path, managed: path === managedPath, ...contentOf(path) }));
}

function projectFiles(cwd: string, env: Env): string[] {
  try {
    const shared = settingsPath("project", cwd, env);
    return [join(shared, "..", "settings.local.json"), shared];
  } catch {
    return [];
  }
}

function contentOf(path: string): Pick<ClientSettings, "values" | "fault"> {
  const bytes = glanceAt(path);
  if (bytes === null) return { values: null, fault: null };
  try {
    const json = readJsonText(bytes, path);
    const loose = looseAt(json);
    if (loose !== null) return { values: null, fault: looseFault(path, loose) };
    return {
      values: (json.root === null ? {} : getNodeValue(json.root)) as Record<string, unknown>,
      fault: null,
    };
  } catch (error) {
    return { values: null, fault: error instanceof HandoffError ? error.message : null };
  }
}

/** That a file is no strict JSON, as a sentence without its end. */
function looseFault(path: string, { line, column }: { line: number; column: number }): string {
  return `${path}:${line}:${column}: a comment or a trailing comma, for which the client ignores the whole file`;
}

/** Why the client runs no hooks of users, as a whole sentence; null when it runs them. */
export function hooksSwitchedOff(settings: readonly ClientSettings[]): string | null {
  const deciding = settings.find(({ values }) => values?.["disableAllHooks"] !== undefined);
  if (deciding?.values?.["disableAllHooks"] === true) {
    return `${deciding.path} has "disableAllHooks": the client runs no hooks`;
  }
  const managed = settings.find((one) => one.managed && one.values?.["allowManagedHooksOnly"] === true);
  return managed === undefined
    ? null
    : `${managed.path} allows managed hooks only: the client runs no others`;
}
