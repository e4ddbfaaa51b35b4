import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { HOME_LAYOUT } from "../config/home-files.ts";
import { HandoffError, systemCode } from "../errors.ts";
import { makeFolder } from "../files/folders.ts";
import { endGroup, endMarked, forgetChild, MARK, noteChild, sweepChildren } from "./child-processes.ts";
import { type Deadline, timeoutOf } from "./deadline.ts";

/** A program to run for one answer. */
export interface ChildSpec {
  home: string;
  /** Absolute path, or a name to be found on the PATH of `env`. */
  program: string;
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  /** All of its standard input. */
  input: string;
}

/** How a child ended by itself. Its texts are for reading answers and telling failures apart, never for a message. */
export interface ChildEnd {
  stdout: string;
  /** The first 16 KB. */
  stderr: string;
  /** Null: by a signal. */
  code: number | null;
}

const MAX_STDOUT_BYTES = 1_000_000;
const MAX_STDERR_BYTES = 16_384;
/** For what a child has written but not yet delivered when it ends. */
const DRAIN_MS = 250;
/** From asking to end to being ended. */
const GRACE_MS = 300;
/** A killed process is gone after this long, or hangs in the kernel. */
const REAP_MS = 2_000;

/**
 * Runs a program in the neutral folder as the leader of a process group of its own, and waits until it ends or the
 * deadline is over. Nothing of it is left: the group is ended in any case, and after a failure also what left the group.
 * Hooks that it may fire see `HANDOFF_DISABLE`, `HANDOFF_CHILD` and its note in `guard/`. Errors: `provider-timeout`;
 * `provider-no-program`; `provider-unavailable` when it cannot be started or prints more than 1 MB; `home-unwritable`.
 */
export async function runChild(spec: ChildSpec, deadline: Deadline): Promise<ChildEnd> {
  const { home } = spec;
  if (deadline.signal.aborted) throw timeoutOf(deadline);
  sweepChildren(home);
  const mark = randomUUID();
  const child = start(spec, mark, deadline);
  const output = collect(child);
  const endAtExit = (): void => end(child, mark, "SIGKILL");
  process.once("exit", endAtExit);
  let succeeded = false;
  try {
    const ended = await untilEnd(child, output, spec, mark, deadline);
    succeeded = ended.code === 0;
    return ended;
  } finally {
    process.removeListener("exit", endAtExit);
    await finish(child, mark, succeeded);
    if (child.pid !== undefined) forgetChild(home, child.pid);
  }
}

function start(spec: ChildSpec, mark: string, { provider }: Deadline): ChildProcess {
  const { program, args, env, input } = spec;
  const cwd = neutralFolder(spec.home);
  let child: ChildProcess;
  try {
    child = spawn(program, args, {
      cwd,
      env: { ...env, HANDOFF_CHILD: "1", HANDOFF_DISABLE: "1", [MARK]: mark },
      detached: true,
      shell: false,
      windowsHide: true,
      stdio: ["pipe", "pipe", "pipe"],
    });
  } catch (error) {
    // an argument that no system takes
    throw new HandoffError("provider-unavailable", { name: provider }, error);
  }
  // a program need not read its input
  child.stdin?.on("error", () => undefined);
  child.stdin?.end(input);
  return child;
}

/** A folder without a project, a memory or settings of a host. */
function neutralFolder(home: string): string {
  const folder = join(home, HOME_LAYOUT.neutral);
  try {
    makeFolder(folder, 0o700);
    return folder;
  } catch (error) {
    throw new HandoffError("home-unwritable", { path: home, system: systemCode(error) ?? "unknown" }, error);
  }
}

interface Output {
  stdout: Buffer[];
  stderr: Buffer[];
  /** Aborted when more is printed than any answer has. */
  overflow: AbortSignal;
}

function collect(child: ChildProcess): Output {
  const overflow = new AbortController();
  const output: Output = { stdout: [], stderr: [], overflow: overflow.signal };
  const sizes = { stdout: 0, stderr: 0 };
  child.stdout?.on("data", (chunk: Buffer) => {
    sizes.stdout += chunk.length;
    if (sizes.stdout > MAX_STDOUT_BYTES) overflow.abort();
    else output.stdout.push(chunk);
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    if (sizes.stderr < MAX_STDERR_BYTES) output.stderr.push(chunk);
    sizes.stderr += chunk.length;
  });
  return output;
}

async function untilEnd(
  child: ChildProcess,
  output: Output,
  { home }: ChildSpec,
  mark: string,
  deadline: Deadline,
): Promise<ChildEnd> {
  const name = deadline.provider;
  const ended = once(child, "exit", { signal: AbortSignal.any([deadline.signal, output.overflow]) });
  // awaited below; a rejection before that is no unhandled one
  ended.catch(() => undefined);
  if (child.pid !== undefined) noteChild(home, child.pid, name, mark);
  try {
    const [code] = (await ended) as [number | null];
    await drained(child, deadline.signal);
    if (output.overflow.aborted) throw new HandoffError("provider-unavailable", { name });
    return { stdout: textOf(output.stdout), stderr: textOf(output.stderr), code };
  } catch (error) {
    if (error instanceof HandoffError) throw error;
    if (output.overflow.aborted) throw new HandoffError("provider-unavailable", { name });
    if (deadline.signal.aborted) throw timeoutOf(deadline);
    const missing = systemCode(error) === "ENOENT" || systemCode(error) === "EACCES";
    throw new HandoffError(missing ? "provider-no-program" : "provider-unavailable", { name }, error);
  }
}

/** Waits for the last of the output. A process that the child left behind may hold it open: that is not waited for. */
async function drained(child: ChildProcess, signal: AbortSignal): Promise<void> {
  const open = [child.stdout, child.stderr].filter((stream) => stream !== null && !stream.readableEnded);
  if (open.length === 0) return;
  await within(once(child, "close", { signal }), DRAIN_MS);
}

/** Ends what is left: after a success only the group (a server that a program started on purpose may stay). */
async function finish(child: ChildProcess, mark: string, succeeded: boolean): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  if (succeeded) {
    endGroup(pid, "SIGKILL");
  } else {
    end(child, mark, "SIGTERM");
    await gone(child, GRACE_MS);
    end(child, mark, "SIGKILL");
    await gone(child, REAP_MS);
  }
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
}

function end(child: ChildProcess, mark: string, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  endGroup(child.pid, signal);
  endMarked(mark, signal);
}

async function gone(child: ChildProcess, ms: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await within(once(child, "exit"), ms);
}

/** Waits for an event, at most `ms` milliseconds. The timer must keep the process alive: nothing else may. */
async function within(event: Promise<unknown>, ms: number): Promise<void> {
  const timer = new AbortController();
  const quietly = (): undefined => undefined;
  try {
    await Promise.race([event.catch(quietly), sleep(ms, undefined, { signal: timer.signal }).catch(quietly)]);
  } finally {
    timer.abort();
  }
}

function textOf(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString("utf8");
}
