import { readFileSync } from "node:fs";
import { join } from "node:path";
import { locateMemory, type MemoryPlace } from "../../capture/locate-memory.ts";
import { HandoffError } from "../../errors.ts";
import { ifExists } from "../../files/system-errors.ts";
import { HOST_LIMITS, sizeIn } from "../../manifest/host-limits.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import { codePoints } from "../../markdown/tree.ts";
import { loadSnapshot } from "../../store/load-snapshot.ts";
import { claudeCode } from "../../hosts/claude-code/claude-code.ts";
import { type Check, fail, type Finding, ok, unknown, warn } from "./check.ts";
import { usesClaudeCode } from "./claude-code/setup.ts";

/** Share of our own limit from which a row more may be too much. */
const NEARLY = 0.9;

/** The index against our limit and against what the host loads of it. */
export const indexSize: Check = {
  id: "index-size",
  async run(around) {
    const { home, cwd, env, memory } = around;
    const host = usesClaudeCode(around) ? claudeCode : null;
    const place = await locateMemory({ explicit: memory, cwd, env, home, host });
    if (place === null) {
      // Other hosts keep their memory elsewhere: that none lies here is as it should be.
      return host === null
        ? ok("no memory is in use in this folder")
        : unknown("no memory is in use here", "handoff init");
    }
    const manifest = await manifestOf(place);
    if ("state" in manifest) return manifest;
    const path = join(place.root, manifest.index);
    const bytes = ifExists(() => readFileSync(path), null);
    if (bytes === null) return ok(`there is no index yet (${path})`);
    const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
    const max = manifest.limits.indexChars;
    const chars = codePoints(text);
    const limits = HOST_LIMITS.filter((limit) => limit.host === host?.id && limit.file === manifest.index);
    const sizes = limits.map(({ unit, max: most }) => ({ unit, most, size: sizeIn(unit, text) }));
    const shown = sizes.map(({ unit, most, size }) => `${size} of ${most} ${unit}`).join(", ");
    const message = `${path}: ${chars} of ${max} characters${shown === "" ? "" : ` (the client's own limits: ${shown})`}`;
    const fix = `handoff lint ${path} names what belongs into topic files`;
    if (sizes.some(({ size, most }) => size > most)) return fail(`${message}; the client drops the end`, fix);
    if (chars >= max) return warn(`${message}; new rows wait until there is room`, fix);
    return chars >= max * NEARLY ? warn(`${message}; nearly full`, fix) : ok(message);
  },
};

/** The manifest of a memory, or what is wrong with it: no capture lands before it is right. */
async function manifestOf({ root, preset }: MemoryPlace): Promise<Manifest | Finding> {
  try {
    return (await loadSnapshot(root, { preset })).manifest;
  } catch (error) {
    if (!(error instanceof HandoffError) || error.code !== "manifest-invalid") throw error;
    return fail(`no capture lands: ${join(root, error.message)}`, "correct that line of MANIFEST.md");
  }
}
