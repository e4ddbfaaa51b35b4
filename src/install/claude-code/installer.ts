import type { Installer } from "../installer.ts";
import { planInstall } from "./install.ts";
import { planUninstall } from "./uninstall.ts";

/** Claude Code: hooks in its settings file. */
export const claudeCodeInstaller: Installer = { host: "claude-code", planInstall, planUninstall };
