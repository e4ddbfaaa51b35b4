import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Installer } from "../installer.ts";
import { FORMS } from "./forms.ts";
import { MODEL_FORM } from "./hosts-model.ts";
import { planInstall } from "./install.ts";
import { planUninstall } from "./uninstall.ts";

/** OpenClaw: a hook in its folder of managed hooks and an entry in its configuration, or a plugin among its paths. */
export const openClawInstaller: Installer = {
  host: "openclaw",
  // The plugin first: through it the host's own model can refine handoffs.
  forms: (bundle) =>
    FORMS.filter(({ files }) => files.every((file) => existsSync(join(bundle, file))))
      .map(({ name }) => name)
      .toReversed(),
  modelForm: MODEL_FORM,
  planInstall,
  planUninstall,
};
