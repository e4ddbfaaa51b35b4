import { selectionOf } from "../../openclaw/selection.ts";
import { type Check, ok, warn } from "../check.ts";
import { setupOf, usesOpenClaw, valueAt } from "./setup.ts";

/** The client's own hook that writes an excerpt of a session at each reset. */
export const openClawSessionMemory: Check = {
  id: "openclaw-session-memory",
  applies: usesOpenClaw,
  run(around) {
    const { others } = selectionOf(setupOf(around).values);
    return others.includes("session-memory")
      ? warn(
          "OpenClaw's hook session-memory is on: it too writes at each /new, the last messages as they are, into memory/<date>-<time>.md; nothing reads those at the next start, and a search finds the same talk twice",
          "openclaw hooks disable session-memory, unless you want the excerpts as well",
        )
      : ok("OpenClaw's hook session-memory is off");
  },
};

/** The client's nightly rewriting of MEMORY.md. */
export const openClawDreaming: Check = {
  id: "openclaw-dreaming",
  applies: usesOpenClaw,
  run(around) {
    const { values } = setupOf(around);
    const core = ["plugins", "entries", "memory-core"] as const;
    const isOff =
      valueAt(values, ...core, "config", "dreaming", "enabled") === false ||
      valueAt(values, ...core, "enabled") === false ||
      valueAt(values, "plugins", "enabled") === false;
    if (isOff) return ok("dreaming is off: nothing of OpenClaw's own is promoted into MEMORY.md");
    return warn(
      "dreaming is on, as it is by default: at night OpenClaw promotes fragments of its own into MEMORY.md, and may merge lines that others wrote. What is no pointer is reported at the next capture, and moved with heal: relocate in MANIFEST.md",
      "openclaw config set plugins.entries.memory-core.config.dreaming.enabled false keeps MEMORY.md to pointers",
    );
  },
};
