import { maxPromptChars } from "../../../hosts/openclaw/host-config.ts";
import { HOST_LIMITS } from "../../../manifest/host-limits.ts";
import { findClient, isOlder } from "../../openclaw/client.ts";
import { type Check, fail, ok, warn } from "../check.ts";
import { HOSTS_INDEX, loadedIndexes, setupOf, usesOpenClaw, valueAt } from "./setup.ts";

/** Share of the limit from which a few lines more may be too much. */
const NEARLY = 0.9;

/** MEMORY.md against what the client puts of it into a prompt: over the limit its middle is lost. */
export const openClawIndexSize: Check = {
  id: "openclaw-index-size",
  applies: usesOpenClaw,
  run(around) {
    const setup = setupOf(around);
    const version = findClient(around.env)?.version ?? null;
    const sizes = loadedIndexes(setup).map(({ path, text, agents }) => {
      const limits = agents.map(({ id }) => maxPromptChars(setup.values, id));
      const configured = valueAt(setup.defaults, "bootstrapMaxChars") !== undefined;
      return {
        path,
        size: text.length,
        max: configured ? Math.min(...limits) : Math.min(...limits, defaultMax(version)),
      };
    });
    if (sizes.length === 0) return ok(`no workspace has a ${HOSTS_INDEX} yet`);
    const message = sizes
      .map(({ path, size, max }) => `${path}: ${size} of ${max} characters in a prompt`)
      .join("; ");
    const over = sizes.find(({ size, max }) => size > max);
    if (over !== undefined) {
      return fail(
        `${message}; OpenClaw drops the middle of ${over.path}`,
        `handoff lint --fix ${over.path} moves content into topic files`,
      );
    }
    const near = sizes.find(({ size, max }) => size > max * NEARLY);
    return near === undefined
      ? ok(message)
      : warn(`${message}; nearly full`, `handoff lint ${near.path} names what belongs into topic files`);
  },
};

/** The client's own limit of one file, by its version. */
function defaultMax(version: string | null): number {
  const limit = HOST_LIMITS.find(
    ({ host, file, total }) => host === "openclaw" && file === HOSTS_INDEX && total !== true,
  );
  const before = limit?.before;
  const isBefore = before !== undefined && version !== null && isOlder(version, before.version);
  return (isBefore ? before.max : limit?.max) ?? Infinity;
}
