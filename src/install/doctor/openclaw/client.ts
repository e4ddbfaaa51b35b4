import { OLDEST_CLIENT } from "../../openclaw/host-checks.ts";
import { findClient, isOlder } from "../../openclaw/client.ts";
import { type Check, fail, ok, unknown, warn } from "../check.ts";
import { setupOf, usesOpenClaw } from "./setup.ts";

/** The newest client that everything was measured with. */
const MEASURED = "2026.9.6";

/** The client is there, and of a version that handoff knows. */
export const openClawClient: Check = {
  id: "openclaw-client",
  applies: usesOpenClaw,
  run(around) {
    const { locations } = setupOf(around);
    const client = findClient(around.env);
    const where = `its state lies in ${locations.state}`;
    if (client === null)
      return unknown(`there is no openclaw program in PATH, so its version is not known; ${where}`);
    const { version } = client;
    if (version === null) return unknown(`${client.program} does not say its version; ${where}`);
    if (isOlder(version, OLDEST_CLIENT)) {
      return fail(`OpenClaw is ${version}, and handoff needs ${OLDEST_CLIENT} or newer`, "openclaw update");
    }
    if (isOlder(MEASURED.slice(0, 6), version.slice(0, 6)) && version.slice(0, 4) !== MEASURED.slice(0, 4)) {
      return warn(
        `OpenClaw is ${version}; handoff was measured with ${MEASURED}`,
        "look for a newer handoff",
      );
    }
    return ok(`OpenClaw is ${version}; ${where}`);
  },
};
