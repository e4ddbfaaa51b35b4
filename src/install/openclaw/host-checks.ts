import { existsSync } from "node:fs";
import { HandoffError } from "../../errors.ts";
import { type Client, findClient, isOlder } from "./client.ts";
import { type GatewayNode, gatewayNode, OLDEST_NODE } from "./gateway-node.ts";
import type { Env, Locations } from "../../hosts/openclaw/locations.ts";

/** The oldest client that everything was measured with. */
export const OLDEST_CLIENT = "2026.6.0";

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
    const { path, version, service } = node;
    const cannot = "which cannot read OpenClaw's databases";
    const newer = `Node ${OLDEST_NODE} or newer`;
    throw service === null
      ? refuse(
          path,
          `is Node ${version}, ${cannot}, and a gateway would run on it: it is the first in PATH, and no service names another`,
          `${newer} first in PATH`,
        )
      : refuse(
          service,
          `starts the gateway with Node ${version}, ${cannot}`,
          `${newer} there: openclaw gateway install --force, run with that Node, writes it anew`,
        );
  }
  return { client, node };
}
