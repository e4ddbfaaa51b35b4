import { statSync } from "node:fs";
import { configPath } from "../../config/config.ts";
import { isKeyExposed } from "../../config/edit-config.ts";
import { ifExists } from "../../files/system-errors.ts";
import { type Check, fail, ok, unknown, warn } from "./check.ts";

/** Nobody but the owner may read the state folder, which holds jobs with answers, and perhaps a key. */
export const privacy: Check = {
  id: "privacy",
  run({ home }) {
    if (process.platform === "win32") return unknown("file modes say nothing on Windows");
    const mode = ifExists(() => statSync(home).mode, null);
    if (mode === null) return ok(`there is no state folder yet (${home})`);
    if (isKeyExposed(home)) {
      return fail(`${configPath(home)} holds a key and others may read it`, `chmod 600 ${configPath(home)}`);
    }
    if ((mode & 0o077) !== 0) return warn(`others may look into ${home}`, `chmod 700 ${home}`);
    return ok(`only you can read ${home}`);
  },
};
