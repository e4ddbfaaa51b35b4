import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { installRecords } from "../../../store/installed.ts";
import { packOf } from "../../openclaw/pack.ts";
import { type Check, fail, ok, unknown, warn } from "../check.ts";
import { setupOf, usesOpenClaw } from "./setup.ts";

const AGAIN = "handoff install openclaw";

/** The client's copy of the hook is that of the installed bundle, and of this version. */
export const openClawBundle: Check = {
  id: "openclaw-bundle",
  applies: usesOpenClaw,
  run(around) {
    const { state } = setupOf(around).locations;
    const record = installRecords(around.home, "openclaw").find(
      ({ placed }) => placed?.startsWith(state) === true,
    );
    if (record === undefined) return unknown("handoff was not installed into this OpenClaw");
    const { bundle } = record;
    if (!existsSync(join(bundle, "worker.js"))) return fail(`the hook needs ${bundle}, which is gone`, AGAIN);
    const pack = packOf(bundle, around.home, state);
    if (pack.state === "missing") return fail(`the hook is gone (${pack.folder})`, AGAIN);
    if (pack.state === "other") return warn(`the hook in ${pack.folder} is not that of ${bundle}`, AGAIN);
    const message = `the hook is that of ${bundle}`;
    return basename(bundle).startsWith(around.version)
      ? ok(message)
      : warn(`${message}; this is ${around.version}`, AGAIN);
  },
};
