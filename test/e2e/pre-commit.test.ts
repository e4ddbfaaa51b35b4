import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { stringify } from "yaml";
import { isInstalled } from "../fixtures/commit-tools.ts";
import { type Done, runIn } from "../fixtures/installed-package.ts";
import { removeFolder } from "../fixtures/remove-folder.ts";

const repository = path.resolve(import.meta.dirname, "../..");
/** pre-commit builds the hook from its source: npm fetches every development dependency. */
const INSTALL_LIMIT_MS = 900_000;
const isAsked = process.env["HANDOFF_PRE_COMMIT"] === "1";

let folder = "";
let project = "";
let env: NodeJS.ProcessEnv = {};

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "handoff-pre-commit-"));
  project = path.join(folder, "project");
  const home = path.join(folder, "home");
  for (const made of [project, home]) mkdirSync(made);
  // The caller's variables say how the network is reached; npm keeps its downloads for the next run.
  env = {
    ...process.env,
    HOME: home,
    PRE_COMMIT_HOME: path.join(folder, "pre-commit"),
    GIT_CONFIG_GLOBAL: path.join(folder, "gitconfig"),
    npm_config_cache: path.join(repository, ".cache/npm"),
  };
  writeFileSync(path.join(folder, "gitconfig"), "[user]\nname = A\nemail = a@example.org\n");
});
afterAll(() => removeFolder(folder), INSTALL_LIMIT_MS);

const run = (command: string, ...args: string[]): Done => runIn(env, project, command, args);
const write = (file: string, text: string): void => writeFileSync(path.join(project, file), text);

function commit(index: string): Done {
  write("MEMORY.md", index);
  run("git", "add", "-A");
  return run("git", "commit", "-m", "memory");
}

/** What is committed of this repository, as pre-commit gets it: a clone, and the revision to take. */
function published(): { repo: string; rev: string } {
  const repo = path.join(folder, "session-handoff");
  expect(run("git", "clone", "--quiet", repository, repo)).toMatchObject({ code: 0 });
  return { repo, rev: run("git", "-C", repo, "rev-parse", "HEAD").out.trim() };
}

it.skipIf(!isAsked || !isInstalled("pre-commit"))(
  "pre-commit installs the hook from a clone of the repository, passes a clean memory and stops one with code (npm run test:pre-commit)",
  { timeout: INSTALL_LIMIT_MS },
  () => {
    run("git", "init", "--quiet");
    mkdirSync(path.join(project, "memory"));
    write("memory/lessons.md", "# Lessons\n\n- A restart needs the flag.\n");
    write(
      ".pre-commit-config.yaml",
      stringify({ repos: [{ ...published(), hooks: [{ id: "handoff-lint" }] }] }),
    );
    expect(run("pre-commit", "install")).toMatchObject({ code: 0 });
    const clean = "# Memory\n\n- [Lessons](memory/lessons.md)\n";
    const passed = commit(clean);
    expect([passed.code, passed.err]).toEqual([0, expect.stringMatching(/handoff lint\.+Passed/u)]);
    const refused = commit(`${clean}\n\`\`\`sh\nls\n\`\`\`\n`);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("no-code")]);
    expect(run("git", "log", "--oneline").out.trim().split("\n")).toHaveLength(1);
  },
);
