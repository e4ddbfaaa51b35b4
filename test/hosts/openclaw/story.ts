import { says, type Turn, uses } from "../../fixtures/messages-api/stand-in.ts";

/** A working session with one of everything that the next session must know, about a file of one's own. */
export function work(file: string): Work {
  return {
    prompt:
      `The rows of the May statement are off by one cent. Please fix the rounding in ${file}. ` +
      "We decided to keep all amounts as integer cents. From now on, always answer in short sentences.",
    known: [
      `fix the rounding in ${file}`,
      "the june statement still needs a test case",
      "keep all amounts as integer cents",
      "always answer in short sentences",
    ],
    decision: "keep all amounts as integer cents",
  };
}

export interface Work {
  prompt: string;
  /** What the next session must be told of it, lower case. */
  known: readonly string[];
  /** What must stand in a topic file. */
  decision: string;
}

/** What the model does with every prompt of `work`. */
export const WORK_TURN: Turn = {
  prompt: /off by one cent/u,
  answers: [
    uses("write", { path: "notes.ts", content: "export const cents = Math.round;\n" }),
    uses("exec", { command: "git status --short" }),
    says(
      "parseAmount now rounds half to even, and the rows of the May statement add up.\n\n" +
        "The June statement still needs a test case.",
    ),
  ],
};
