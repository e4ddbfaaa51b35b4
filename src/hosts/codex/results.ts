import { objectOf, objectsOf, parseObject, textOf } from "../json.ts";

/** What the output of a tool call says, still unmasked. */
export interface Output {
  text: string;
  exitCode: number | null;
  failed: boolean;
  /** A person said no, or stopped it. */
  refused: boolean;
  /** Number of the process that still runs, in which case nothing is known of its end. */
  running: string | null;
}

/** Lines above the output of a command, in clients of all ages. */
const HEAD =
  /^(?:Chunk ID|Wall time|Exit code|Original token count|Total output lines|Process exited with code|Process running with session ID)\b/;
const EXITED = /^(?:Exit code:|Process exited with code) (-?\d+)\s*$/m;
const RUNNING = /^Process running with session ID (\S+)/m;
const REFUSED =
  /^(?:[\w ]+ (?:rejected|denied|declined|cancelled|canceled) by (?:the )?user|aborted by (?:the )?user|user rejected)/i;
const FAILED =
  /^(?:[\w ]{0,40}(?:verification )?failed\b|error:|err:|execution error|unsupported call|failed to|tool call error|unable to)/i;

/** Reads the `output` of a `function_call_output` or `custom_tool_call_output`: text, JSON text, an object or blocks. */
export function readOutput(output: unknown): Output {
  const { text: raw, exitCode: told, success } = unwrapped(output);
  const { head, body } = splitHead(raw);
  const exited = EXITED.exec(head)?.[1];
  const exitCode = told ?? (exited === undefined ? null : Number(exited));
  const text = body.trim();
  const running = RUNNING.exec(head)?.[1] ?? null;
  const refused = exitCode === null && REFUSED.test(text);
  const bad = exitCode === null ? success === false || FAILED.test(text) : exitCode !== 0;
  return { text, exitCode, failed: refused || bad, refused, running };
}

interface Unwrapped {
  text: string;
  exitCode: number | null;
  success: boolean | null;
}

function unwrapped(output: unknown): Unwrapped {
  if (typeof output === "string") {
    const json = output.startsWith('{"output"') ? parseObject(output) : null;
    return json === null ? { text: output, exitCode: null, success: null } : unwrapped(json);
  }
  if (Array.isArray(output)) {
    const texts = objectsOf(output).map((block) => textOf(block["text"]) ?? "");
    return { text: texts.filter((text) => text !== "").join("\n"), exitCode: null, success: null };
  }
  const object = objectOf(output);
  if (object === null) return { text: "", exitCode: null, success: null };
  const code = objectOf(object["metadata"])?.["exit_code"];
  return {
    text: textOf(object["output"]) ?? textOf(object["content"]) ?? "",
    exitCode: typeof code === "number" ? code : null,
    success: typeof object["success"] === "boolean" ? object["success"] : null,
  };
}

/** The client's lines above an output, which end with `Output:`, and the output itself. */
function splitHead(raw: string): { head: string; body: string } {
  if (!HEAD.test(raw)) return { head: "", body: raw };
  const marker = /^Output:[ \t]*(?:\n|$)/m.exec(raw.slice(0, 1_000));
  if (marker === null)
    return { head: raw.slice(0, 1_000), body: EXITED.test(raw) || RUNNING.test(raw) ? "" : raw };
  return { head: raw.slice(0, marker.index), body: raw.slice(marker.index + marker[0].length) };
}
