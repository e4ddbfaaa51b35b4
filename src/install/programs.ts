import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import type { Env } from "../hosts/claude-code/config-folder.ts";

/** Whether a program can be started: an absolute path, or a name that is looked for in `PATH`. */
export function programIn(program: string, env: Env): boolean {
  return findProgram(program, env) !== null;
}

/** Absolute path of a program that can be started: it is one, or it is the first of that name in `PATH`; else null. */
export function findProgram(program: string, env: Env): string | null {
  const folders = (env["PATH"] ?? "").split(delimiter).filter(isAbsolute);
  const paths = isAbsolute(program) ? [program] : folders.map((folder) => join(folder, program));
  const endings = process.platform === "win32" ? ["", ".exe", ".cmd", ".bat"] : [""];
  return paths.flatMap((path) => endings.map((ending) => path + ending)).find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
