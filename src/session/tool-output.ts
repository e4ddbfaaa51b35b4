import { errorLineOf, hiddenErrorLine } from "./error-line.ts";
import { cutMiddle, cutText, detached } from "./plain-text.ts";

/** What the error line says when a person refused a tool call: nothing failed, nothing was done. */
export const REFUSED = "refused by the user";

const ERROR_LINE_CAP = 240;
const TEXT_CAP = 1_000;
/** Of what a call merely read or wrote a glance is enough: the call names the file. */
const GLANCE_CAP = 300;

export interface ToolOutput {
  /** Clean text of the result. */
  text: string;
  failed: boolean;
  /** Shell command of the call, or null when it ran none. */
  command: string | null;
  /** True for calls whose output is file content. */
  glance: boolean;
}

/** The line that says what failed and the pruned text: begin, end, and what stands around that line. */
export function pruneOutput(output: ToolOutput): { errorLine: string | null; text: string } {
  const line = lineOf(output);
  const errorLine = line === null ? null : detached(cutText(line, ERROR_LINE_CAP));
  if (output.glance && !output.failed) return { errorLine, text: cutMiddle(output.text, GLANCE_CAP) };
  if (output.text.length <= TEXT_CAP || line === null)
    return { errorLine, text: cutMiddle(output.text, TEXT_CAP) };
  return { errorLine, text: around(output.text, line) };
}

function lineOf({ text, failed, command }: ToolOutput): string | null {
  // A host's tool says in its first line what is wrong; what follows quotes its input.
  if (failed && command === null) return text.split("\n").find((line) => line.trim() !== "") ?? null;
  if (failed) return errorLineOf(text);
  return command === null ? null : hiddenErrorLine(command, text);
}

/** Begin (250), the lines around the error (450) and end (250 characters) of a long output, in order. */
function around(text: string, line: string): string {
  const at = text.indexOf(line);
  const from = Math.max(0, at - 150);
  const to = Math.min(text.length, at + 300);
  if (from < 250 || to > text.length - 250) return cutMiddle(text, TEXT_CAP);
  const parts = [text.slice(0, 250), text.slice(from, to), text.slice(-250)];
  return detached(parts.map((part) => part.replaceAll(/\p{Surrogate}/gu, "")).join("\n…\n"));
}
