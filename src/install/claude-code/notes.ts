import { installRecords } from "../../store/installed.ts";
import type { InstallRequest } from "../installer.ts";
import type { NodePath } from "../node-path.ts";
import { clientSettings, hooksSwitchedOff } from "./client-settings.ts";
import { isHandoffHook, isOwnHook } from "./entries.ts";
import { hasPlugin } from "./plugin.ts";

/** What a person should know about an installation into `file`, in whole sentences. */
export function installNotes(request: InstallRequest, file: string, node: NodePath): string[] {
  const settings = clientSettings(request.cwd, request.env);
  const off = hooksSwitchedOff(settings);
  const others = installRecords(request.home, "claude-code").filter((record) => record.file !== file);
  const mine = settings.find(({ path }) => path === file);
  return [
    `Hooks start with ${node.path}; handoff doctor tells when it is gone.`,
    ...(node.stays
      ? []
      : ["That node lies in a cache or a temporary folder and may go away: install with another one."]),
    ...[off, mine?.fault ?? null].flatMap((why) => (why === null ? [] : [`Hooks will not run: ${why}.`])),
    ...(request.scope === "project"
      ? [
          `${file} is usually kept in git, and its paths are those of this machine: leave it out, or use --scope user.`,
        ]
      : []),
    ...(settings.some(({ values }) => hasPlugin(values))
      ? ["The plugin is on as well: its hooks do nothing as long as the settings start these."]
      : []),
    ...others.map((record) => `Also wired in ${record.file}.`),
    ...(hasForeign(mine?.values?.["hooks"], request.home)
      ? [`${file} also starts handoff from another state folder: uninstall with that HANDOFF_HOME.`]
      : []),
    "Sessions that are open now go on without it: hooks are read when the client starts, and run in folders you trust.",
  ];
}

function hasForeign(hooks: unknown, home: string): boolean {
  return handlersOf(hooks).some((hook) => isHandoffHook(hook) && !isOwnHook(hook, home));
}

/** Every handler of a `hooks` value, whatever its shape. */
export function handlersOf(hooks: unknown): unknown[] {
  if (typeof hooks !== "object" || hooks === null) return [];
  return Object.values(hooks)
    .flatMap((groups: unknown) => (Array.isArray(groups) ? groups : []))
    .flatMap((group: unknown) => {
      const list = typeof group === "object" && group !== null && "hooks" in group ? group.hooks : [];
      return Array.isArray(list) ? list : [];
    });
}
