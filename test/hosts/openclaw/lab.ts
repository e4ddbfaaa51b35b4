import { spawn } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  type ChatScript,
  type ChatStandIn,
  startChatStandIn,
} from "../../fixtures/chat-completions/stand-in.ts";
import type { JobEvent } from "../../../src/queue/job.ts";
import { until } from "../claude-code/until.ts";
import { COMPILE_CACHE, type Era } from "./client.ts";
import { type ClientConfig, clientConfig } from "./config.ts";

/** Where the tools lie that a lab uses. */
export interface LabTools {
  node: string;
  /** Path of `openclaw.mjs`. */
  openclaw: string;
  /** Path of our command. */
  handoff: string;
  /** Path of our packed tarball. */
  tarball: string;
}

/** A finished process. */
export interface Finished {
  code: number | null;
  out: string;
  err: string;
  /** Milliseconds. */
  took: number;
}

/** One machine of a person: a HOME, a workspace, the real client and the model it talks to. */
export interface Lab {
  era: Era;
  folder: string;
  home: string;
  /** The client's state folder. */
  clientState: string;
  /** The client's config file. */
  config: string;
  /** Workspace of the agent `main`, and so the root of its memory. */
  workspace: string;
  /** Our state folder, in its default place. */
  state: string;
  port: number;
  api: ChatStandIn;
  env: Readonly<Record<string, string>>;
  tools: LabTools;
  /** Runs the client's command line. */
  openclaw: (...args: string[]) => Promise<Finished>;
  /** Runs our command in the workspace. */
  handoff: (...args: string[]) => Promise<Finished>;
  /** Writes our user config. */
  configure: (settings: Readonly<Record<string, unknown>>) => void;
  /** Resolves when at least so many jobs of each event were done since the start, and no job or worker is left. */
  settle: (done?: Readonly<Partial<Record<JobEvent, number>>>) => Promise<void>;
  /** Called at close, last one first. */
  onClose: (end: () => Promise<void> | void) => void;
  close: () => Promise<void>;
}

export interface LabOptions extends ChatScript {
  /** Changes the client's config before it is written. */
  edit?: (config: ClientConfig, lab: { home: string; workspace: string }) => void;
}

export async function openLab(era: Era, tools: LabTools, options: LabOptions): Promise<Lab> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "handoff-openclaw-")));
  const home = path.join(folder, "home");
  const clientState = path.join(home, ".openclaw");
  const workspace = path.join(home, "desk");
  const state = path.join(home, ".local/state/session-handoff");
  const config = path.join(clientState, "openclaw.json");
  for (const made of [clientState, workspace, path.join(folder, "tmp")]) mkdirSync(made, { recursive: true });
  const api = await startChatStandIn(options);
  const ends: (() => Promise<void> | void)[] = [() => api.close()];
  const port = await freePort();
  const plain = clientConfig({ port, workspace, modelUrl: api.url });
  options.edit?.(plain, { home, workspace });
  writeFileSync(config, `${JSON.stringify(plain, null, 2)}\n`);
  const env = clientEnv(tools, folder, home);
  return {
    era, folder, home, clientState, config, workspace, state, port, api, env, tools,
    openclaw: (...args) => runProcess(tools.node, [tools.openclaw, ...args], home, env),
    handoff: (...args) => runProcess(tools.node, [realpathSync(tools.handoff), ...args], workspace, env),
    configure: (settings) => {
      mkdirSync(state, { recursive: true });
      writeFileSync(path.join(state, "config.json"), JSON.stringify(settings));
    },
    settle: (done = {}) => settle(state, done),
    onClose: (end) => void ends.push(end),
    close: async () => {
      for (const end of ends.toReversed()) await end();
      await endWorkers(state, folder);
      if (process.env["HANDOFF_KEEP_LABS"] !== undefined) return keep(folder, api);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  }; // prettier-ignore
}

/** A port nobody listens on at this moment. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** Nothing of the environment the tests run in reaches the client. */
function clientEnv(tools: LabTools, folder: string, home: string): Record<string, string> {
  return {
    PATH: `${path.dirname(tools.node)}:/usr/local/bin:/usr/bin:/bin`,
    HOME: home,
    // The client's log files lie below it.
    TMPDIR: path.join(folder, "tmp"),
    USER: "kim",
    TERM: "dumb",
    LANG: "C.UTF-8",
    NO_COLOR: "1",
    // Half of a start is compiling the client: done once for all labs.
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    OPENCLAW_NO_RESPAWN: "1",
    OPENCLAW_DISABLE_BONJOUR: "1",
    OPENCLAW_SKIP_CHANNELS: "1",
  };
}

/** To look at what a failed case left behind. */
function keep(folder: string, api: ChatStandIn): void {
  writeFileSync(path.join(folder, "asked.json"), JSON.stringify(api.asked, null, 1));
  console.log(`kept: ${folder}`);
}

/** Ends workers that still wait for a model or for their next try. */
async function endWorkers(state: string, folder: string): Promise<void> {
  rmSync(path.join(state, "queue/pending"), { recursive: true, force: true });
  for (const lease of namesIn(path.join(state, "leases"))) {
    const pid = Number(/"pid":\s*(\d+)/u.exec(textOf(path.join(state, "leases", lease)))?.[1] ?? 0);
    // The number alone proves nothing: a process that ended long ago may have had it.
    if (pid === 0 || !textOf(`/proc/${pid}/environ`).includes(folder)) continue;
    process.kill(pid, "SIGKILL");
    await until("the worker has ended", () => textOf(`/proc/${pid}/environ`) === "");
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Text of a file; empty where it is none that can be read. */
function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** Runs a command to its end; its input is empty. */
function runProcess(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], timeout: 120_000 });
    const done = { out: "", err: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => (done.out += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (done.err += text));
    child.on("error", reject);
    // Not `close`: a detached child may hold the pipes.
    child.on("exit", (code) => resolve({ code, ...done, took: performance.now() - start }));
  });
}

async function settle(state: string, expected: Readonly<Partial<Record<JobEvent, number>>>): Promise<void> {
  const names = (folder: string): string[] => namesIn(path.join(state, folder));
  const isDone = (): boolean => {
    const done = names("queue/done");
    const missing = Object.entries(expected).filter(
      ([event, count]) => done.filter((name) => name.includes(`-${event}-`)).length < count,
    );
    return missing.length + names("queue/pending").length + names("leases").length === 0;
  };
  const describe = (): string =>
    ["queue/pending", "queue/failed", "queue/done", "leases"]
      .map((folder) => `${folder}: ${names(folder).join(" ")}`)
      .join("\n");
  await until("all jobs are done", isDone, { describe });
}
