import { otherMemoryPlugin } from "../../../hosts/openclaw/host-config.ts";
import { type Check, ok, warn } from "../check.ts";
import { setupOf, usesOpenClaw, valueAt } from "./setup.ts";

/** No other memory plugin keeps MEMORY.md out of prompts. */
export const openClawMemorySlot: Check = {
  id: "openclaw-memory-slot",
  applies: usesOpenClaw,
  run(around) {
    const { values } = setupOf(around);
    const other = otherMemoryPlugin(values);
    if (other !== null) {
      return warn(
        `plugins.slots.memory is ${other}: OpenClaw may leave MEMORY.md out of prompts. Our hook delivers it to the owner's own sessions`,
        "nothing, if that plugin was chosen; else openclaw config unset plugins.slots.memory",
      );
    }
    return ok(
      valueAt(values, "plugins", "slots", "memory") === "none"
        ? "no memory plugin is in use (plugins.slots.memory is none)"
        : "OpenClaw's own memory plugin is in use",
    );
  },
};
