import { readFileSync } from "node:fs";
import { join } from "node:path";
import { locateMemory } from "../../capture/locate-memory.ts";
import { ifExists } from "../../files/system-errors.ts";
import { HOST_LIMITS, sizeIn } from "../../manifest/host-limits.ts";
import { codePoints } from "../../markdown/tree.ts";
import { loadSnapshot } from "../../store/load-snapshot.ts";
import { claudeCode } from "../../hosts/claude-code/claude-code.ts";
import { type Check, fail, ok, unknown, warn } from "./check.ts";

/** Share of our own limit from which a row more may be too much. */
const NEARLY = 0.9;

/** The index against our limit and against what the host loads of it. */
export const indexSize: Check = {
  id: "index-size",
  async run({ home, cwd, env, memory }) {
    const place = await locateMemory({ explicit: memory, cwd, env, home, host: claudeCode });
    if (place === null) return unknown("no memory is in use here", "handoff init");
    const { manifest } = await loadSnapshot(place.root, { preset: place.preset });
    const path = join(place.root, manifest.index);
    const bytes = ifExists(() => readFileSync(path), null);
    if (bytes === null) return ok(`there is no index yet (${path})`);
    const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
    const max = manifest.limits.indexChars;
    const chars = codePoints(text);
    const limits = HOST_LIMITS.filter(({ host, file }) => host === "claude-code" && file === manifest.index);
    const sizes = limits.map(({ unit, max: most }) => ({ unit, most, size: sizeIn(unit, text) }));
    const shown = sizes.map(({ unit, most, size }) => `${size} of ${most} ${unit}`).join(", ");
    const message = `${path}: ${chars} of ${max} characters${shown === "" ? "" : ` (the client's own limits: ${shown})`}`;
    const fix = `handoff lint ${path} names what belongs into topic files`;
    if (sizes.some(({ size, most }) => size > most)) return fail(`${message}; the client drops the end`, fix);
    if (chars >= max) return warn(`${message}; new rows wait until there is room`, fix);
    return chars >= max * NEARLY ? warn(`${message}; nearly full`, fix) : ok(message);
  },
};
