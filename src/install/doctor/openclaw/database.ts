import { existsSync } from "node:fs";
import { withDatabase } from "../../../hosts/openclaw/sqlite.ts";
import { type Check, ok, several, unknown, warn } from "../check.ts";
import { setupOf, usesOpenClaw } from "./setup.ts";

/** Schema of the agents' databases that everything was measured with (2026.9.6). */
const MEASURED_SCHEMA = 23;

/** The agents' databases can be read, and their schema is one that handoff knows. */
export const openClawDatabase: Check = {
  id: "openclaw-database",
  applies: usesOpenClaw,
  run(around) {
    const found = setupOf(around).agents.filter(({ store }) => existsSync(store.database));
    if (found.length === 0)
      return unknown(
        "no agent has a database yet: before 2026.8 sessions were files, which are read as well",
      );
    const schemas = found.map(({ id, store }) => ({ id, version: versionOf(store.database) }));
    const newer = schemas.filter(({ version }) => version > MEASURED_SCHEMA);
    if (newer.length > 0) {
      return warn(
        `the database of ${newer.map(({ id, version }) => `agent ${id} has schema ${version}`).join(", ")}; handoff was measured with ${MEASURED_SCHEMA}`,
        "look for a newer handoff, should captures fail",
      );
    }
    return ok(
      `${several(found.length, "database")} of agents can be read (schema ${[...new Set(schemas.map(({ version }) => version))].join(", ")})`,
    );
  },
};

function versionOf(path: string): number {
  const value = withDatabase(path, (database) => database.first("PRAGMA user_version")?.["user_version"]);
  return typeof value === "number" ? value : 0;
}
