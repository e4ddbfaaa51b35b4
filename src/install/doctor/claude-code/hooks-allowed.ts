import { clientSettings, hooksSwitchedOff } from "../../claude-code/client-settings.ts";
import { type Check, fail, ok, type Surroundings, warn } from "../check.ts";
import { usesClaudeCode } from "./setup.ts";

/** No setting keeps the client from running hooks of users, and no variable keeps ours quiet. */
export const hooksAllowed: Check = {
  id: "hooks-allowed",
  applies: (around) => isDisabled(around) || usesClaudeCode(around),
  run(around) {
    const { cwd, env, managedSettings } = around;
    if (isDisabled(around)) {
      return warn(
        "HANDOFF_DISABLE is set here: hooks of sessions that start from here do nothing",
        "unset HANDOFF_DISABLE",
      );
    }
    const off = hooksSwitchedOff(clientSettings(cwd, env, managedSettings));
    return off === null
      ? ok("no setting keeps the client from running hooks")
      : fail(off, "take the setting out, or ask who manages this machine");
  },
};

function isDisabled({ env }: Surroundings): boolean {
  return !["", "0", "false"].includes(env["HANDOFF_DISABLE"] ?? "");
}
