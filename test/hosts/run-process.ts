import { spawn } from "node:child_process";

/** A finished process. */
export interface Finished {
  code: number | null;
  out: string;
  err: string;
  /** Milliseconds. */
  took: number;
}

/** How a process is run. */
export interface ProcessPlace {
  cwd: string;
  /** Its whole environment. */
  env: Readonly<Record<string, string>>;
  limitMs?: number;
}

/** Runs a command to its end, or ends it after the limit (five minutes); its input is empty. */
export function runProcess(
  command: string,
  args: readonly string[],
  { cwd, env, limitMs = 300_000 }: ProcessPlace,
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], timeout: limitMs });
    const done = { out: "", err: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => (done.out += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (done.err += text));
    child.on("error", reject);
    // Not `close`: a detached child may hold the pipes.
    child.on("exit", (code) => resolve({ code, ...done, took: performance.now() - start }));
  });
}
