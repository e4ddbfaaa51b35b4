import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Env, filled, homeOf } from "../../hosts/openclaw/locations.ts";
import { findProgram } from "../programs.ts";
import { isOlder, startsClient } from "./client.ts";

/** The first Node that reads both SQLite and zstd. */
export const OLDEST_NODE = "22.15.0";

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
  const path = findProgram("node", env);
  if (path === null) return null;
  const version = askVersion(path);
  // A client says nothing on a Node that old: one that answers has another, which only a script of its own knows.
  const hasOther = version !== null && isOlder(version, OLDEST_NODE) && startsClient(env);
  return hasOther ? null : { path, version, service: null };
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
