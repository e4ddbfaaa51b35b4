import { existsSync } from "node:fs";
import { configPath, readConfig, readSettings } from "../config/config.ts";
import { setSetting } from "../config/edit-config.ts";
import { HandoffError } from "../errors.ts";
import type { Change } from "./installer.ts";

/** What a person may choose at an installation: who refines a handoff. `none`: no model, nothing leaves the machine. */
export const PROVIDER_CHOICES = ["none", "openclaw", "anthropic", "claude-cli", "command"] as const;
export type ProviderChoice = (typeof PROVIDER_CHOICES)[number];

/** What a person chose; null where nobody did, which leaves the config as it is. */
export interface ChosenProvider {
  choice: ProviderChoice | null;
  /** Program and arguments, when they were asked for. */
  command: readonly string[] | null;
  /** The answer to a question is written down even when it is the default: it is not asked again. */
  asked: boolean;
}

/** The change of the user config that a choice means. */
export interface PlannedProvider {
  changes: Change[];
  notes: string[];
  apply: () => void;
}

/** True when the user config names a provider: then nobody is asked. Errors: `config-invalid`. */
export function hasChosen(home: string): boolean {
  return Object.hasOwn(readSettings(home), "provider");
}

/**
 * Plans what is written of a choice. Writes nothing. Errors: `config-invalid`; `usage` for `command` where no program
 * is known.
 */
export function planProvider(home: string, chosen: ChosenProvider): PlannedProvider {
  const { choice } = chosen;
  const config = readConfig(home);
  if (choice === null) return { changes: [], notes: [], apply: () => undefined };
  const provider = choice === "none" ? "extractive" : choice;
  if (choice === "command" && chosen.command === null && config.command === null) {
    const expected = "a program: run handoff config command PROGRAM ARGUMENTS first";
    throw new HandoffError("usage", { name: "--provider command", expected });
  }
  const isNew = config.provider !== provider || (chosen.asked && !hasChosen(home));
  const path = configPath(home);
  const how = existsSync(path) ? ("edited" as const) : ("created" as const);
  return {
    changes: isNew || chosen.command !== null ? [{ file: path, how }] : [],
    notes: [NOTES[choice]],
    apply: () => {
      if (chosen.command !== null) setSetting(home, "command", [...chosen.command]);
      if (isNew) setSetting(home, "provider", provider);
    },
  };
}

const CAPS = "daily limits stop it (handoff config dailyCalls, dailyTokens)";
const NOTES: Readonly<Record<ProviderChoice, string>> = {
  none: "No model is called; handoff config provider anthropic changes that later.",
  anthropic: `Model calls cost money and ${CAPS}. The key is read from ANTHROPIC_API_KEY of the environment that the agent starts in, else from handoff config apiKey; it does not belong into the agent's settings.`,
  "claude-cli": `Model calls go through your own claude login and count against it; ${CAPS}.`,
  openclaw: `Model calls go through the plugin to the agent's own model and count against it; ${CAPS}. Without the plugin nobody answers them.`,
  command: `Each handoff is given to your own program as JSON; ${CAPS}.`,
};
