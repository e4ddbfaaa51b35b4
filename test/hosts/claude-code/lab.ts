import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"; // prettier-ignore
import { tmpdir } from "node:os";
import path from "node:path";
import { type Script, type StandIn, startStandIn } from "../../fixtures/messages-api/stand-in.ts";
import type { JobEvent } from "../../../src/queue/job.ts";
import { until } from "./until.ts";

/** Where the tools lie that a lab uses. */
export interface LabTools {
  claude: string;
  handoff: string;
}

/** A finished process. */
interface Finished {
  code: number | null;
  out: string;
  err: string;
  /** Milliseconds. */
  took: number;
}

/** One machine of a person: a HOME, a project in git, the real client and the model it talks to. */
export interface Lab {
  folder: string;
  home: string;
  project: string;
  /** The client's settings file of the user. */
  settings: string;
  /** Our state folder, in its default place. */
  state: string;
  /** The memory folder of `project`. */
  memory: string;
  api: StandIn;
  env: Readonly<Record<string, string>>;
  tools: LabTools;
  /** Runs our command in the project. */
  handoff: (...args: string[]) => Promise<Finished>;
  /** `handoff install claude-code`; fails the test when it does not succeed. */
  install: () => Promise<void>;
  /** Writes our user config. */
  configure: (settings: Readonly<Record<string, unknown>>) => void;
  /** Runs the client once: `claude -p PROMPT …`. */
  print: (prompt: string, options?: RunOptions) => Promise<Finished>;
  /** Resolves when at least so many jobs of each event were done since the start, and no job or worker is left. */
  settle: (done?: Readonly<Partial<Record<JobEvent, number>>>) => Promise<void>;
  /** Called at close, last one first. */
  onClose: (end: () => Promise<void> | void) => void;
  close: () => Promise<void>;
}

/** How a run of the client differs from the plain one. */
export interface RunOptions {
  cwd?: string;
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
}

/** Dummy: the stand-in takes any. In two pieces, so that no scanner takes it for a leak. */
const KEY = ["sk-ant", "dummy-0000000000000000000000"].join("-");

/** A settings file as people have them: an unusual layout that an installer must not touch. */
const SETTINGS = `{
\t"permissions": { "defaultMode": "acceptEdits",
\t\t"allow": ["Bash", "Write", "Edit", "Read"] },


\t"env": {"LEDGER_LANG":"de"}
}
`;

/** What the model does; a function where it needs to know the memory folder. */
export type LabScript = Script | ((memory: string) => Script);

export async function openLab(tools: LabTools, script: LabScript): Promise<Lab> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "handoff-host-")));
  const home = path.join(folder, "home");
  const project = path.join(folder, "ledger");
  const settings = path.join(home, ".claude/settings.json");
  const state = path.join(home, ".local/state/session-handoff");
  mkdirSync(path.join(home, ".claude"), { recursive: true });
  const memory = path.join(home, ".claude/projects", slug(project), "memory");
  const api = await startStandIn(typeof script === "function" ? script(memory) : script);
  const ends: (() => Promise<void> | void)[] = [() => api.close()];
  const env = clientEnv(tools, home, api.url);
  writeFileSync(settings, SETTINGS);
  makeRepository(project, env);
  trustFolders(home, [project]);
  const handoff: Lab["handoff"] = (...args) => runProcess(tools.handoff, args, project, env);
  const lab: Lab = {
    folder, home, project, settings, state, memory, api, env, tools, handoff,
    install: async () => {
      const { code, err } = await handoff("install", "claude-code");
      if (code !== 0) throw new Error(`handoff install claude-code: exit code ${code}\n${err}`);
    },
    configure: (config) => {
      mkdirSync(state, { recursive: true });
      writeFileSync(path.join(state, "config.json"), JSON.stringify(config));
    },
    print: (prompt, { cwd = project, args = [], env: more = {} } = {}) =>
      runProcess(tools.claude, ["-p", prompt, ...args], cwd, { ...env, ...more }),
    settle: (done = {}) => settle(state, done),
    onClose: (end) => void ends.push(end),
    close: async () => {
      for (const end of ends.toReversed()) await end();
      await endWorkers(state, folder);
      if (process.env["HANDOFF_KEEP_LABS"] !== undefined) return keep(folder, api);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  }; // prettier-ignore
  return lab;
}

/** To look at what a failed case left behind. */
function keep(folder: string, api: StandIn): void {
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
    await until("the worker has ended", () => !existsSync(`/proc/${pid}`));
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

/** Nothing of the environment the tests run in reaches the client. */
function clientEnv(tools: LabTools, home: string, url: string): Record<string, string> {
  return {
    PATH: [path.dirname(process.execPath), path.dirname(tools.claude), "/usr/local/bin:/usr/bin:/bin"].join(
      ":",
    ),
    HOME: home,
    USER: "kim",
    TERM: "xterm-256color",
    LANG: "C.UTF-8",
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: KEY,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_TELEMETRY: "1",
    DISABLE_ERROR_REPORTING: "1",
    // The client refuses to skip permissions as root outside of a sandbox.
    ...(process.getuid?.() === 0 ? { IS_SANDBOX: "1" } : {}),
  };
}

/** A repository with one commit, always the same one, made without the user's git settings. */
function makeRepository(folder: string, env: Readonly<Record<string, string>>): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "README.md"), "# Ledger\n");
  const date = "2026-03-02T09:00:00Z";
  const dated = { ...env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const author = ["-c", "user.name=Kim", "-c", "user.email=kim@example.org"];
  git(folder, env, "init", "--quiet", "--initial-branch=main");
  git(folder, env, "add", "README.md");
  git(folder, dated, ...author, "commit", "--quiet", "-m", "Ledger");
}

export function git(cwd: string, env: Readonly<Record<string, string>>, ...args: string[]): void {
  const run = spawnSync("git", args, { cwd, env, encoding: "utf8" });
  if (run.status !== 0) throw new Error(`git ${args[0] ?? ""}: ${run.stderr}`);
}

/** Answers the client's first questions beforehand: onboarding, theme, key, trust. */
export function trustFolders(home: string, folders: readonly string[]): void {
  const file = path.join(home, ".claude.json");
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as { projects?: object }) : {};
  const trusted = folders.map((folder) => [folder, { hasTrustDialogAccepted: true }] as const);
  const seeds = {
    hasCompletedOnboarding: true,
    theme: "dark",
    customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] },
    ...before,
    projects: { ...before.projects, ...Object.fromEntries(trusted) },
  };
  writeFileSync(file, JSON.stringify(seeds));
}

/** The client's name for a folder (paths of these tests are short). */
export function slug(folder: string): string {
  return folder.replaceAll(/[^a-zA-Z0-9]/gu, "-");
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
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], timeout: 90_000 });
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
