import path from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { UserConfig } from "../../src/config/settings.ts";
import { Handoff } from "../../src/handoff/handoff.ts";
import { Receipt } from "../../src/handoff/receipt.ts";
import { Update } from "../../src/handoff/update.ts";
import { Manifest } from "../../src/manifest/manifest.ts";
import { ProvenanceFile } from "../../src/memory/provenance.ts";
import { TombstoneFile } from "../../src/memory/tombstone.ts";

const folder = path.resolve(import.meta.dirname, "../../schemas");

/** Files of `schemas/` and where they come from; `npm run schemas` renews them. */
const SCHEMAS = {
  config: UserConfig,
  handoff: Handoff,
  manifest: Manifest,
  provenance: ProvenanceFile,
  receipt: Receipt,
  tombstones: TombstoneFile,
  update: Update,
};

describe("the published JSON Schemas", () => {
  it.each(Object.entries(SCHEMAS))("%s is what the code checks", async (name, schema) => {
    const json = z.toJSONSchema(schema, { io: "input" });
    await expect(`${JSON.stringify(json, null, 2)}\n`).toMatchFileSnapshot(path.join(folder, `${name}.json`));
  });
});
