import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { initialFold } from "../session/fold.ts";
import { Cursor } from "../session/cursor.ts";
import { cursorKey, readCursor, writeCursor } from "./cursors.ts";
import { resolveMemoryRoot } from "./memory-root.ts";
import { isTrustedRoot, recordTrust, trustedRootFor } from "./trust.ts";
import { removeFolder } from "../../test/fixtures/remove-folder.ts";

let base: string;
let home: string;
let project: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "handoff-home-")));
  home = join(base, "state/session-handoff");
  project = join(base, "project");
  mkdirSync(join(project, "src"), { recursive: true });
});
afterEach(() => removeFolder(base));

const cursor = Cursor.parse({
  version: 1,
  host: "claude-code",
  sessionId: "s",
  head: { bytes: 1, hash: "h" },
  offset: 5,
  lastEntryId: null,
  lastAt: null,
  cwd: null,
  gitBranch: null,
  title: null,
  clientVersion: null,
  startedAt: null,
  pendingCalls: {},
  state: initialFold(),
});

describe("cursors", () => {
  it("come back as kept, apart for each memory and session, for the owner only", () => {
    const key = cursorKey(project, "claude-code", "s");
    expect(readCursor(home, key)).toBeNull();
    expect(writeCursor(home, key, cursor)).toBe(true);
    expect(readCursor(home, key)).toEqual(cursor);
    expect(readCursor(home, cursorKey(project, "claude-code", "t"))).toBeNull();
    expect(readCursor(home, cursorKey(base, "claude-code", "s"))).toBeNull();
    expect(statSync(home).mode & 0o777).toBe(0o700);
    expect(statSync(join(home, "cursors", `${key}.json`)).mode & 0o777).toBe(0o600);
  });

  it("are the same for a memory reached through a symlink", () => {
    symlinkSync(project, join(base, "link"));
    expect(cursorKey(join(base, "link"), "codex", "s")).toBe(cursorKey(project, "codex", "s"));
  });

  it("are dropped when damaged, and no failure when they cannot be kept", () => {
    const key = cursorKey(project, "claude-code", "s");
    writeCursor(home, key, cursor);
    writeFileSync(join(home, "cursors", `${key}.json`), '{"version":1');
    expect(readCursor(home, key)).toBeNull();
    writeFileSync(join(base, "file"), "");
    expect(writeCursor(join(base, "file"), key, cursor)).toBe(false);
  });
});

describe("the trust table", () => {
  it("knows a repository in all its folders and worktrees", () => {
    mkdirSync(join(project, ".git/worktrees/w"), { recursive: true });
    writeFileSync(join(project, ".git/worktrees/w/commondir"), "../..\n");
    const worktree = join(base, "elsewhere/w");
    mkdirSync(join(worktree, "deep"), { recursive: true });
    writeFileSync(join(worktree, ".git"), `gitdir: ${join(project, ".git/worktrees/w")}\n`);
    recordTrust(home, join(project, "src"), join(base, "memory"));
    expect(trustedRootFor(home, project)).toBe(join(base, "memory"));
    expect(trustedRootFor(home, join(worktree, "deep"))).toBe(join(base, "memory"));
    expect(trustedRootFor(home, base)).toBeNull();
    expect(isTrustedRoot(home, join(base, "memory"))).toBe(true);
    expect(isTrustedRoot(home, project)).toBe(false);
  });

  it("knows a folder outside git and those below it, and a repository in it by itself", () => {
    recordTrust(home, project, join(project, "memory"));
    expect(trustedRootFor(home, join(project, "src"))).toBe(join(project, "memory"));
    expect(trustedRootFor(home, base)).toBeNull();
    mkdirSync(join(project, "src/.git"));
    expect(trustedRootFor(home, join(project, "src"))).toBeNull();
  });

  it("takes the last record, and survives a damaged one", () => {
    recordTrust(home, project, join(base, "one"));
    recordTrust(home, project, join(base, "two"));
    expect(trustedRootFor(home, project)).toBe(join(base, "two"));
    const [name = ""] = readdirSync(join(home, "trust"));
    writeFileSync(join(home, "trust", name), "{");
    expect(trustedRootFor(home, project)).toBeNull();
  });

  it("says when the state folder cannot be written", () => {
    writeFileSync(join(base, "file"), "");
    expect(() => recordTrust(join(base, "file"), project, base)).toThrow(
      expect.objectContaining({ code: "home-unwritable" }),
    );
  });
});

describe("resolveMemoryRoot", () => {
  const resolve = (given: Partial<Parameters<typeof resolveMemoryRoot>[0]>) =>
    resolveMemoryRoot({ explicit: null, cwd: join(project, "src"), env: {}, home, hostRoot: null, ...given });

  it("takes the first rule that applies", () => {
    const hostRoot = join(base, "host");
    expect(resolve({})).toBeNull();
    expect(resolve({ hostRoot })).toBe(hostRoot);
    // Trusted from another folder: found upward, not by identity.
    writeFileSync(join(project, "MANIFEST.md"), "");
    expect(resolve({ hostRoot })).toBe(hostRoot);
    const other = join(base, "other");
    mkdirSync(other);
    recordTrust(home, other, project);
    expect(resolve({ hostRoot })).toBe(project);
    recordTrust(home, project, join(base, "trusted"));
    expect(resolve({ hostRoot })).toBe(join(base, "trusted"));
    const env = { HANDOFF_MEMORY: "env" };
    expect(resolve({ hostRoot, env })).toBe(join(project, "src/env"));
    expect(resolve({ hostRoot, env, explicit: "../named" })).toBe(join(project, "named"));
    expect(resolve({ hostRoot, env: { HANDOFF_MEMORY: "" }, explicit: "" })).toBe(join(base, "trusted"));
  });
});
