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
        : `compaction works in mode ${mode}`;
    const model = textOf(at("memoryFlush", "model"));
    const flush =
      at("memoryFlush", "enabled") === false
        ? "the memory flush before it is off"
        : `before it a silent turn${model === null ? "" : ` of ${model}`} may add notes to memory/<date>.md and leaves MEMORY.md alone`;
    return ok(
      `${compaction}; ${flush}; a handoff is written from the whole session, whatever compaction keeps`,
    );
  },
};
