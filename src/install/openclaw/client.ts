import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import { ifExists } from "../../files/system-errors.ts";
import { objectOf, parseObject, textOf } from "../../hosts/json.ts";
import { type Env, filled, homeOf } from "../../hosts/openclaw/locations.ts";

/** The client's program as it lies on disk; it is not started to find this out. */
export interface Client {
  /** Absolute path as `PATH` leads to it. */
  program: string;
  /** As its package says; null where that is not found. */
  version: string | null;
}

/** The first `openclaw` in `PATH`; null when there is none. */
export function findClient(env: Env): Client | null {
  const folders = (env["PATH"] ?? "").split(delimiter).filter(isAbsolute);
  const names = process.platform === "win32" ? ["openclaw.cmd", "openclaw.exe"] : ["openclaw"];
  const program = folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path));
  return program === undefined ? null : { program, version: versionOf(program) };
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

/** The node that a gateway is started with, and where that stands. */
export interface GatewayNode {
  /** Absolute. */
  path: string;
  /** Such as `24.21.0`; null when it cannot be started. */
  version: string | null;
  /** File of the service that starts the gateway; null: the first node in `PATH`, which `openclaw` would use. */
  service: string | null;
}

/** Finds it in the service's file, else in `PATH`; null when neither names one. Asks it for its version. */
export function gatewayNode(env: Env): GatewayNode | null {
  const service = serviceFiles(env).find((path) => existsSync(path)) ?? null;
  const named = service === null ? null : nodeIn(readFileSync(service, "utf8"));
  if (named !== null) return { path: named, version: askVersion(named), service };
  const name = process.platform === "win32" ? "node.exe" : "node";
  const folders = (env["PATH"] ?? "").split(delimiter).filter(isAbsolute);
  const path = folders.map((folder) => join(folder, name)).find((one) => existsSync(one));
  return path === undefined ? null : { path, version: askVersion(path), service: null };
}

/** Files by which systemd and launchd start a gateway. Source: the client's documentation on services. */
function serviceFiles(env: Env): string[] {
  const profile = filled(env["OPENCLAW_PROFILE"]);
  const named = profile === null || profile === "default" ? null : profile;
  const unit = `openclaw-gateway${named === null ? "" : `-${named}`}.service`;
  const agent = named === null ? "ai.openclaw.gateway.plist" : `ai.openclaw.${named}.plist`;
  const user = filled(env["HOME"]) ?? homeOf(env);
  return [
    join(filled(env["XDG_CONFIG_HOME"]) ?? join(user, ".config"), "systemd/user", unit),
    join("/etc/systemd/system", unit),
    join(user, "Library/LaunchAgents", agent),
  ];
}

/** The first absolute path to a node in a service's file. */
function nodeIn(text: string): string | null {
  return /(?:ExecStart="?|<string>)(\/[^\s"<]*\/node)(?=["\s<])/.exec(text)?.[1] ?? null;
}

function askVersion(node: string): string | null {
  try {
    const said = execFileSync(node, ["--version"], {
      encoding: "utf8",
      timeout: 5_000,
      env: {},
      stdio: "pipe",
    });
    return /^v(\d+\.\d+\.\d+)/.exec(said)?.[1] ?? null;
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
export function askAboutHook(client: Client, name: string, env: Env): HookReport | null {
  try {
    const said = execFileSync(client.program, ["hooks", "info", name, "--json"], {
      encoding: "utf8",
      timeout: ASK_MS,
      env: { ...env, NO_COLOR: "1" },
      stdio: ["ignore", "pipe", "ignore"],
      shell: process.platform === "win32",
    });
    const report = objectOf(parseObject(said.slice(said.indexOf("{"))));
    if (report === null || typeof report["loadable"] !== "boolean") return null;
    return { loadable: report["loadable"], blocked: textOf(report["blockedReason"]) };
  } catch {
    return null;
  }
}

/** Whether a version is older than another; both in numbers with dots, what follows them does not count. */
export function isOlder(version: string, than: string): boolean {
  const [a, b] = [version, than].map((one) => one.split(/[.-]/).map(Number));
  const at = (b ?? []).findIndex((part, place) => part !== (a?.[place] ?? 0));
  return at >= 0 && (a?.[at] ?? 0) < (b?.[at] ?? 0);
}
