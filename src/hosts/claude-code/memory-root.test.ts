import { mkdir, mkdtemp, realpath, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mainRepositoryRoot } from "../repository.ts";
import { claudeCode } from "./claude-code.ts";
import { projectSlug } from "./config-folder.ts";

let top = "";
let env: Record<string, string> = {};
beforeEach(async () => {
  top = await realpath(await mkdtemp(join(tmpdir(), "handoff-host-")));
  env = { HOME: join(top, "home") };
});
afterEach(() => rm(top, { recursive: true, force: true }));

async function put(path: string, text: string): Promise<string> {
  const whole = join(top, path);
  await mkdir(dirname(whole), { recursive: true });
  await writeFile(whole, text);
  return whole;
}

/** A repository `main` with a worktree `wt`, laid out as git does, without git. */
async function worktree(): Promise<{ main: string; wt: string }> {
  const main = join(top, "main");
  const wt = join(top, "wt");
  await put("main/.git/worktrees/wt/commondir", "../..\n");
  await put("main/.git/worktrees/wt/gitdir", `${wt}/.git\n`);
  await put("main/.git/HEAD", "ref: refs/heads/main\n");
  await put("wt/.git", `gitdir: ${main}/.git/worktrees/wt\n`);
  return { main, wt };
}

const memoryOf = (root: string): string => join(top, "home/.claude/projects", projectSlug(root), "memory");

describe("projectSlug", () => {
  it("replaces every unit that is no ASCII letter or digit", () => {
    expect(projectSlug("/home/dev/my shop_v1.2/ü@x")).toBe("-home-dev-my-shop-v1-2---x");
    expect(projectSlug("/a/😀")).toBe("-a---");
    expect(projectSlug("C:\\work\\site")).toBe("C--work-site");
  });

  it("shortens a long path by the hash that the client makes", () => {
    const path = `/home/dev/lab/long/${"x".repeat(200)}/deep`;
    const slug = projectSlug(path);
    expect(slug.slice(0, 200)).toBe(`-home-dev-lab-long-${"x".repeat(181)}`);
    let hash = 0;
    for (const unit of path.split("")) hash = (hash * 31 + unit.charCodeAt(0)) | 0;
    expect(slug.slice(200)).toBe(`-${Math.abs(hash).toString(36)}`);
    expect(projectSlug(`/${"x".repeat(199)}`)).toBe(`-${"x".repeat(199)}`);
  });
});

describe("mainRepositoryRoot", () => {
  it("finds the root from a sub-folder and the main root from a worktree", async () => {
    const { main, wt } = await worktree();
    await mkdir(join(wt, "src/deep"), { recursive: true });
    expect(await mainRepositoryRoot(join(wt, "src/deep"))).toBe(main);
    expect(await mainRepositoryRoot(main)).toBe(main);
  });

  it("takes a submodule for a repository of its own", async () => {
    await put("main/.git/HEAD", "x");
    await put("main/.git/modules/lib/HEAD", "x");
    await put("main/lib/.git", "gitdir: ../.git/modules/lib\n");
    expect(await mainRepositoryRoot(join(top, "main/lib"))).toBe(join(top, "main/lib"));
  });

  it("does not follow a .git file that the repository does not know", async () => {
    const { wt } = await worktree();
    await put("copy/.git", `gitdir: ${top}/main/.git/worktrees/wt\n`);
    expect(await mainRepositoryRoot(join(top, "copy"))).toBe(join(top, "copy"));
    expect(await mainRepositoryRoot(wt)).toBe(join(top, "main"));
  });

  it("finds none outside of git, and for a folder that is gone", async () => {
    await mkdir(join(top, "plain"));
    expect(await mainRepositoryRoot(join(top, "plain"))).toBeNull();
    expect(await mainRepositoryRoot(join(top, "gone/deep"))).toBeNull();
  });
});

describe("the client's memory folder", () => {
  it("belongs to the main repository, from a worktree and a sub-folder too", async () => {
    const { main, wt } = await worktree();
    await mkdir(join(main, "src"));
    for (const cwd of [main, wt, join(main, "src")])
      expect(await claudeCode.memoryRoot(cwd, env)).toBe(memoryOf(main));
  });

  it("belongs to the folder itself outside of git, by its real path", async () => {
    await mkdir(join(top, "plain"));
    await symlink(join(top, "plain"), join(top, "link"));
    expect(await claudeCode.memoryRoot(join(top, "link"), env)).toBe(memoryOf(join(top, "plain")));
  });

  it("moves with CLAUDE_CONFIG_DIR, which a project name may go with", async () => {
    await mkdir(join(top, "plain"));
    const moved = { ...env, CLAUDE_CONFIG_DIR: join(top, "config") };
    const slug = projectSlug(join(top, "plain"));
    const at = (more: Record<string, string>): Promise<string | null> =>
      claudeCode.memoryRoot(join(top, "plain"), more);
    expect(await at(moved)).toBe(join(top, "config/projects", slug, "memory"));
    expect(await at({ ...moved, CLAUDE_CODE_PROJECT_DIR_NAME: "shop" })).toBe(
      join(top, "config/projects/shop/memory"),
    );
    expect(await at({ ...moved, CLAUDE_CODE_PROJECT_DIR_NAME: "../up" })).toBe(
      join(top, "config/projects", slug, "memory"),
    );
    expect(await at({ ...env, CLAUDE_CODE_PROJECT_DIR_NAME: "shop" })).toBe(memoryOf(join(top, "plain")));
  });

  it("is what the strongest settings file names, when that is absolute or below home", async () => {
    const { main } = await worktree();
    const at = (): Promise<string | null> => claudeCode.memoryRoot(main, env);
    await put("home/.claude/settings.json", JSON.stringify({ autoMemoryDirectory: "~/notes" }));
    expect(await at()).toBe(join(top, "home/notes"));
    await put("main/.claude/settings.json", JSON.stringify({ autoMemoryDirectory: "/srv/project" }));
    expect(await at()).toBe("/srv/project");
    await put("main/.claude/settings.local.json", JSON.stringify({ autoMemoryDirectory: "/srv/local" }));
    expect(await at()).toBe("/srv/local");
    await put("main/.claude/settings.local.json", JSON.stringify({ autoMemoryDirectory: "notes" }));
    expect(await at()).toBe(memoryOf(main));
    await put("main/.claude/settings.local.json", "{ broken");
    expect(await at()).toBe("/srv/project");
  });

  it("is none when auto memory is off", async () => {
    await mkdir(join(top, "plain"));
    const off = { ...env, CLAUDE_CODE_DISABLE_AUTO_MEMORY: "1" };
    expect(await claudeCode.memoryRoot(join(top, "plain"), off)).toBeNull();
    await put("home/.claude/settings.json", JSON.stringify({ autoMemoryEnabled: false }));
    expect(await claudeCode.memoryRoot(join(top, "plain"), env)).toBeNull();
  });
});

describe("finding a transcript", () => {
  const find = (sessionId: string | null, cwd: string): Promise<string | null> =>
    claudeCode.findTranscript({ sessionId, cwd, env });

  async function transcript(project: string, name: string, seconds: number, text = "{}\n"): Promise<string> {
    const path = await put(`home/.claude/projects/${project}/${name}`, text);
    await utimes(path, seconds, seconds);
    return path;
  }

  it("takes the newest main session of the folder, no sub-agent and no empty file", async () => {
    const cwd = join(top, "shop");
    await mkdir(cwd);
    const slug = projectSlug(cwd);
    await transcript(slug, "old.jsonl", 1_000);
    const newest = await transcript(slug, "new.jsonl", 2_000);
    await transcript(slug, "agent-1.jsonl", 3_000);
    await transcript(slug, "empty.jsonl", 4_000, "");
    await transcript("-elsewhere", "other.jsonl", 5_000);
    expect(await find(null, cwd)).toBe(newest);
    expect(await find(null, join(top, "nothing"))).toBeNull();
  });

  it("finds a session by id in any project, and never by a path", async () => {
    const cwd = join(top, "shop");
    const moved = await transcript("-old-place", "abc-1.jsonl", 1_000);
    expect(await find("abc-1", cwd)).toBe(moved);
    const own = await transcript(projectSlug(cwd), "abc-1.jsonl", 500);
    expect(await find("abc-1", cwd)).toBe(own);
    expect(await find("../-old-place/abc-1", cwd)).toBeNull();
    expect(await find("absent", cwd)).toBeNull();
  });
});
