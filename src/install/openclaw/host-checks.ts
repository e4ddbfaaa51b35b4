import { existsSync } from "node:fs";
import { HandoffError } from "../../errors.ts";
import { type Client, findClient, type GatewayNode, gatewayNode, isOlder } from "./client.ts";
import type { Env, Locations } from "../../hosts/openclaw/locations.ts";

/** The oldest client that everything was measured with. */
export const OLDEST_CLIENT = "2026.6.0";
/** The first Node that reads both SQLite and zstd. */
export const OLDEST_NODE = "22.15.0";

/** The host as an installation finds it. */
export interface HostState {
  client: Client | null;
  node: GatewayNode | null;
}

/** Looks whether handoff can be wired in here. Errors: `host-unusable`. */
export function assertUsableHost({ config }: Locations, env: Env): HostState {
  const refuse = (path: string, name: string, expected: string): HandoffError =>
    new HandoffError("host-unusable", { path, name, expected });
  if (["OPENCLAW_NIX_MODE", "OPENCLAW_CONFIG_READONLY"].some((name) => env[name]?.trim() === "1")) {
    throw refuse(config, "this configuration is managed from elsewhere", "the entry made there by hand");
  }
  if (!existsSync(config)) {
    throw refuse(
      config,
      "OpenClaw has no configuration there",
      "openclaw onboard first, or its OPENCLAW_* variables",
    );
  }
  const client = findClient(env);
  if (client?.version != null && isOlder(client.version, OLDEST_CLIENT)) {
    throw refuse(client.program, `OpenClaw ${client.version} is too old`, `${OLDEST_CLIENT} or newer`);
  }
  const node = gatewayNode(env);
  if (node?.version != null && isOlder(node.version, OLDEST_NODE)) {
    const name = `the gateway runs on Node ${node.version}, which cannot read OpenClaw's databases`;
    throw refuse(node.service ?? node.path, name, `Node ${OLDEST_NODE} or newer`);
  }
  return { client, node };
}
