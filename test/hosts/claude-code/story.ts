import { says, type Turn, uses } from "../../fixtures/messages-api/stand-in.ts";

/** A working session with one of everything that the next session must know. */
export const WORK = {
  prompt:
    "The rows of the May statement are off by one cent. Please fix the rounding in src/import/bank.ts. " +
    "We decided to keep all amounts as integer cents. From now on, always answer in short sentences.",
  turn: {
    prompt: /off by one cent/u,
    answers: [
      uses("Write", { file_path: "src/import/bank.ts", content: "export const cents = Math.round;\n" }),
      uses("Bash", { command: "git status --short", description: "see what changed" }),
      says(
        "parseAmount in src/import/bank.ts now rounds half to even, and the rows of the May statement add up.\n\n" +
          "The June statement still needs a test case.",
      ),
    ],
  } satisfies Turn,
  task: "fix the rounding in src/import/bank.ts",
  next: "The June statement still needs a test case",
  decision: "keep all amounts as integer cents",
  rule: "always answer in short sentences",
} as const;

/** What the next session must be told of it, lower case. */
export const KNOWN = [WORK.task, WORK.next, WORK.decision, WORK.rule].map((text) => text.toLowerCase());
