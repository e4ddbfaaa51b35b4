import { dirname, join } from "node:path";
import { readFileSync } from "node:fs";
import { filled, homeFolder } from "../../../hosts/claude-code/config-folder.ts";
import { objectOf, type Json } from "../../../hosts/json.ts";
import { realOf } from "../../../hosts/repository.ts";
import { ifExists } from "../../../files/system-errors.ts";
import { type Check, ok, type Surroundings, unknown, warn } from "../check.ts";
import { usesClaudeCode } from "./setup.ts";

/** Whether the folder is trusted: an interactive client holds hooks of every settings file back until it is. */
export const trust: Check = {
  id: "trust",
  applies: usesClaudeCode,
  async run({ cwd, env }) {
    const projects = objectOf(stateOf(env)?.["projects"]);
    if (projects === null) return unknown("the client has not noted yet which folders are trusted");
    const real = await realOf(cwd);
    const known = foldersAbove(real)
      .map((folder) => objectOf(projects[folder]))
      .filter((project) => project !== null);
    if (known.some((project) => project["hasTrustDialogAccepted"] === true))
      return ok(`the client trusts ${real}`);
    const fix = "start claude in this folder and accept its question; claude -p runs hooks without it";
    return known.length > 0
      ? warn(`the client does not trust ${real} yet and holds hooks back`, fix)
      : unknown(`the client was not started in ${real} yet`, fix);
  },
};

/** What the client keeps of itself; null when it is missing or half written. Read only: clients write it at any time. */
function stateOf(env: Surroundings["env"]): Json | null {
  const folder = filled(env["CLAUDE_CONFIG_DIR"]) ?? homeFolder(env);
  const text = ifExists(() => readFileSync(join(folder, ".claude.json"), "utf8"), null);
  try {
    return text === null ? null : objectOf(JSON.parse(text));
  } catch {
    return null;
  }
}

function foldersAbove(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersAbove(above)];
}
