import { existsSync } from "node:fs";
import { join } from "node:path";
import { HandoffError } from "../../../errors.ts";
import { installRecords } from "../../../store/installed.ts";
import { entryPlace } from "../../openclaw/entry-place.ts";
import { homeOfPack } from "../../openclaw/pack.ts";
import { HOOK_NAME, selectionOf } from "../../openclaw/selection.ts";
import { type Check, fail, type Finding, ok, warn } from "../check.ts";
import { setupOf, usesOpenClaw } from "./setup.ts";

const AGAIN = "handoff install openclaw";

/** The hook lies in the client's folder, and the configuration lets the client load it. */
export const openClawWired: Check = {
  id: "openclaw-wired",
  applies: usesOpenClaw,
  run(around) {
    const { locations, values } = setupOf(around);
    const broken = faultOf(locations.config);
    if (broken !== null) return broken;
    const folder = join(locations.state, "hooks", HOOK_NAME);
    const owner = homeOfPack(folder);
    if (!existsSync(folder)) {
      return installRecords(around.home, "openclaw").length > 0
        ? fail(`it was installed, but the hook is gone (${folder})`, AGAIN)
        : fail("OpenClaw is here, and our hook is not", AGAIN);
    }
    const { enabled, open, ours, others } = selectionOf(values);
    if (enabled === false) {
      return fail(
        `hooks.internal.enabled is false in ${locations.config}: OpenClaw runs no hooks`,
        "openclaw config set hooks.internal.enabled true",
      );
    }
    if (ours === false)
      return fail("the hook is switched off in the configuration", `openclaw hooks enable ${HOOK_NAME}`);
    if (ours === null && !open) {
      const named =
        others.length === 0 ? "no entry names a hook" : `only named hooks are loaded: ${others.join(", ")}`;
      return fail(`the configuration does not let the hook load: ${named}`, AGAIN);
    }
    if (owner !== null && owner !== around.home) {
      return fail(
        `the hook uses the state folder ${owner}, and this is ${around.home}`,
        `run with HANDOFF_HOME=${owner}`,
      );
    }
    if (owner === null) return warn(`the hook in ${folder} was not put there by handoff install`, AGAIN);
    return ok(
      `the hook lies in ${folder}, and ${ours === null ? "OpenClaw loads every hook it finds" : "the configuration names it"}`,
    );
  },
};

function faultOf(config: string): Finding | null {
  try {
    entryPlace(config);
    return null;
  } catch (error) {
    if (!(error instanceof HandoffError) || error.code !== "settings-invalid") throw error;
    return fail(error.message, "correct that place: the client cannot read it either");
  }
}
