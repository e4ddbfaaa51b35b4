import { Command, type CommanderError } from "commander";
import { addCommand, isHelpExit, isUsageExit } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { type Io, printJson, reportFailure } from "./io.ts";
import { version } from "./version.ts";

/** Runs one command line (without node and script) and returns its exit code: 0, or what `ExitCode` says. */
export async function runCli(argv: readonly string[], io: Io): Promise<number> {
  let exit = 0;
  const program = new Command("handoff")
    .description("Memory for coding agents that stays small, stays true and is never lost.")
    .version(version, "--version", "print the version")
    .helpOption("--help", "show help")
    .helpCommand(false)
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text.replace(/^error: /, "handoff: ")),
    });
  // Only the named command is loaded: a hook-like call must not pay for the others.
  const named = COMMANDS.filter((command) => command.name === argv[0]);
  for (const { load } of named.length > 0 ? named : COMMANDS) {
    addCommand(program, await load(), io, (code) => {
      exit = code;
    });
  }
  try {
    if (argv.length === 0) {
      program.outputHelp({ error: true });
      return 2;
    }
    await program.parseAsync(argv, { from: "user" });
    return exit;
  } catch (error) {
    if (isHelpExit(error)) return 0;
    const json = argv.includes("--json");
    if (!isUsageExit(error)) return reportFailure(io, error, json);
    if (json) printJson(io, { error: { code: "usage", message: sentenceOf(error) } });
    return 2;
  }
}

/** What commander printed on stderr; where that was the help, what was missing. */
function sentenceOf(error: CommanderError): string {
  if (error.code.startsWith("commander.help")) return "expected a command; see --help";
  return error.message.replace(/^error: /, "");
}
