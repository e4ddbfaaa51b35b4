import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs"; // prettier-ignore
import { tmpdir } from "node:os";
import path from "node:path";
import { type Script, type StandIn, startStandIn } from "../../fixtures/messages-api/stand-in.ts";
import type { JobEvent } from "../../../src/queue/job.ts";
import { endWorkers, settled } from "../our-jobs.ts";
import { type Finished, runProcess } from "../run-process.ts";
import { removeFolder } from "../../fixtures/remove-folder.ts";

/** Where the tools lie that a lab uses. */
export interface LabTools {
  claude: string;
  handoff: string;
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
  const handoff: Lab["handoff"] = (...args) => runProcess(tools.handoff, args, { cwd: project, env });
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
      runProcess(tools.claude, ["-p", prompt, ...args], { cwd, env: { ...env, ...more } }),
    settle: (done = {}) => settled(state, done),
    onClose: (end) => void ends.push(end),
    close: async () => {
      for (const end of ends.toReversed()) await end();
      await endWorkers(state, folder);
      if (process.env["HANDOFF_KEEP_LABS"] !== undefined) return keep(folder, api);
      removeFolder(folder);
    },
  }; // prettier-ignore
  return lab;
}

/** To look at what a failed case left behind. */
function keep(folder: string, api: StandIn): void {
  writeFileSync(path.join(folder, "asked.json"), JSON.stringify(api.asked, null, 1));
  console.log(`kept: ${folder}`);
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
