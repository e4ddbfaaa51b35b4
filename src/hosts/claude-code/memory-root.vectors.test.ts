import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { memoryRoot } from "./memory-root.ts";
import { removeFolder } from "../../../test/fixtures/remove-folder.ts";

/** The client's rule again, from its description alone: 32-bit arithmetic without its operators, units from bytes. */
function slugOf(path: string): string {
  const bytes = Buffer.from(path, "utf16le");
  const units = Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readUInt16LE(at * 2));
  const isPlain = (unit: number): boolean =>
    (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122);
  const slug = units.map((unit) => (isPlain(unit) ? String.fromCharCode(unit) : "-")).join("");
  if (slug.length <= 200) return slug;
  const hash = units.reduce((sum, unit) => BigInt.asIntN(32, sum * 31n + BigInt(unit)), 0n);
  return `${slug.slice(0, 200)}-${(hash < 0n ? -hash : hash).toString(36)}`;
}

let top = "";
beforeAll(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "handoff-root-")));
});
afterAll(() => removeFolder(top));

const folder = (path: string): string => {
  const whole = join(top, path);
  mkdirSync(whole, { recursive: true });
  return whole;
};
const put = (path: string, text: string): void => {
  folder(dirname(path));
  writeFileSync(join(top, path), text);
};
const env = (more: Record<string, string> = {}): Record<string, string> => ({
  HOME: join(top, "home"),
  ...more,
});
const rootOf = (cwd: string, more: Record<string, string> = {}): Promise<string | null> =>
  memoryRoot(cwd, env(more));
/** Where the memory of a project root is by default. */
const memoryOf = (root: string): string => join(top, "home/.claude/projects", slugOf(root), "memory");

describe("the name of a project's folder", () => {
  /** Names of folders, with what becomes of them. */
  const NAMES: [name: string, slug: string][] = [
    ["plain", "plain"],
    ["my_shop", "my-shop"],
    ["v1.2", "v1-2"],
    ["my shop", "my-shop"],
    ["@scope", "-scope"],
    ["größe", "gr--e"],
    ["a😀b", "a--b"],
    ["магазин", "-------"],
    ["a--b", "a--b"],
    ["UPPER", "UPPER"],
  ];
  it.each(NAMES)("%s becomes %s", async (name, slug) => {
    const cwd = folder(`names/${name}`);
    expect(await rootOf(cwd)).toBe(
      join(top, "home/.claude/projects", `${slugOf(join(top, "names"))}-${slug}`, "memory"),
    );
  });

  it("is whole up to 200 units, and cut with a hash of the whole path from 201 on", async () => {
    const base = `${join(top, "long")}/`;
    const named = (length: number): string => folder(`long/${"x".repeat(length - base.length)}`);
    const [whole, cut] = [named(200), named(201)];
    const slugs = await Promise.all([whole, cut].map(async (cwd) => (await rootOf(cwd))?.split("/").at(-2)));
    expect(slugs[0]).toBe(whole.replaceAll(/[^a-z0-9]/gi, "-"));
    expect(slugs[1]).toMatch(/^.{200}-[0-9a-z]+$/);
    expect(slugs).toEqual([slugOf(whole), slugOf(cut)]);
  });

  it("has a hash that differs where the first 200 units do not, and counts an emoji as two units", async () => {
    const base = folder(`deep/${"y".repeat(120)}/${"z".repeat(120)}`);
    for (const end of ["a", "b", "ü", "😀", "b/c", "Я".repeat(40)]) {
      const cwd = join(base, end);
      mkdirSync(cwd, { recursive: true });
      expect(await rootOf(cwd)).toBe(memoryOf(cwd));
    }
  });
});

describe("whose memory it is", () => {
  const git = (cwd: string, ...args: string[]): string =>
    execFileSync("git", ["-c", "protocol.file.allow=always", ...args], {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      env: {
        PATH: process.env["PATH"],
        HOME: join(top, "git-home"),
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_AUTHOR_NAME: "a",
        GIT_AUTHOR_EMAIL: "a@example.org",
        GIT_COMMITTER_NAME: "a",
        GIT_COMMITTER_EMAIL: "a@example.org",
      },
    });
  const repository = (path: string): string => {
    const cwd = folder(path);
    git(cwd, "init", "--quiet", "--initial-branch=main");
    git(cwd, "commit", "--quiet", "--allow-empty", "--message=first");
    return cwd;
  };

  let main = "";
  beforeAll(() => {
    folder("git-home");
    main = repository("git/wt main");
  });

  it("is the repository's, from any folder of it", async () => {
    folder("git/wt main/packages/app/src");
    for (const below of ["", "packages", "packages/app/src", ".git"])
      expect(await rootOf(join(main, below))).toBe(memoryOf(main));
  });

  it("is the main repository's, from a worktree beside it, inside it, and from folders of these", async () => {
    git(main, "worktree", "add", "--quiet", join(top, "git/wt-feature"));
    git(main, "worktree", "add", "--quiet", join(main, ".claude/worktrees/fix"));
    folder("git/wt-feature/src");
    for (const cwd of ["git/wt-feature", "git/wt-feature/src", "git/wt main/.claude/worktrees/fix"])
      expect(await rootOf(join(top, cwd))).toBe(memoryOf(main));
  });

  it("is the main repository's from a worktree that was moved by git", async () => {
    git(main, "worktree", "add", "--quiet", join(top, "git/wt-old"));
    git(main, "worktree", "move", join(top, "git/wt-old"), join(top, "git/wt-new"));
    expect(await rootOf(join(top, "git/wt-new"))).toBe(memoryOf(main));
  });

  it("is a submodule's own, also in a worktree of the repository around it", async () => {
    const library = repository("git/library");
    git(main, "submodule", "add", "--quiet", library, "lib");
    git(main, "commit", "--quiet", "--message=library");
    const inner = join(main, "lib");
    expect(await rootOf(inner)).toBe(memoryOf(inner));
    git(main, "worktree", "add", "--quiet", join(top, "git/wt-sub"));
    git(join(top, "git/wt-sub"), "submodule", "update", "--init", "--quiet");
    expect(await rootOf(join(top, "git/wt-sub/lib"))).toBe(memoryOf(join(top, "git/wt-sub/lib")));
  });

  it("is an inner repository's own", async () => {
    const inner = repository("git/wt main/vendor/inner");
    expect(await rootOf(inner)).toBe(memoryOf(inner));
  });

  it("is a bare repository's, from each of its worktrees", async () => {
    git(join(top, "git"), "clone", "--quiet", "--bare", main, "bare.git");
    const bare = join(top, "git/bare.git");
    git(bare, "worktree", "add", "--quiet", join(top, "git/of-bare"), "-b", "one");
    git(bare, "worktree", "add", "--quiet", join(top, "git/of-bare-2"), "-b", "two");
    for (const cwd of ["git/of-bare", "git/of-bare-2"])
      expect(await rootOf(join(top, cwd))).toBe(memoryOf(bare));
  });

  it("is that of a repository whose git folder lies elsewhere", async () => {
    const cwd = folder("git/apart");
    git(cwd, "init", "--quiet", "--separate-git-dir", join(top, "git/apart-store"));
    expect(await rootOf(cwd)).toBe(memoryOf(cwd));
  });

  it("is the working folder's outside of git, by its real path, and also when that is gone", async () => {
    const plain = folder("plain/inner");
    symlinkSync(plain, join(top, "plain/link"));
    expect(await rootOf(join(top, "plain/link"))).toBe(memoryOf(plain));
    expect(await rootOf(join(top, "plain/gone"))).toBe(memoryOf(join(top, "plain/gone")));
  });
});

describe("what settings and environment change", () => {
  const project = (): string => join(top, "settings/project");
  const MEMORY = "autoMemoryDirectory";
  const files = {
    user: "home/.claude/settings.json",
    shared: "settings/project/.claude/settings.json",
    local: "settings/project/.claude/settings.local.json",
  };
  const write = (file: keyof typeof files, text: string): void => put(files[file], text);

  beforeEach(() => {
    folder("settings/project/.git");
    folder("settings/project/src");
    return () => {
      for (const file of Object.values(files)) rmSync(join(top, file), { force: true });
    };
  });

  it.each([
    ["absolute", "/srv/memory", "/srv/memory"],
    ["below home", "~/notes/memory", "home/notes/memory"],
    ["relative: ignored", "notes", null],
    ["relative with a dot: ignored", "./notes", null],
    ["another user's home: ignored", "~other/notes", null],
    ["only the home sign: ignored", "~", null],
    ["empty: ignored", "", null],
  ])("autoMemoryDirectory %s", async (_, value, expected) => {
    for (const file of ["user", "shared", "local"] as const) {
      write(file, JSON.stringify({ [MEMORY]: value }));
      const whole =
        expected === null ? memoryOf(project()) : expected.startsWith("/") ? expected : join(top, expected);
      expect(await rootOf(project()), file).toBe(whole);
      rmSync(join(top, files[file]));
    }
  });

  it("autoMemoryDirectory that is no text is ignored", async () => {
    write("user", JSON.stringify({ [MEMORY]: 7 }));
    expect(await rootOf(project())).toBe(memoryOf(project()));
  });

  it("the stronger file wins: local before shared before the user's", async () => {
    write("user", '{ "autoMemoryDirectory": "/srv/user" }');
    expect(await rootOf(project())).toBe("/srv/user");
    write("shared", '{ "autoMemoryDirectory": "/srv/shared" }');
    expect(await rootOf(project())).toBe("/srv/shared");
    write("local", '{ "autoMemoryDirectory": "/srv/local" }');
    expect(await rootOf(project())).toBe("/srv/local");
    expect(await rootOf(join(project(), "src"))).toBe("/srv/local");
    write("local", '{ "autoMemoryEnabled": true }');
    expect(await rootOf(project())).toBe("/srv/shared");
  });

  it.each([
    ["a BOM", '\uFEFF{ "autoMemoryDirectory": "/srv/m" }'],
    ["comments", '{ // where it lies\n  "autoMemoryDirectory": "/srv/m" /* here */ }'],
    ["a trailing comma", '{ "autoMemoryDirectory": "/srv/m", }'],
    ["CRLF", '{\r\n  "autoMemoryDirectory": "/srv/m"\r\n}\r\n'],
  ])("a settings file with %s is read", async (_, text) => {
    write("user", text);
    expect(await rootOf(project())).toBe("/srv/m");
  });

  it.each([
    ["broken", '{ "autoMemoryDirectory": "/srv/m"'],
    ["an array", '["autoMemoryDirectory"]'],
    ["empty", ""],
  ])("a settings file that is %s says nothing; weaker ones still count", async (_, text) => {
    write("user", '{ "autoMemoryDirectory": "/srv/user" }');
    write("local", text);
    expect(await rootOf(project())).toBe("/srv/user");
  });

  it("CLAUDE_CONFIG_DIR moves projects and user settings; CLAUDE_CODE_PROJECT_DIR_NAME names the folder with it", async () => {
    const moved = { CLAUDE_CONFIG_DIR: folder("moved") };
    expect(await rootOf(project(), moved)).toBe(join(top, "moved/projects", slugOf(project()), "memory"));
    const named = { ...moved, CLAUDE_CODE_PROJECT_DIR_NAME: "shop" };
    expect(await rootOf(join(project(), "src"), named)).toBe(join(top, "moved/projects/shop/memory"));
    expect(await rootOf(project(), { CLAUDE_CODE_PROJECT_DIR_NAME: "shop" })).toBe(memoryOf(project()));
    write("user", '{ "autoMemoryDirectory": "/srv/user" }');
    expect(await rootOf(project(), moved)).toBe(join(top, "moved/projects", slugOf(project()), "memory"));
    put("moved/settings.json", '{ "autoMemoryDirectory": "~/there" }');
    expect(await rootOf(project(), named)).toBe(join(top, "home/there"));
  });

  it("there is none when auto memory is switched off, by the environment or by any settings file", async () => {
    expect(await rootOf(project(), { CLAUDE_CODE_DISABLE_AUTO_MEMORY: "1" })).toBeNull();
    expect(await rootOf(project(), { CLAUDE_CODE_DISABLE_AUTO_MEMORY: "" })).toBe(memoryOf(project()));
    for (const file of ["user", "shared", "local"] as const) {
      write(file, '{ "autoMemoryEnabled": false, "autoMemoryDirectory": "/srv/m" }');
      expect(await rootOf(project()), file).toBeNull();
      rmSync(join(top, files[file]));
    }
    write("user", '{ "autoMemoryEnabled": false }');
    write("local", '{ "autoMemoryEnabled": true }');
    expect(await rootOf(project())).toBe(memoryOf(project()));
  });
});
