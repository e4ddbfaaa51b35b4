import { existsSync } from "node:fs";
import { configFolder } from "../../../hosts/claude-code/config-folder.ts";
import { installRecords } from "../../../store/installed.ts";
import { clientSettings } from "../../claude-code/client-settings.ts";
import { isHandoffHook } from "../../claude-code/entries.ts";
import { handlersOf } from "../../claude-code/notes.ts";
import { hasPlugin } from "../../claude-code/plugin.ts";
import type { Surroundings } from "../check.ts";

/** True where Claude Code was used, handoff was installed into it, or settings that hold here would start handoff. */
export function usesClaudeCode({ home, cwd, env, managedSettings }: Surroundings): boolean {
  if (existsSync(configFolder(env)) || installRecords(home, "claude-code").length > 0) return true;
  return clientSettings(cwd, env, managedSettings).some(
    ({ values }) => hasPlugin(values) || handlersOf(values?.["hooks"]).some(isHandoffHook),
  );
}
