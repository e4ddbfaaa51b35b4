import { textOf } from "../../../hosts/json.ts";
import { type Check, ok } from "../check.ts";
import { setupOf, usesOpenClaw, valueAt } from "./setup.ts";

/** What compaction and its memory flush do beside a handoff, with the values in use. */
export const openClawCompaction: Check = {
  id: "openclaw-compaction",
  applies: usesOpenClaw,
  run(around) {
    const { defaults } = setupOf(around);
    const at = (...names: string[]): unknown => valueAt(defaults, "compaction", ...names);
    const mode = textOf(at("mode")) ?? "safeguard";
    const compaction =
      at("enabled") === false
        ? "automatic compaction is off (compaction.enabled: false)"
        : `compaction is on, mode ${mode}`;
    const model = textOf(at("memoryFlush", "model"));
    const flush =
      at("memoryFlush", "enabled") === false
        ? "the memory flush before it is off"
        : `before it the memory flush${model === null ? "" : ` (${model})`} may add notes to memory/<date>.md, not to MEMORY.md`;
    return ok(
      `${compaction}; ${flush}. Handoffs are made from the whole session, also what compaction drops`,
    );
  },
};
