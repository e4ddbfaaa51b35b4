import { basename, dirname } from "node:path";
import { handoffHome } from "./home.ts";

/**
 * `$HANDOFF_HOME` for a hook or worker: the environment's; else the folder it is installed in, when `bundle` (the
 * folder with cli.js) is `<home>/bin/<version>`; else the usual place. So an installed hook finds its home without any
 * variable, which hosts may strip. Absolute; loaded by hooks.
 */
export function homeOfBundle(env: Readonly<Record<string, string | undefined>>, bundle: string): string {
  const given = env["HANDOFF_HOME"];
  const bin = dirname(bundle);
  const installed = basename(bin) === "bin" && /^\d+\.\d+\.\d+/.test(basename(bundle));
  return (given === undefined || given === "") && installed ? dirname(bin) : handoffHome(env);
}
