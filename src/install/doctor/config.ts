import { configPath, readConfig } from "../../config/config.ts";
import { HandoffError } from "../../errors.ts";
import { type Check, fail, ok, warn } from "./check.ts";

/** The user config can be understood, and nothing in it keeps hooks quiet unnoticed. */
export const config: Check = {
  id: "config",
  run({ home }) {
    try {
      const { capture, recall } = readConfig(home);
      const off = [...(capture ? [] : ["capture"]), ...(recall ? [] : ["recall"])];
      if (off.length === 0) return ok("the user config is valid");
      return warn(
        `switched off in the user config: ${off.join(", ")}`,
        `handoff config ${off[0]} true, unless that is meant`,
      );
    } catch (error) {
      if (!(error instanceof HandoffError)) throw error;
      return fail(
        error.message,
        `correct ${configPath(home)}, or take the setting out with handoff config --unset`,
      );
    }
  },
};
