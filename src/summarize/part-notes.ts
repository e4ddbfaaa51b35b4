import type { Answer, Said } from "./answer.ts";

/** Lists of an answer in the order in which they are kept where the room for notes is short. */
const LISTS = ["decisions", "next", "openQuestions", "findings", "done"] as const;

/**
 * What a model said of one part of a session, as lines for the call that joins the parts. References stay: every
 * statement can still be looked up in the session.
 */
export function notesOf(answer: Answer): string {
  const lines = [
    ...singleLine("task", answer.task),
    ...singleLine("status", answer.status),
    `phase: ${answer.phase}`,
    ...answer.updates.map(updateLine),
    ...LISTS.flatMap((name) => answer[name].map((said) => `${name}: ${plain(said.text)} ${refsOf(said)}`)),
  ];
  return lines.join("\n");
}

function singleLine(name: string, said: Said | null): string[] {
  return said === null ? [] : [`${name}: ${plain(said.text)} ${refsOf(said)}`];
}

function updateLine(update: Answer["updates"][number]): string {
  const { kind, subject, op, text, field, scope, confidence, target, aliases } = update;
  const about = [kind, plain(subject), op, scope, confidence];
  if (field !== null) about.push(`field ${plain(field)}`);
  if (target !== null) about.push(`target ${plain(target)}`);
  if (aliases.length > 0) about.push(`aliases ${aliases.map(plain).join(", ")}`);
  return `update: ${about.join(" | ")} | ${plain(text)} ${refsOf(update)}`;
}

function refsOf({ evidence }: Pick<Said, "evidence">): string {
  return `[${evidence.map(plain).join(" ")}]`;
}

/** On one line, so that no text can pass for a note of its own. */
function plain(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}
