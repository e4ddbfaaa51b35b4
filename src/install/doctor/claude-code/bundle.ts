import { accessSync, constants, existsSync } from "node:fs";
import { clientSettings } from "../../claude-code/client-settings.ts";
import { isOwnHook } from "../../claude-code/entries.ts";
import { handlersOf } from "../../claude-code/notes.ts";
import { type Check, fail, ok, unknown } from "../check.ts";

/** The node and the files that the settings name are there. */
export const bundle: Check = {
  id: "bundle",
  run({ home, cwd, env, managedSettings }) {
    const hooks = clientSettings(cwd, env, managedSettings)
      .flatMap(({ values }) => handlersOf(values?.["hooks"]))
      .filter((hook) => isOwnHook(hook, home))
      .map((hook) => hook as { command?: unknown; args?: unknown });
    if (hooks.length === 0) return unknown("no settings name a copy of handoff");
    const nodes = texts(hooks.map(({ command }) => command));
    const files = texts(hooks.flatMap(({ args }) => (Array.isArray(args) ? args : [])));
    // The worker lies beside the hooks: without it nothing is ever captured.
    const workers = files.map((file) => file.replace(/\/hooks\/claude-code\/[^/]+$/, "/worker.js"));
    const fix = "handoff install claude-code";
    const node = nodes.find((path) => !isRunnable(path));
    if (node !== undefined)
      return fail(`hooks are started with ${node}, which is gone or may not be run`, fix);
    const file = [...files, ...workers].find((path) => !existsSync(path));
    if (file !== undefined) return fail(`hooks need ${file}, which is gone`, fix);
    return ok(`hooks run ${files[0] ?? ""} and others beside it with ${nodes.join(" and ")}`);
  },
};

function texts(values: readonly unknown[]): string[] {
  return [...new Set(values.filter((value) => typeof value === "string"))];
}

function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
