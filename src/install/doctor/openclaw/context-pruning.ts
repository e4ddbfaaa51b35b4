import { type Json, objectOf, textOf } from "../../../hosts/json.ts";
import { counted } from "../../../lint/measure.ts";
import { type Check, ok } from "../check.ts";
import { setupOf, usesOpenClaw, valueAt } from "./setup.ts";

/** The client's own default; its Anthropic plugin sets 1h. Source: the client's documentation on session pruning. */
const DEFAULT_TTL = "5m";

/** What the values of clients before 2026.9 are when none is set; later ones have them built in. Measured: hosts/openclaw/README.md, context pruning. */
const BUILT_IN = {
  keepLastAssistants: 3,
  softTrimRatio: 0.3,
  hardClearRatio: 0.5,
  maxChars: 4000,
  headChars: 1500,
  tailChars: 1500,
};

const HARMLESS =
  "Only prompts are cut, not the stored session, the index or the resume: handoffs lose nothing";

/** What context pruning does with the values in use, and what it leaves alone. */
export const openClawContextPruning: Check = {
  id: "openclaw-context-pruning",
  applies: usesOpenClaw,
  run(around) {
    const { defaults, values } = setupOf(around);
    const pruning = objectOf(defaults["contextPruning"]) ?? {};
    const mode = textOf(pruning["mode"]);
    if (mode === "off") return ok("contextPruning is off");
    if (mode === null)
      return ok(
        `contextPruning is not set: it is off, or with Anthropic credentials cache-ttl with ttl 1h. ${HARMLESS}`,
      );
    const idle = idleProvider(defaults, values);
    if (idle !== null)
      return ok(`contextPruning is ${mode}, but OpenClaw prunes nothing for a provider like ${idle}`);
    return ok(`contextPruning is ${mode}, ${whatItDoes(pruning)}. ${HARMLESS}`);
  },
};

function whatItDoes(pruning: Json): string {
  const number = (value: unknown, otherwise: number): number =>
    typeof value === "number" ? value : otherwise;
  const of = (name: keyof typeof BUILT_IN, ...above: string[]): number =>
    number(valueAt(pruning, ...above, name), BUILT_IN[name]);
  const percent = (ratio: number): string => `${Math.round(ratio * 100)} %`;
  const size = (name: "maxChars" | "headChars" | "tailChars"): string =>
    of(name, "softTrim").toLocaleString("en");
  const ttl = pruning["ttl"];
  const shownTtl = typeof ttl === "number" ? `${ttl}m` : (textOf(ttl) ?? `${DEFAULT_TTL}, the default`);
  const cleared =
    valueAt(pruning, "hardClear", "enabled") === false
      ? "none is cleared whole (hardClear.enabled: false)"
      : `if ${percent(of("hardClearRatio"))} is still filled, the oldest are cleared whole`;
  return (
    `ttl ${shownTtl}: after that long without a request, in a session that fills ${percent(of("softTrimRatio"))} of the window, ` +
    `tool results over ${size("maxChars")} characters are cut to the first ${size("headChars")} and last ${size("tailChars")}, but for those since the last ${counted(of("keepLastAssistants"), "answer")}; ${cleared}`
  );
}

/** APIs whose custom providers the client never prunes for; for others it depends on model, login and address. */
const IDLE_APIS: ReadonlySet<string> = new Set(["openai-completions", "openai-responses", "ollama"]);

/** The default model's provider, where the configuration itself describes it and the client prunes nothing for its kind. */
function idleProvider(defaults: Json, values: Json): string | null {
  const model = textOf(defaults["model"]) ?? textOf(valueAt(defaults, "model", "primary")) ?? "";
  const provider = model.split("/", 1)[0] ?? "";
  // What these serve decides, not how they are spoken to.
  if (["openai", "openrouter", "kilocode"].includes(provider)) return null;
  const api = textOf(valueAt(values, "models", "providers", provider, "api"));
  return api !== null && IDLE_APIS.has(api) ? `${provider} (${api})` : null;
}
