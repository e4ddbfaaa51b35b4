import { isOlder } from "../../openclaw/client.ts";
import { gatewayNode, OLDEST_NODE } from "../../openclaw/gateway-node.ts";
import { type Check, fail, ok, unknown, warn } from "../check.ts";
import { usesOpenClaw } from "./setup.ts";

/** The gateway's Node, which runs hook and worker, and the one of this command can read the client's databases. */
export const openClawNode: Check = {
  id: "openclaw-node",
  applies: usesOpenClaw,
  run({ env }) {
    const node = gatewayNode(env);
    const where = node?.service ?? node?.path ?? "";
    // Without a service nothing says which node it was started with: the first in PATH is a guess.
    const runs =
      node?.service == null ? "no service starts a gateway; one started here would run" : "the gateway runs";
    if (node?.version != null && isOlder(node.version, OLDEST_NODE)) {
      return fail(
        `${runs} on Node ${node.version} (${where}), which cannot read OpenClaw's databases`,
        `Node ${OLDEST_NODE} or newer for the gateway`,
      );
    }
    const gateway =
      node?.version == null
        ? "the gateway's Node was not found"
        : `${runs} on Node ${node.version} (${where})`;
    if (isOlder(process.versions.node, OLDEST_NODE)) {
      return warn(
        `${gateway}; this command runs on Node ${process.versions.node}, which cannot read OpenClaw's databases: some checks say nothing`,
        `run handoff with Node ${OLDEST_NODE} or newer`,
      );
    }
    return node?.version == null || node.service === null ? unknown(gateway) : ok(gateway);
  },
};
