import { clientSettings, hooksSwitchedOff } from "../../claude-code/client-settings.ts";
import { type Check, fail, ok, warn } from "../check.ts";

/** No setting keeps the client from running hooks of users, and no variable keeps ours quiet. */
export const hooksAllowed: Check = {
  id: "hooks-allowed",
  run({ cwd, env, managedSettings }) {
    const disabled = env["HANDOFF_DISABLE"];
    if (disabled !== undefined && !["", "0", "false"].includes(disabled)) {
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
