import { select, text } from "@clack/prompts";
import type { ChosenProvider, ProviderChoice } from "../install/provider.ts";
import { answerTo, type Terminal } from "./question.ts";

/**
 * Asks a person who shall refine handoffs; the default calls no model. The host's own model is offered first where a
 * plugin can reach it. Errors: `cancelled`.
 */
export async function askForProvider(
  terminal: Terminal = {},
  { hostsModel = false }: { hostsModel?: boolean } = {},
): Promise<ChosenProvider> {
  const choice = await answerTo((signal) => askWho({ ...terminal, signal }, hostsModel), terminal.input);
  if (choice !== "command") return { choice, command: null, asked: true };
  const line = await answerTo((signal) => askProgram({ ...terminal, signal }), terminal.input);
  return { choice, command: wordsOf(line), asked: true };
}

/** Asks a person in which form handoff goes into a host that has several; the first one is offered. Errors: `cancelled`. */
export function askForForm(forms: readonly string[], terminal: Terminal = {}): Promise<string> {
  const options = forms.map((value) => ({ value, label: value, ...FORMS[value] }));
  const ask = (signal: AbortSignal): Promise<string | symbol> =>
    select({ ...terminal, signal, message: "In which form?", options });
  return answerTo(ask, terminal.input);
}

const FORMS: Readonly<Record<string, { label: string; hint: string }>> = {
  plugin: { label: "Plugin", hint: "the agent's own model can refine handoffs: no key needed" },
  pack: { label: "Hook pack", hint: "hooks only; a model of yours refines, or none" },
};

type Asking = Terminal & { signal: AbortSignal };

function askWho(asking: Asking, hostsModel: boolean): Promise<ProviderChoice | symbol> {
  return select<ProviderChoice>({
    ...asking,
    message: "Who refines what code alone finds in a session?",
    initialValue: "none",
    options: [
      ...(hostsModel
        ? [
            {
              value: "openclaw" as const,
              label: "The agent's own model",
              hint: "no key needed; counts against it",
            },
          ]
        : []),
      { value: "none", label: "Nobody", hint: "no model, no cost, nothing leaves this machine" },
      {
        value: "anthropic",
        label: "The Messages API",
        hint: "with ANTHROPIC_API_KEY, or any server of that kind",
      },
      { value: "claude-cli", label: "My own claude login", hint: "counts against it" },
      { value: "command", label: "A program of mine", hint: "JSON in, JSON out" },
    ],
  });
}

function askProgram(asking: Asking): Promise<string | symbol> {
  return text({
    ...asking,
    message: "Program and arguments, as a JSON list",
    placeholder: '["node", "/opt/summarize.mjs"]',
    validate: (value) =>
      wordsOf(value ?? "") === null ? 'a list such as ["node", "/opt/summarize.mjs"]' : undefined,
  });
}

/** A program with its arguments: a JSON list, or one word. */
function wordsOf(line: string): string[] | null {
  const trimmed = line.trim();
  if (trimmed === "") return null;
  if (!trimmed.startsWith("[")) return /\s/.test(trimmed) ? null : [trimmed];
  try {
    const words: unknown = JSON.parse(trimmed);
    const isCommand =
      Array.isArray(words) &&
      words.length > 0 &&
      words.every((word) => typeof word === "string" && word !== "");
    return isCommand ? (words as string[]) : null;
  } catch {
    return null;
  }
}
