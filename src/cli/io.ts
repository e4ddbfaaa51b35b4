import { stripVTControlCharacters, styleText } from "node:util";
import { HandoffError, systemCode } from "../errors.ts";

/** The options every command takes. */
export interface CommonOptions {
  memory?: string;
  json?: boolean;
  quiet?: boolean;
  color?: boolean;
}

/** Where a command reads the world from and prints to; tests pass their own. */
export interface Io {
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  stdout: { write: (text: string) => unknown; isTTY?: boolean };
  stderr: { write: (text: string) => unknown; isTTY?: boolean };
  /** Whole of standard input as UTF-8 text. */
  readStdin: () => Promise<string>;
}

type Style = Parameters<typeof styleText>[0];

/** Colours a text when the terminal and the options allow it. */
export function paint(io: Io, options: CommonOptions, style: Style, text: string): string {
  const wanted = options.color !== false && io.env["NO_COLOR"] === undefined && io.stdout.isTTY === true;
  return wanted ? styleText(style, text, { validateStream: false }) : text;
}

/** One JSON document on stdout, nothing else. */
export function printJson(io: Io, value: unknown): void {
  io.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** A line on stdout unless `--quiet` or `--json`. */
export function say(io: Io, options: CommonOptions, line = ""): void {
  if (options.quiet !== true && options.json !== true) io.stdout.write(`${line}\n`);
}

/** Progress of long work: one line that overwrites itself, only on a terminal, only after half a second. */
export function progressLine(io: Io, options: CommonOptions, label: string): Progress {
  const shown = io.stderr.isTTY === true && options.quiet !== true && options.json !== true;
  const startedAt = Date.now();
  let last = 0;
  let width = 0;
  return {
    update(done, total) {
      const now = Date.now();
      if (!shown || now - startedAt < 500 || now - last < 100) return;
      last = now;
      const line = `${label} ${total > 0 ? Math.floor((100 * done) / total) : 0} %`;
      io.stderr.write(`\r${line.padEnd(width)}`);
      width = line.length;
    },
    end() {
      if (width > 0) io.stderr.write(`\r${" ".repeat(width)}\r`);
    },
  };
}

export interface Progress {
  update: (done: number, total: number) => void;
  end: () => void;
}

/**
 * Prints a failure as one sentence on stderr (with `--json` also as `{error: {code, message}}` on stdout) and returns
 * the exit code; a trace only with `DEBUG=handoff`.
 */
export function reportFailure(io: Io, error: unknown, json: boolean): number {
  const failure = failureOf(error);
  if (json) printJson(io, { error: { code: failure.code, message: failure.message } });
  io.stderr.write(`handoff: ${stripVTControlCharacters(failure.message)}\n`);
  if (io.env["DEBUG"] === "handoff") io.stderr.write(`${traceOf(failure)}\n`);
  return failure.exit;
}

/** An error of the system that no step foresaw names its path; everything else that is not ours is a fault of ours. */
function failureOf(error: unknown): HandoffError {
  if (error instanceof HandoffError) return error;
  const system = systemCode(error);
  if (system === undefined || !/^E[A-Z]+$/.test(system)) return new HandoffError("internal", {}, error);
  const path =
    error instanceof Error && "path" in error && typeof error.path === "string" ? error.path : undefined;
  return new HandoffError("system-error", { system, ...(path === undefined ? {} : { path }) }, error);
}

function traceOf(error: Error): string {
  const cause = error.cause instanceof Error ? `\ncaused by: ${traceOf(error.cause)}` : "";
  return `${error.stack ?? error.message}${cause}`;
}
