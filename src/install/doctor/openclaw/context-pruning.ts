import { textOf } from "../../../hosts/json.ts";
import { type Check, ok } from "../check.ts";
import { setupOf, usesOpenClaw, valueAt } from "./setup.ts";

/** The client's own default; its Anthropic plugin sets 1h. Source: the client's documentation on session pruning. */
const DEFAULT_TTL = "5m";

/** What context pruning does with the values in use, and what it leaves alone. */
export const openClawContextPruning: Check = {
  id: "openclaw-context-pruning",
  applies: usesOpenClaw,
  run(around) {
    const { defaults } = setupOf(around);
    const at = (...names: string[]): unknown => valueAt(defaults, "contextPruning", ...names);
    const mode = textOf(at("mode"));
    const harmless = "the stored session keeps every result, so handoffs lose nothing";
    if (mode === "off") return ok("contextPruning is off");
    if (mode === null) {
      return ok(
        `contextPruning is not set: off, but with Anthropic credentials OpenClaw takes cache-ttl with ttl 1h; ${harmless}`,
      );
    }
    const ttl = at("ttl");
    const shownTtl = typeof ttl === "number" ? `${ttl}m` : (textOf(ttl) ?? `${DEFAULT_TTL}, the default`);
    const cleared =
      at("hardClear", "enabled") === false
        ? "none is cleared (hardClear.enabled: false)"
        : "from half of it on old results are replaced by a placeholder";
    return ok(
      `contextPruning is ${mode}, ttl ${shownTtl}: after that long without a request, and from about 30 % of the window on, tool results over 4,000 characters are cut in the prompt to their first and last 1,500; ${cleared}; ${harmless}`,
    );
  },
};
