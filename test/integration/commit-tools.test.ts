import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { commitTools, isInstalled } from "../fixtures/commit-tools.ts";
import { builtBundle } from "../fixtures/hooks.ts";
import { type Done, runIn } from "../fixtures/installed-package.ts";
import { removeFolder } from "../fixtures/remove-folder.ts";

const repository = path.resolve(import.meta.dirname, "../..");
const example = (name: string): string => path.join(repository, "examples", name);
const tools = commitTools();
const CLEAN = "# Memory\n\n- [Lessons](memory/lessons.md)\n";
const DIRTY = `${CLEAN}\n\`\`\`sh\nls\n\`\`\`\n`;

let folder = "";
let bundle = "";
let project = "";
let env: Record<string, string> = {};

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "handoff-commit-"));
  bundle = builtBundle(folder);
});
afterAll(() => removeFolder(folder));

beforeEach(() => {
  project = mkdtempSync(path.join(folder, "project-"));
  const modules = path.join(project, "node_modules");
  env = {
    PATH: [path.join(modules, ".bin"), path.join(tools ?? folder, ".bin"), process.env["PATH"] ?? ""].join(
      ":",
    ),
    HOME: path.join(folder, "home"),
    GIT_CONFIG_GLOBAL: path.join(folder, "gitconfig"),
    HANDOFF_HOME: path.join(folder, "state"),
  };
  mkdirSync(env["HOME"] ?? "", { recursive: true });
  writeFileSync(path.join(folder, "gitconfig"), "[user]\nname = A\nemail = a@example.org\n");
  mkdirSync(path.join(modules, ".bin"), { recursive: true });
  mkdirSync(path.join(modules, "session-handoff"));
  copyFileSync(path.join(repository, "package.json"), path.join(modules, "session-handoff/package.json"));
  symlinkSync(bundle, path.join(modules, "session-handoff/dist"));
  symlinkSync(path.join(bundle, "cli.js"), path.join(modules, ".bin/handoff"));
  mkdirSync(path.join(project, "memory"));
  write("memory/lessons.md", "# Lessons\n\n- A restart needs the flag.\n");
  write(".gitignore", "node_modules/\n");
  write("package.json", "{}\n");
  run("git", "init", "--quiet");
});

const run = (command: string, ...args: string[]): Done => runIn(env, project, command, args);
const write = (file: string, text: string): void => writeFileSync(path.join(project, file), text);

/** Commits an index with everything else; the exit code of git. */
function commit(index: string): Done {
  write("MEMORY.md", index);
  run("git", "add", "-A");
  return run("git", "commit", "--quiet", "-m", "memory");
}

/** A clean memory is committed, one with code in its index is not, and the finding is shown. */
function expectGuarded(): void {
  expect(commit(CLEAN)).toMatchObject({ code: 0 });
  const refused = commit(DIRTY);
  expect(refused.code).toBe(1);
  expect(refused.out + refused.err).toContain("no-code");
  expect(run("git", "log", "--oneline").out.trim().split("\n")).toHaveLength(1);
}

describe("a commit", () => {
  it.skipIf(!isInstalled("pre-commit"))("is checked by pre-commit with the hook of the repository", () => {
    const [hook] = parse(readFileSync(path.join(repository, ".pre-commit-hooks.yaml"), "utf8"));
    const [named] = parse(readFileSync(example("pre-commit-config.yaml"), "utf8")).repos[0].hooks;
    expect(named.id).toBe(hook.id);
    // What is installed from the repository is here already.
    const local = { repo: "local", hooks: [{ ...hook, ...named, language: "system" }] };
    write(".pre-commit-config.yaml", stringify({ repos: [local] }));
    expect(run("pre-commit", "validate-manifest", path.join(repository, ".pre-commit-hooks.yaml")).code).toBe(
      0,
    );
    expect(run("pre-commit", "validate-config", example("pre-commit-config.yaml")).code).toBe(0);
    expect(run("pre-commit", "install")).toMatchObject({ code: 0 });
    expectGuarded();
  });

  it.skipIf(tools === null)("is checked by lint-staged", () => {
    copyFileSync(example("lint-staged.config.mjs"), path.join(project, "lint-staged.config.mjs"));
    const hook = path.join(project, ".git/hooks/pre-commit");
    writeFileSync(hook, "#!/bin/sh\nexec lint-staged\n");
    chmodSync(hook, 0o755);
    expectGuarded();
  });

  it.skipIf(tools === null)("is checked by lefthook", () => {
    copyFileSync(example("lefthook.yml"), path.join(project, "lefthook.yml"));
    expect(run("lefthook", "install")).toMatchObject({ code: 0 });
    expectGuarded();
  });
});

describe("remark", () => {
  it.skipIf(tools === null)("knows the rules by the preset, and the comments that turn them off", () => {
    write(".remarkrc.json", '{ "plugins": ["session-handoff/remark-preset"] }');
    const remark = (text: string): Done => {
      write("MEMORY.md", text);
      return run("remark", "MEMORY.md", "--quiet", "--frail", "--no-stdout");
    };
    expect(remark(CLEAN)).toMatchObject({ code: 0, err: "" });
    const found = remark(DIRTY);
    expect(found.code).toBe(1);
    expect(found.err).toMatch(/5:1-7:4 .*no-code\s+handoff/u);
    expect(remark(`<!-- handoff-disable no-code -->\n\n${DIRTY}`)).toMatchObject({ code: 0, err: "" });
  });
});

describe("the workflow for GitHub", () => {
  it.skipIf(tools === null)("is valid by GitHub's own parser", async () => {
    const parser = path.join(tools ?? "", "@actions/workflow-parser/dist/index.js");
    // Node asks for an attribute on its import of a JSON file.
    const outfile = path.join(folder, "parser.mjs");
    await build({ entryPoints: [parser], outfile, bundle: true, platform: "node", format: "esm" });
    const { parseWorkflow, NoOperationTraceWriter } = await import(pathToFileURL(outfile).href);
    const errorsOf = (content: string): string[] =>
      parseWorkflow({ name: "memory.yml", content }, new NoOperationTraceWriter())
        .context.errors.getErrors()
        .map(({ message }: { message: string }) => message);
    const workflow = readFileSync(example("github-workflow.yml"), "utf8");
    expect(errorsOf(workflow)).toEqual([]);
    expect(errorsOf(workflow.replace("runs-on", "runs"))).not.toEqual([]);
  });

  it("calls the linter with options that it has", () => {
    const { jobs } = parse(readFileSync(example("github-workflow.yml"), "utf8"));
    const call = jobs.lint.steps.at(-1).run;
    expect(call).toMatch(/^npx --yes session-handoff@\S+ lint \. /u);
    expect(commit(CLEAN)).toMatchObject({ code: 0 });
    const base = run("git", "rev-parse", "HEAD").out.trim();
    const args = call.split(" ").slice(3, -1);
    expect(run("handoff", ...args, base)).toMatchObject({ code: 0 });
    write("memory/lessons.md", "# Lessons\n");
    expect(run("handoff", ...args, base)).toMatchObject({
      code: 1,
      out: expect.stringContaining("no-shrink"),
    });
  });
});
