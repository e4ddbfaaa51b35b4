import type { Readable, Writable } from "node:stream";
import { isCancel, select, text } from "@clack/prompts";
import type { ChosenProvider, ProviderChoice } from "../install/provider.ts";

/** Nobody was asked, or they went away. */
const NOBODY: ChosenProvider = { choice: null, command: null, asked: false };

/** Where questions are put: a terminal. */
export interface Terminal {
  input?: Readable;
  output?: Writable;
}

/** Asks a person who shall refine handoffs; the default calls no model. */
export async function askForProvider(terminal: Terminal = {}): Promise<ChosenProvider> {
  const choice = await select<ProviderChoice>({
    ...terminal,
    message: "Who refines what code alone finds in a session?",
    initialValue: "none",
    options: [
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
  if (isCancel(choice)) return NOBODY;
  if (choice !== "command") return { choice, command: null, asked: true };
  const line = await text({
    ...terminal,
    message: "Program and arguments, as a JSON list",
    placeholder: '["node", "/opt/summarize.mjs"]',
    validate: (value) =>
      wordsOf(value ?? "") === null ? 'a list such as ["node", "/opt/summarize.mjs"]' : undefined,
  });
  if (isCancel(line)) return NOBODY;
  return { choice, command: wordsOf(line), asked: true };
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
