import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { installRecords } from "../../../store/installed.ts";
import { formOf } from "../../openclaw/forms.ts";
import { packOf } from "../../openclaw/pack.ts";
import { type Check, fail, ok, unknown, warn } from "../check.ts";
import { setupOf, usesOpenClaw } from "./setup.ts";

const AGAIN = "handoff install openclaw";

/** What the client loads is that of the installed bundle, and of this version. */
export const openClawBundle: Check = {
  id: "openclaw-bundle",
  applies: usesOpenClaw,
  run(around) {
    const { state } = setupOf(around).locations;
    const record = installRecords(around.home, "openclaw").find((one) => one.state === state);
    if (record === undefined) return unknown("handoff was not installed into this OpenClaw");
    const { bundle } = record;
    const form = formOf(record.form ?? "pack");
    const missing = form.files.find((file) => !existsSync(join(bundle, file)));
    if (missing !== undefined)
      return fail(`the ${form.name} needs ${join(bundle, missing)}, which is gone`, AGAIN);
    const pack = form.copied ? packOf(bundle, around.home, state) : null;
    if (pack?.state === "missing") return fail(`the hook is gone (${pack.folder})`, AGAIN);
    if (pack?.state === "other") return warn(`the hook in ${pack.folder} is not that of ${bundle}`, AGAIN);
    const message = `the ${form.name} is that of ${bundle}`;
    return basename(bundle).startsWith(around.version)
      ? ok(message)
      : warn(`${message}; this is ${around.version}`, AGAIN);
  },
};
