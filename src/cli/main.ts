#!/usr/bin/env node
import { text } from "node:stream/consumers";
import { HandoffError } from "../errors.ts";
import { runCli } from "./run-cli.ts";

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // The reader of a pipe may leave early (`handoff log | head`): that is no failure of ours.
  if (error.code === "EPIPE") process.exit(0);
  process.stderr.write(
    `handoff: ${new HandoffError("output-failed", { system: error.code ?? "unknown" }).message}\n`,
  );
  process.exit(3);
});

process.exitCode = await runCli(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  readStdin: () => text(process.stdin),
});
