import { HandoffError } from "../errors.ts";
import { claudeCodeInstaller } from "./claude-code/installer.ts";
import type { Installer } from "./installer.ts";
import { openClawInstaller } from "./openclaw/installer.ts";

/** Every host that handoff can be wired into. */
const installers: readonly Installer[] = [claudeCodeInstaller, openClawInstaller];

/** The installer of a host. Errors: `usage` naming the hosts there are. */
export function installerFor(host: string): Installer {
  const found = installers.find((one) => one.host === host);
  if (found !== undefined) return found;
  const expected = `one of ${installers.map((one) => one.host).join(", ")}`;
  throw new HandoffError("usage", { name: "host", expected });
}
