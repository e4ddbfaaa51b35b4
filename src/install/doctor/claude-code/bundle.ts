import { existsSync } from "node:fs";
import { join } from "node:path";
import { type ClientSettings, clientSettings } from "../../claude-code/client-settings.ts";
import { isOwnHook, WIRED_FILES } from "../../claude-code/entries.ts";
import { handlersOf } from "../../claude-code/notes.ts";
import { type Check, fail, type Finding, ok, type Surroundings, unknown, warn } from "../check.ts";
import { programIn } from "../../programs.ts";
import { hasPlugin, pluginFolders } from "../../claude-code/plugin.ts";
import { usesClaudeCode } from "./setup.ts";

const AGAIN = "handoff install claude-code";

/** The node and the files that hooks are started from are there, and of this version. */
export const bundle: Check = {
  id: "bundle",
  applies: usesClaudeCode,
  run(around) {
    const { home, cwd, env, managedSettings } = around;
    const settings = clientSettings(cwd, env, managedSettings);
    const hooks = settings
      .flatMap(({ values }) => handlersOf(values?.["hooks"]))
      .filter((hook) => isOwnHook(hook, home))
      .map((hook) => hook as { command?: unknown; args?: unknown });
    return hooks.length > 0 ? installed(hooks, around) : plugin(settings, around);
  },
};

function installed(hooks: readonly { command?: unknown; args?: unknown }[], around: Surroundings): Finding {
  const nodes = texts(hooks.map(({ command }) => command));
  const files = texts(hooks.flatMap(({ args }) => (Array.isArray(args) ? args : [])));
  const bundles = texts(files.map((file) => file.replace(/\/hooks\/claude-code\/[^/]+$/, "")));
  const node = nodes.find((path) => !programIn(path, around.env));
  if (node !== undefined)
    return fail(`hooks are started with ${node}, which is gone or may not be run`, AGAIN);
  // The worker lies beside the hooks: without it nothing is ever captured.
  const workers = bundles.map((folder) => `${folder}/worker.js`);
  const file = [...files, ...workers].find((path) => !existsSync(path));
  if (file !== undefined) return fail(`hooks need ${file}, which is gone`, AGAIN);
  const message = `hooks run from ${bundles.join(" and ")} with ${nodes.join(" and ")}`;
  const other = bundles.find((folder) => !folder.includes(`/bin/${around.version}`));
  return other === undefined ? ok(message) : warn(`${message}; this is ${around.version}`, AGAIN);
}

function plugin(settings: readonly ClientSettings[], { env }: Surroundings): Finding {
  if (!settings.some(({ values }) => hasPlugin(values))) return unknown("nothing starts a copy of handoff");
  const folders = pluginFolders(env).map((folder) => join(folder, "dist"));
  if (folders.length === 0) return unknown("the client does not say where the plugin lies");
  if (!programIn("node", env)) {
    return fail(
      "the plugin's hooks are started with node, which is not in PATH",
      `${AGAIN} names it by its path`,
    );
  }
  const whole = folders.find((folder) =>
    ["worker.js", ...WIRED_FILES].every((file) => existsSync(join(folder, file))),
  );
  return whole === undefined
    ? fail(
        `the plugin in ${folders.join(" or ")} lacks files`,
        "add its marketplace from the installed package again",
      )
    : ok(`the plugin's hooks run from ${whole} with node of PATH`);
}

function texts(values: readonly unknown[]): string[] {
  return [...new Set(values.filter((value) => typeof value === "string"))];
}
