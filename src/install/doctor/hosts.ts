import { configFolder, type Env } from "../../hosts/claude-code/config-folder.ts";
import { locationsOf } from "../../hosts/openclaw/locations.ts";
import { type Check, ok, type Surroundings, unknown } from "./check.ts";
import { usesClaudeCode } from "./claude-code/setup.ts";
import { usesOpenClaw } from "./openclaw/setup.ts";

/** Hosts that handoff can be wired into, and the folder that tells whether one is in use. */
const LOOKED_FOR: readonly {
  name: string;
  folder: (env: Env) => string;
  uses: (around: Surroundings) => boolean;
}[] = [
  { name: "Claude Code", folder: configFolder, uses: usesClaudeCode },
  { name: "OpenClaw", folder: (env) => locationsOf(env).state, uses: usesOpenClaw },
];

/** Which hosts are here: checks of one that is not are left out. */
export const hosts: Check = {
  id: "hosts",
  run(around) {
    const found = LOOKED_FOR.filter(({ uses }) => uses(around)).map(({ name }) => name);
    const missing = LOOKED_FOR.filter(({ name }) => !found.includes(name)).map(
      ({ name, folder }) => `${name} (nothing in ${folder(around.env)})`,
    );
    if (found.length === 0) {
      return unknown(
        `no agent was found here: looked for ${missing.join(" and ")}`,
        "use one of them once, then handoff install claude-code or handoff install openclaw",
      );
    }
    const here = `${found.join(" and ")} ${found.length === 1 ? "is" : "are"} here`;
    return ok(missing.length === 0 ? here : `${here}; not found: ${missing.join(" and ")}`);
  },
};
