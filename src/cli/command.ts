import { type Command, CommanderError } from "commander";
import { z } from "zod";
import { HandoffError } from "../errors.ts";
import type { CommonOptions, Io } from "./io.ts";

/** Options as commander gives them: camelCase keys, strings and booleans. */
export type RawOptions = CommonOptions & Record<string, unknown>;

/** A command: how it is called and what runs. One file each, listed once in `commands.ts`. */
export interface CommandDefinition {
  name: string;
  summary: string;
  /** commander's notation: `<file>`, `[paths...]`. */
  arguments: readonly (readonly [name: string, description: string])[];
  options: readonly (readonly [flags: string, description: string])[];
  /** At least one call that works as it stands. */
  examples: readonly string[];
  /** Returns the exit code. */
  run: (args: readonly string[], options: RawOptions, io: Io) => Promise<number>;
}

/** Options every command takes, in the order shown by help. */
const COMMON: readonly (readonly [string, string])[] = [
  ["--memory <dir>", "memory folder (default: resolved from HANDOFF_MEMORY, this folder and the host)"],
  ["--json", "print one JSON document and nothing else"],
  ["--quiet", "print errors only"],
  ["--no-color", "no colours (also: NO_COLOR)"],
];

/** Adds a command to the program; `done` receives its exit code. */
export function addCommand(
  program: Command,
  definition: CommandDefinition,
  io: Io,
  done: (code: number) => void,
): void {
  const command = program.command(definition.name).description(definition.summary);
  for (const [name, description] of definition.arguments) command.argument(name, description);
  for (const [flags, description] of [...definition.options, ...COMMON]) command.option(flags, description);
  command.addHelpText("after", `\nExamples:\n${definition.examples.map((line) => `  $ ${line}`).join("\n")}`);
  command.allowExcessArguments(false);
  command.action(async (...received: unknown[]) => {
    const args = received
      .slice(0, definition.arguments.length)
      .flat()
      .filter((arg) => typeof arg === "string");
    done(await definition.run(args, command.opts<RawOptions>(), io));
  });
}

/**
 * Checks a command's options against its schema. Errors: `usage` naming the first wrong option and what its schema
 * describes; never the value.
 */
export function parseOptions<Schema extends z.ZodType>(schema: Schema, options: RawOptions): z.infer<Schema> {
  const parsed = schema.safeParse(options);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const key = String(issue?.path[0] ?? "options");
  const flag = `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  throw new HandoffError("usage", { name: flag, expected: issue?.message ?? "another value" });
}

/** A whole number option of at least `minimum`. */
export function count(minimum: number): z.ZodType<number> {
  const expected = `a whole number of at least ${minimum}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, expected)
    .transform(Number)
    .refine((value) => value >= minimum, expected);
}

/** An option with a fixed set of values. */
export function oneOf<const Values extends readonly string[]>(values: Values): z.ZodType<Values[number]> {
  return z.enum(values, { error: `one of ${values.join(", ")}` });
}

/** True for the throw by which commander reports that help or the version was printed. */
export function isHelpExit(error: unknown): boolean {
  return error instanceof CommanderError && error.exitCode === 0;
}

/** True for commander's own usage errors; it has printed its sentence already. */
export function isUsageExit(error: unknown): error is CommanderError {
  return error instanceof CommanderError && error.exitCode !== 0;
}
