import { mkdirSync, mkdtempSync, realpathSync, renameSync, writeFileSync } from "node:fs";
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
import { endWorkers, settled } from "../our-jobs.ts";
import { type Finished, runProcess } from "../run-process.ts";
import { COMPILE_CACHE, type Era } from "./client.ts";
import { type ClientConfig, clientConfig } from "./config.ts";
import { removeFolder } from "../../fixtures/remove-folder.ts";

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

/** One machine of a person: a HOME, a workspace, the real client and the model it talks to. */
export interface Lab {
  era: Era;
  folder: string;
  home: string;
  /** The client's state folder. */
  clientState: string;
  /** The client's config file. */
  config: string;
  /** Workspace of an agent, and so the root of its memory. */
  workspace: (agent?: string) => string;
  /** Our state folder, in its default place. */
  state: string;
  port: number;
  api: ChatStandIn;
  env: Readonly<Record<string, string>>;
  tools: LabTools;
  /** Runs the client's command line. */
  openclaw: (...args: string[]) => Promise<Finished>;
  /** Runs our command in the workspace of `main`. */
  handoff: (...args: string[]) => Promise<Finished>;
  /** `handoff install openclaw`; fails the test when it does not succeed. */
  install: () => Promise<void>;
  /** Writes our user config. */
  configure: (settings: Readonly<Record<string, unknown>>) => void;
  /** Resolves when at least so many jobs of each event were done since the start, and no job or worker is left. */
  settle: (done?: Readonly<Partial<Record<JobEvent, number>>>) => Promise<void>;
  /** Called at close, last one first. */
  onClose: (end: () => Promise<void> | void) => void;
  close: () => Promise<void>;
}

/** The client's command line takes seconds to start, and many where others use the machine. */
const SLOW_MS = 240_000;

export interface LabOptions extends ChatScript {
  /** Agents beside `main`, each with a workspace and so a memory of its own. */
  agents?: readonly string[];
  /** Changes the client's config before it is written. */
  edit?: (config: ClientConfig) => void;
}

export async function openLab(era: Era, tools: LabTools, options: LabOptions): Promise<Lab> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "handoff-gateway-")));
  const home = path.join(folder, "home");
  const clientState = path.join(home, ".openclaw");
  const workspace = (agent = "main"): string => path.join(home, `desk-${agent}`);
  const state = path.join(home, ".local/state/session-handoff");
  const config = path.join(clientState, "openclaw.json");
  const workspaces = Object.fromEntries(["main", ...(options.agents ?? [])].map((id) => [id, workspace(id)]));
  for (const made of [clientState, path.join(folder, "tmp"), ...Object.values(workspaces)]) {
    mkdirSync(made, { recursive: true });
  }
  const api = await startChatStandIn(options);
  const ends: (() => Promise<void> | void)[] = [() => api.close()];
  const port = await freePort();
  const plain = clientConfig({ era, port, modelUrl: api.url, workspaces });
  options.edit?.(plain);
  writeFileSync(config, `${JSON.stringify(plain, null, 2)}\n`);
  const env = clientEnv(tools, folder, home);
  const handoff: Lab["handoff"] = (...args) =>
    runProcess(tools.node, [realpathSync(tools.handoff), ...args], {
      cwd: workspace(),
      env,
      limitMs: SLOW_MS,
    });
  return {
    era, folder, home, clientState, config, workspace, state, port, api, env, tools,
    openclaw: (...args) => runProcess(tools.node, [tools.openclaw, ...args], { cwd: home, env, limitMs: SLOW_MS }),
    handoff,
    install: async () => {
      const { code, err } = await handoff("install", "openclaw", "--yes", "--quiet");
      if (code !== 0) throw new Error(`handoff install openclaw: exit code ${code}\n${err}`);
    },
    configure: (settings) => {
      mkdirSync(state, { recursive: true });
      const file = path.join(state, "config.json");
      // A worker may read it at this moment.
      writeFileSync(`${file}.new`, JSON.stringify(settings));
      renameSync(`${file}.new`, file);
    },
    settle: (done = {}) => settled(state, done, SLOW_MS),
    onClose: (end) => void ends.push(end),
    close: async () => {
      for (const end of ends.toReversed()) await end();
      await endWorkers(state, folder);
      if (process.env["HANDOFF_KEEP_LABS"] !== undefined) return keep(folder, api);
      removeFolder(folder);
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
    PATH: [path.dirname(tools.node), commands(tools.openclaw), "/usr/local/bin:/usr/bin:/bin"].join(":"),
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

/** Where npm put the command `openclaw`. */
function commands(client: string): string {
  return path.resolve(path.dirname(client), "../.bin");
}

/** To look at what a failed case left behind. */
function keep(folder: string, api: ChatStandIn): void {
  writeFileSync(path.join(folder, "asked.json"), JSON.stringify(api.asked, null, 1));
  console.log(`kept: ${folder}`);
}
