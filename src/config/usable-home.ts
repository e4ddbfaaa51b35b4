import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { HandoffError, systemCode } from "../errors.ts";

const { R_OK, W_OK, X_OK } = constants;

/** Nothing where the state folder can be read, or is not there yet. Errors: `home-unreadable`. */
export function assertReadableHome(home: string): void {
  const system = faultOf(home, R_OK | X_OK);
  if (system !== null && system !== "ENOENT")
    throw new HandoffError("home-unreadable", { path: home, system });
}

/** Nothing where the state folder can be written, or made. Errors: `home-unreadable`, `home-unwritable`. */
export function assertWritableHome(home: string): void {
  assertReadableHome(home);
  let folder = home;
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  const system = faultOf(folder, W_OK | X_OK);
  if (system !== null) throw new HandoffError("home-unwritable", { path: home, system });
}

/** The system's code for why a folder cannot be used; null when it can. */
function faultOf(folder: string, mode: number): string | null {
  try {
    if (!statSync(folder).isDirectory()) return "ENOTDIR";
    accessSync(folder, mode);
    return null;
  } catch (error) {
    return systemCode(error) ?? "unknown";
  }
}
