import type { Installer } from "../installer.ts";
import { planInstall } from "./install.ts";
import { planUninstall } from "./uninstall.ts";

/** OpenClaw: a hook in its folder of managed hooks, and an entry in its configuration. */
export const openClawInstaller: Installer = { host: "openclaw", planInstall, planUninstall };
