import { stripVTControlCharacters } from "node:util";
import { counted } from "../measure.ts";
import type { LintMessage } from "../rule.ts";
import type { LintResult } from "../run-lint.ts";
import type { FormatOptions, Formatter } from "./formatter.ts";

const RED = 31;
const YELLOW = 33;
const DIM = 2;
const UNDERLINE = 4;

/** For people: findings under their file, then a count. */
export const stylish: Formatter = { id: "stylish", format };

function format(result: LintResult, { color }: FormatOptions): string {
  const paint = (code: number, text: string): string => (color ? `\u001B[${code}m${text}\u001B[0m` : text);
  const blocks = result.files
    .filter(({ messages }) => messages.length > 0)
    .map(({ file, messages }) => [paint(UNDERLINE, printable(file)), ...table(messages, paint)].join("\n"));
  if (blocks.length === 0) return "";
  return [...blocks, summary(result, paint)].join("\n\n");
}

type Paint = (code: number, text: string) => string;

function table(messages: readonly LintMessage[], paint: Paint): string[] {
  const places = messages.map(({ line, column }) => `${line}:${column}`);
  const width = Math.max(...places.map((place) => place.length));
  return messages.map(({ severity, message, rule }, index) => {
    const word = paint(severity === "error" ? RED : YELLOW, severity.padEnd(5));
    return `  ${(places[index] ?? "").padStart(width)}  ${word}  ${message}  ${paint(DIM, rule)}`;
  });
}

function summary({ errors, warnings }: LintResult, paint: Paint): string {
  const problems = `${counted(errors + warnings, "problem")} (${counted(errors, "error")}, ${counted(warnings, "warning")})`;
  return paint(errors > 0 ? RED : YELLOW, problems);
}

/** A path without characters that steer a terminal. */
function printable(path: string): string {
  return stripVTControlCharacters(path).replace(/\p{Cc}/gu, "?");
}
