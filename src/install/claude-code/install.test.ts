import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { HandoffError } from "../../errors.ts";
import { installRecords } from "../../store/installed.ts";
import type { InstallRequest } from "../installer.ts";
import { WIRED_FILES } from "./entries.ts";
import { applyPlanned } from "../apply.ts";
import { planInstall } from "./install.ts";
import { settingsTexts } from "./settings.fixture.ts";
import { planUninstall } from "./uninstall.ts";

let folder = "";
let home = "";
let user = "";
let project = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "handoff-install-"));
  home = join(folder, "state");
  user = join(folder, "home/.claude/settings.json");
  project = join(folder, "project");
  mkdirSync(join(folder, "home"));
  mkdirSync(join(project, ".git"), { recursive: true });
  makeBundle("bundle", "one");
});

/** A bundle that is all names and no program. */
function makeBundle(name: string, content: string): string {
  const bundle = join(folder, name);
  for (const file of ["cli.js", "worker.js", "chunks/a.js", ...WIRED_FILES]) {
    mkdirSync(join(bundle, file, ".."), { recursive: true });
    writeFileSync(join(bundle, file), `${file} ${content}`);
  }
  return bundle;
}

const requestFor = (more: Partial<InstallRequest> = {}): InstallRequest => ({
  home,
  cwd: project,
  env: { HOME: join(folder, "home"), PATH: "" },
  scope: "user",
  bundle: join(folder, "bundle"),
  version: "1.0.0",
  execPath: process.execPath,
  ...more,
});
const install = (more: Partial<InstallRequest> = {}) => planInstall(requestFor(more)).apply();
const uninstall = (scope: "user" | "project" | null = null) =>
  planUninstall({ ...requestFor(), scope, all: false }).apply();

function writeUser(text: string | Uint8Array): void {
  mkdirSync(join(user, ".."), { recursive: true });
  writeFileSync(user, text);
}

const settings = (path = user) => JSON.parse(readFileSync(path, "utf8"));
const codeOf = async (run: () => unknown): Promise<string> => {
  try {
    await run();
  } catch (error) {
    if (error instanceof HandoffError) return error.code;
    throw error;
  }
  return "none";
};

/** Everything below the person's home folder: paths, modes, bytes. */
function homeFolder(): string[] {
  return readdirSync(join(folder, "home"), { recursive: true, encoding: "utf8" })
    .toSorted()
    .map((name) => {
      const path = join(folder, "home", name);
      const stat = lstatSync(path);
      const content = stat.isFile() ? readFileSync(path, "latin1") : "";
      return `${name} ${stat.mode.toString(8)} ${content}`;
    });
}

describe("an installation", () => {
  it("copies the bundle, and wires its hooks with absolute paths and limits in seconds", async () => {
    writeUser('{\n  "model": "opus"\n}\n');
    const changed = await install();
    const bundle = join(home, "bin/1.0.0");
    expect(changed).toEqual([
      { file: bundle, how: "copied" },
      { file: user, how: "edited" },
    ]);
    expect(settings()).toMatchObject({
      model: "opus",
      hooks: {
        SessionEnd: [
          {
            hooks: [
              { command: process.execPath, args: [`${bundle}/hooks/claude-code/session-end.js`], timeout: 5 },
            ],
          },
        ],
        PostToolUse: [{ matcher: "Write|Edit|MultiEdit" }],
      },
    });
    for (const { hooks } of Object.values(settings().hooks).flat() as { hooks: { args: string[] }[] }[]) {
      expect(existsSync(hooks[0]?.args[0] ?? "")).toBe(true);
    }
    expect(JSON.parse(readFileSync(join(bundle, "package.json"), "utf8"))).toMatchObject({ type: "module" });
  });

  it("shows what it would do and writes nothing before it is applied", () => {
    writeUser('{\n  "apiKey": "sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH"\n}\n');
    const before = homeFolder();
    const planned = planInstall(requestFor());
    expect(planned.diff).toContain("+");
    expect(planned.diff).toContain("session-end.js");
    expect(planned.diff).not.toContain("abcdefghijklmnop");
    expect(planned.changes.map(({ how }) => how)).toEqual(["copied", "edited"]);
    expect(homeFolder()).toEqual(before);
    expect(existsSync(home)).toBe(false);
  });

  it("changes nothing the second time", async () => {
    await install();
    const before = homeFolder();
    const record = readFileSync(
      join(home, "installed", readdirSync(join(home, "installed"))[0] ?? ""),
      "utf8",
    );
    utimesSync(user, 1, 1);
    expect(await install()).toEqual([]);
    expect(homeFolder()).toEqual(before);
    expect(statSync(user).mtimeMs).toBe(1000);
    expect(readFileSync(join(home, "installed", readdirSync(join(home, "installed"))[0] ?? ""), "utf8")).toBe(
      record,
    );
  });

  it("goes into the settings of the project that the folder lies in", async () => {
    const below = join(project, "packages/a");
    mkdirSync(below, { recursive: true });
    const changed = await install({ scope: "project", cwd: below });
    expect(changed.map(({ file }) => file)).toContain(join(project, ".claude/settings.json"));
    expect(existsSync(user)).toBe(false);
    expect(await codeOf(() => install({ scope: "project", cwd: join(folder, "home") }))).toBe("usage");
  });

  it("follows CLAUDE_CONFIG_DIR", async () => {
    const elsewhere = join(folder, "elsewhere");
    await install({ env: { HOME: join(folder, "home"), CLAUDE_CONFIG_DIR: elsewhere } });
    expect(existsSync(join(elsewhere, "settings.json"))).toBe(true);
    expect(existsSync(user)).toBe(false);
  });

  it("follows a link to the settings and keeps it, with mode and owner of the file", async () => {
    const dotfiles = join(folder, "dotfiles");
    mkdirSync(dotfiles);
    mkdirSync(join(user, ".."), { recursive: true });
    writeFileSync(join(dotfiles, "claude.json"), "{}\n");
    chmodSync(join(dotfiles, "claude.json"), 0o640);
    symlinkSync("../../dotfiles/claude.json", user);
    await install();
    expect(readlinkSync(user)).toBe("../../dotfiles/claude.json");
    expect(settings(join(dotfiles, "claude.json"))).toHaveProperty("hooks.SessionEnd");
    expect(statSync(join(dotfiles, "claude.json")).mode & 0o777).toBe(0o640);
    await uninstall();
    expect(readlinkSync(user)).toBe("../../dotfiles/claude.json");
    expect(readFileSync(user, "utf8")).toBe("{}\n");
    expect(statSync(user).mode & 0o777).toBe(0o640);
  });

  it("of two at once finds the other's work, and uninstall then gives the bytes back", async () => {
    writeUser('{ "model": "opus" }\n');
    const [one, other] = [planInstall(requestFor()), planInstall(requestFor())];
    await one.apply();
    await applyPlanned(other, () => planInstall(requestFor()));
    expect(planInstall(requestFor()).changes).toEqual([]);
    await uninstall();
    expect(readFileSync(user, "utf8")).toBe('{ "model": "opus" }\n');
  });

  it("is taken out of this project only, and the others are named, unless all are meant", async () => {
    const there = join(folder, "other");
    mkdirSync(join(there, ".git"), { recursive: true });
    await install({ scope: "project" });
    await install({ scope: "project", cwd: there });
    const file = join(there, ".claude/settings.json");
    const here = planUninstall({ ...requestFor(), scope: null, all: false });
    expect(here.notes.join("\n")).toContain(`Also wired in ${file}: run it there, or with --all.`);
    await here.apply();
    expect(existsSync(file)).toBe(true);
    await planUninstall({ ...requestFor(), scope: null, all: true }).apply();
    expect(existsSync(file)).toBe(false);
  });

  it("is named by an uninstall with another state folder, which leaves it", async () => {
    await install();
    const { changes, notes } = planUninstall({
      ...requestFor({ home: join(folder, "elsewhere") }),
      scope: null,
      all: true,
    });
    expect(changes).toEqual([]);
    expect(notes.join("\n")).toContain(`Hooks here use the state folder ${home}`);
  });

  it("says when the plugin is on too", () => {
    writeUser('{ "enabledPlugins": { "session-handoff@market": true } }');
    expect(planInstall(requestFor()).notes.join("\n")).toContain("plugin");
    const uninstalled = planUninstall({ ...requestFor(), scope: null, all: false });
    expect(uninstalled.notes.join("\n")).toContain("claude plugin uninstall session-handoff");
  });

  it("says when hooks will not run", () => {
    writeUser('{ "disableAllHooks": true }');
    expect(planInstall(requestFor()).notes.join("\n")).toContain("disableAllHooks");
    writeUser('{\n  "model": "opus", // mine\n}');
    expect(planInstall(requestFor()).notes.join("\n")).toContain(
      `${user}:2:20: a comment or a trailing comma`,
    );
    writeUser("\uFEFF{}");
    expect(planInstall(requestFor()).notes.join("\n")).not.toContain("will not run");
  });
});

describe("settings that cannot be edited", () => {
  const cases: Record<string, { make: () => void; code: string }> = {
    "broken JSON": { make: () => writeUser('{ "a": '), code: "settings-invalid" },
    "a link that leads nowhere": {
      make: () => {
        mkdirSync(join(user, ".."), { recursive: true });
        symlinkSync("missing.json", user);
      },
      code: "settings-unwritable",
    },
    "a folder": { make: () => mkdirSync(user, { recursive: true }), code: "settings-unwritable" },
    "a read-only file": {
      make: () => {
        writeUser("{}");
        chmodSync(user, 0o444);
      },
      code: "settings-unwritable",
    },
    "a file in the place of the folder": {
      make: () => writeFileSync(join(user, ".."), "x"),
      code: "settings-unwritable",
    },
  };

  it.each(Object.entries(cases))("are refused and left alone: %s", async (_name, { make, code }) => {
    make();
    const before = homeFolder();
    expect(await codeOf(() => install())).toBe(code);
    expect(homeFolder()).toEqual(before);
  });

  it("are left alone when they change while they are looked at", async () => {
    writeUser("{}");
    const planned = planInstall(requestFor());
    writeUser('{ "model": "opus" }');
    expect(await codeOf(planned.apply)).toBe("settings-unwritable");
    expect(installRecords(home, "claude-code")).toEqual([]);
    expect(readFileSync(user, "utf8")).toBe('{ "model": "opus" }');
    await install();
    await uninstall();
    expect(readFileSync(user, "utf8")).toBe('{ "model": "opus" }');
  });

  it("are refused without a built bundle, by the name of what is missing", async () => {
    rmSync(join(folder, "bundle/hooks"), { recursive: true });
    expect(await codeOf(() => install())).toBe("bundle-missing");
    expect(existsSync(user)).toBe(false);
  });
});

describe("uninstall", () => {
  it("gives every settings file its bytes back", async () => {
    await fc.assert(
      fc.asyncProperty(settingsTexts, fc.constantFrom(0o600, 0o644), async (text, mode) => {
        rmSync(join(folder, "home"), { recursive: true });
        writeUser(text);
        chmodSync(user, mode);
        const before = homeFolder();
        await install();
        expect(homeFolder()).not.toEqual(before);
        await install({ version: "1.1.0", bundle: makeBundle("newer", "two") });
        await uninstall();
        expect(homeFolder()).toEqual(before);
        expect(existsSync(join(home, "bin"))).toBe(false);
      }),
      { numRuns: 20 },
    );
  });

  it("removes the file and the folder that were not there", async () => {
    await install();
    expect(await uninstall()).toContainEqual({ file: user, how: "removed" });
    expect(homeFolder()).toEqual([]);
    expect(readdirSync(join(home, "installed"))).toEqual([]);
  });

  it("keeps the folder that it made when somebody put something into it", async () => {
    await install();
    writeFileSync(join(user, "../CLAUDE.md"), "mine");
    await uninstall();
    expect(readdirSync(join(user, ".."))).toEqual(["CLAUDE.md"]);
  });

  it("takes out its own hooks only when somebody edited the file", async () => {
    writeUser('{\n  "hooks": {\n    "Stop": []\n  }\n}\n');
    await install();
    const edited = readFileSync(user, "utf8").replace("{\n", '{\n  // mine\n  "model": "opus",\n');
    writeUser(edited);
    expect(await uninstall()).toContainEqual({ file: user, how: "edited" });
    expect(readFileSync(user, "utf8")).toBe(
      '{\n  // mine\n  "model": "opus",\n  "hooks": {\n    "Stop": []\n  }\n}\n',
    );
  });

  it("keeps what was edited between two installations", async () => {
    writeUser("{}\n");
    await install();
    writeUser(readFileSync(user, "utf8").replace("{\n", '{\n  "model": "opus",\n'));
    await install({ version: "1.1.0" });
    await uninstall();
    expect(settings()).toEqual({ model: "opus" });
  });

  it("finds its hooks without the record", async () => {
    writeUser('{\n  "model": "opus"\n}\n');
    await install();
    rmSync(join(home, "installed"), { recursive: true });
    await uninstall();
    expect(readFileSync(user, "utf8")).toBe('{\n  "model": "opus"\n}\n');
    expect(existsSync(join(home, "bin"))).toBe(false);
  });

  it("falls back to taking its hooks out when the copy of the original was damaged", async () => {
    writeUser('{\n  "model": "opus"\n}\n');
    await install();
    const copy = readdirSync(join(home, "installed")).find((name) => name.endsWith(".original"));
    writeFileSync(join(home, "installed", copy ?? ""), "{}");
    await uninstall();
    expect(readFileSync(user, "utf8")).toBe('{\n  "model": "opus"\n}\n');
  });

  it("does nothing the second time, and nothing where nothing was installed", async () => {
    writeUser('{ "model": "opus" }');
    expect(await uninstall()).toEqual([]);
    await install();
    await uninstall();
    const before = homeFolder();
    expect(await uninstall()).toEqual([]);
    expect(homeFolder()).toEqual(before);
  });

  it("does not take a link for the file that it made", async () => {
    await install();
    renameSync(user, join(folder, "moved.json"));
    symlinkSync(join(folder, "moved.json"), user);
    await uninstall();
    expect(readlinkSync(user)).toBe(join(folder, "moved.json"));
    expect(settings()).toEqual({});
  });

  it("goes to every place it was installed in; with a scope to that one, and keeps the bundle for the other", async () => {
    await install();
    await install({ scope: "project" });
    await uninstall("project");
    expect(existsSync(join(project, ".claude"))).toBe(false);
    expect(existsSync(join(home, "bin/1.0.0/cli.js"))).toBe(true);
    await install({ scope: "project" });
    await uninstall();
    expect(existsSync(join(project, ".claude"))).toBe(false);
    expect(homeFolder()).toEqual([]);
    expect(existsSync(join(home, "bin"))).toBe(false);
  });

  it("leaves everything else in the state folder", async () => {
    await install();
    writeFileSync(join(home, "config.json"), "{}");
    await uninstall();
    expect(readdirSync(home).toSorted()).toEqual(["config.json", "installed"]);
  });
});

describe("the record", () => {
  it("keeps the time of the first installation", async () => {
    await install();
    const [first] = installRecords(home, "claude-code");
    await install({ version: "1.1.0", bundle: makeBundle("newer", "two") });
    expect(installRecords(home, "claude-code")).toMatchObject([
      { at: first?.at, bundle: join(home, "bin/1.1.0"), before: null, file: user },
    ]);
  });
});

describe("the bundle", () => {
  const argOf = (): string => settings().hooks.Stop[0].hooks[0].args[0];

  it("of another build of the same version lies beside the one that hooks may be running", async () => {
    await install();
    await install({ bundle: makeBundle("other", "two") });
    expect(readFileSync(join(home, "bin/1.0.0/cli.js"), "utf8")).toBe("cli.js one");
    expect(argOf()).toMatch(/bin\/1\.0\.0-[0-9a-f]{8}\/hooks/);
    expect(readFileSync(argOf(), "utf8")).toBe("hooks/claude-code/stop.js two");
    expect(await install({ bundle: join(folder, "other") })).toEqual([]);
  });

  it("is copied anew when the copy was damaged", async () => {
    await install({ bundle: makeBundle("other", "two") });
    await install();
    rmSync(argOf());
    await install();
    expect(readFileSync(argOf(), "utf8")).toBe("hooks/claude-code/stop.js one");
  });

  it("leaves no part of itself behind, and older ones go beyond the newest three", async () => {
    for (const version of ["1.0.1", "1.0.2", "1.0.3", "1.0.4", "1.0.5", "1.0.6"]) {
      await install({ version });
      utimesSync(
        join(home, "bin", version),
        new Date(),
        new Date(Date.now() - 1_000_000 + Number(version.at(-1)) * 1000),
      );
    }
    await install({ version: "1.0.7" });
    expect(readdirSync(join(home, "bin")).toSorted()).toEqual(["1.0.4", "1.0.5", "1.0.6", "1.0.7"]);
  });
});
