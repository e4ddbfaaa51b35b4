import { assertWritableHome } from "../../config/usable-home.ts";
import { HandoffError } from "../../errors.ts";
import { type Check, fail, ok } from "./check.ts";

/** The state folder can be used: without it hooks do nothing, and no other check means anything. */
export const stateFolder: Check = {
  id: "state-folder",
  decides: true,
  run({ home }) {
    try {
      assertWritableHome(home);
      return ok(`the state folder can be used (${home})`);
    } catch (error) {
      if (!(error instanceof HandoffError)) throw error;
      return fail(
        `state folder cannot be used (${error.detail.system ?? "unknown"}): ${home}; hooks do nothing`,
        "set HANDOFF_HOME to a folder of yours, or make this one a folder that you may read and write",
      );
    }
  },
};
