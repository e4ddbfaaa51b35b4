import { findClient, isOlder } from "../../openclaw/client.ts";
import { selectionOf } from "../../openclaw/selection.ts";
import { type Check, ok, warn } from "../check.ts";
import { setupOf, usesOpenClaw, valueAt } from "./setup.ts";

const SESSION_MEMORY = "session-memory";
const ENTRIES = ["hooks", "internal", "entries"] as const;

/** The client's own hook that writes an excerpt of a session at each reset. */
export const openClawSessionMemory: Check = {
  id: "openclaw-session-memory",
  applies: usesOpenClaw,
  run(around) {
    const { enabled, open, others } = selectionOf(setupOf(around).values);
    // Where every hook that is found is loaded, the client's own are too, unless an entry switches them off.
    const isNamed = valueAt(setupOf(around).values, ...ENTRIES, SESSION_MEMORY) !== undefined;
    const isOn = enabled !== false && (others.includes(SESSION_MEMORY) || (open && !isNamed));
    return isOn
      ? warn(
          "OpenClaw's own hook session-memory is on: at each /new it saves the last messages as they are to memory/<date>-<time>.md. No later session is shown those, and a search finds the same talk twice",
          "openclaw hooks disable session-memory, unless you want these files as well",
        )
      : ok("OpenClaw's own hook session-memory is off");
  },
};

/** From this version on dreaming is on unless it is switched off. Source: documentation of 2026.6.35 (off) and 2026.9.6 (on). */
const DREAMS_BY_DEFAULT = "2026.7.0";

/** The client's nightly rewriting of MEMORY.md. */
export const openClawDreaming: Check = {
  id: "openclaw-dreaming",
  applies: usesOpenClaw,
  run(around) {
    const { values } = setupOf(around);
    const core = ["plugins", "entries", "memory-core"] as const;
    const set = valueAt(values, ...core, "config", "dreaming", "enabled");
    const version = findClient(around.env)?.version ?? null;
    const isOld = version !== null && isOlder(version, DREAMS_BY_DEFAULT);
    const isOff =
      set === false ||
      (set === undefined && isOld) ||
      valueAt(values, ...core, "enabled") === false ||
      valueAt(values, "plugins", "enabled") === false;
    if (isOff) return ok("dreaming is off: OpenClaw writes nothing of its own into MEMORY.md");
    return warn(
      `dreaming is on${set === true ? "" : ", as it is by default"}: at night OpenClaw copies fragments into MEMORY.md and may merge lines that others wrote. The next capture reports what is no pointer there, or moves it with heal: relocate in MANIFEST.md`,
      "to keep MEMORY.md to pointers: openclaw config set plugins.entries.memory-core.config.dreaming.enabled false",
    );
  },
};
