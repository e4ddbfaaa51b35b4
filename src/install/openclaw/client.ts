import { execFileSync } from "node:child_process";
import { readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { ifExists } from "../../files/system-errors.ts";
import { parseObject, textOf } from "../../hosts/json.ts";
import type { Env } from "../../hosts/openclaw/locations.ts";
import { findProgram } from "../programs.ts";

/** The client's program. */
export interface Client {
  /** Absolute path as `PATH` leads to it. */
  program: string;
  /** As its package says, else as it says itself; null where neither does. */
  version: string | null;
}

/** The first `openclaw` in `PATH` that can be started; null when there is none. */
export function findClient(env: Env): Client | null {
  const program = findProgram("openclaw", env);
  return program === null ? null : { program, version: versionOf(program) ?? saidVersion(program, env) };
}

/** Whether the `openclaw` in `PATH` can be started as it is: it is asked for its version. */
export function startsClient(env: Env): boolean {
  const program = findProgram("openclaw", env);
  return program !== null && saidVersion(program, env) !== null;
}

/** The version in the package that a program belongs to; on Windows a start file lies beside `node_modules`. */
function versionOf(program: string): string | null {
  const real = ifExists(() => realpathSync(program), program);
  const folders = [dirname(real), dirname(dirname(real)), join(dirname(program), "node_modules/openclaw")];
  for (const folder of folders) {
    const about = ifExists(() => parseObject(readFileSync(join(folder, "package.json"))), null);
    if (about?.["name"] === "openclaw") return textOf(about["version"]);
  }
  return null;
}

/** How long the client may think about its version; it answers within one second, on a busy machine later. Milliseconds. */
const VERSION_MS = 15_000;

/** What programs said, by their path: several checks of one run ask for it. */
const said = new Map<string, string | null>();

/** What a program says when it is asked: behind a script that starts it, its package is not found. */
function saidVersion(program: string, env: Env): string | null {
  const known = said.get(program);
  if (known !== undefined) return known;
  const answer = answerOf(program, ["--version"], { env, timeout: VERSION_MS });
  const version = /^OpenClaw v?(\d+\.\d+\.\d\S*)/im.exec(answer ?? "")?.[1] ?? null;
  said.set(program, version);
  return version;
}

/** What a program of the client's prints; null when it fails or takes longer than `timeout`, in milliseconds. */
function answerOf(
  program: string,
  args: readonly string[],
  { env, timeout }: { env: Env; timeout: number },
): string | null {
  try {
    return execFileSync(program, args, {
      encoding: "utf8",
      timeout,
      killSignal: "SIGKILL",
      env: { ...env, NO_COLOR: "1" },
      stdio: ["ignore", "pipe", "ignore"],
      shell: process.platform === "win32",
    });
  } catch {
    return null;
  }
}

/** What the client says of our hook when it is asked; null when it gives no answer that can be understood. */
export interface HookReport {
  loadable: boolean;
  /** The client's own words of a fixed set, such as `disabled in config`; null when it is loadable. */
  blocked: string | null;
}

/** How long the client may think about it: it loads all of itself for a question. Milliseconds. */
const ASK_MS = 120_000;

/** Asks the client about the hook `name`. It answers from the running gateway, or from what lies on disk. */
export function askAboutHook({ program }: Client, name: string, env: Env): HookReport | null {
  const answer = answerOf(program, ["hooks", "info", name, "--json"], { env, timeout: ASK_MS });
  if (answer === null) return null;
  const report = parseObject(answer.slice(answer.indexOf("{")));
  if (report === null || typeof report["loadable"] !== "boolean") return null;
  return { loadable: report["loadable"], blocked: textOf(report["blockedReason"]) };
}

/** Whether a version is older than another; both in numbers with dots, what follows them does not count. */
export function isOlder(version: string, than: string): boolean {
  const [a, b] = [version, than].map((one) => one.split(/[.-]/).map(Number));
  const at = (b ?? []).findIndex((part, place) => part !== (a?.[place] ?? 0));
  return at >= 0 && (a?.[at] ?? 0) < (b?.[at] ?? 0);
}
