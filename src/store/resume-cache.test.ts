import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { PrecomputedResume } from "./precomputed.ts";
import {
  ABSENT,
  folderKey,
  isFresh,
  pruneResumes,
  readResume,
  removeResume,
  sessionKey,
  writeResume,
} from "./resume-cache.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "handoff-resume-cache-")));
afterAll(() => rmSync(folder, { recursive: true }));

const recordOf = (sources: PrecomputedResume["sources"]): PrecomputedResume => ({
  version: 1,
  root: "/memory",
  sessionId: "s1",
  text: "<session-handoff>\nTask: x\n</session-handoff>",
  at: "2026-11-24T12:00:00.000Z",
  sources,
});

describe("keys", () => {
  it("are one for all worktrees of a repository, and another one outside", () => {
    const main = join(folder, "main");
    mkdirSync(join(main, "sub"), { recursive: true });
    const git = (...args: string[]): unknown =>
      execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.org", ...args], {
        cwd: main,
        stdio: "ignore",
      });
    git("init", "-q");
    git("commit", "-q", "--allow-empty", "-m", "x");
    git("worktree", "add", "-q", join(folder, "other"));
    const key = folderKey(main);
    expect(folderKey(join(main, "sub"))).toBe(key);
    expect(folderKey(join(folder, "other"))).toBe(key);
    expect(folderKey(folder)).not.toBe(key);
  });

  it("tell sessions of two hosts apart", () => {
    expect(sessionKey("claude-code", "s1")).not.toBe(sessionKey("codex", "s1"));
    expect(sessionKey("claude-code", "s1")).toMatch(/^[0-9a-f]{32}$/u);
  });
});

describe("a kept record", () => {
  const home = join(folder, "home");
  const key = sessionKey("claude-code", "s1");

  it("is read as it was written, and gone when it was taken out", () => {
    const record = recordOf([]);
    expect(writeResume(home, key, record)).toBe(true);
    expect(readResume(home, key)).toEqual(record);
    removeResume(home, key);
    expect(readResume(home, key)).toBeNull();
  });

  it("is none when it is broken or of another version", () => {
    mkdirSync(join(home, "resume"), { recursive: true });
    for (const text of ["{", "[]", JSON.stringify({ ...recordOf([]), version: 2 })]) {
      writeFileSync(join(home, "resume", `${key}.json`), text);
      expect(readResume(home, key)).toBeNull();
    }
  });

  it("is not kept where the state folder cannot be written", () => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    expect(writeResume(join(file, "home"), key, recordOf([]))).toBe(false);
  });

  it("is out of date when a source changed, went, or came", () => {
    const path = join(folder, "MEMORY.md");
    const at = new Date("2026-11-24T10:00:00Z");
    const put = (text: string, time: Date): void => {
      writeFileSync(path, text);
      utimesSync(path, time, time);
    };
    put("# Memory\n", at);
    const record = recordOf([{ path, size: 9, mtimeMs: at.getTime() }]);
    expect(isFresh(record)).toBe(true);
    put("# memory\n", new Date(at.getTime() + 1));
    expect(isFresh(record)).toBe(false);
    put("# Memory!\n", at);
    expect(isFresh(record)).toBe(false);
    rmSync(path);
    expect(isFresh(record)).toBe(false);
    const without = recordOf([{ path, ...ABSENT }]);
    expect(isFresh(without)).toBe(true);
    put("", at);
    expect(isFresh(without)).toBe(false);
  });

  it("goes after 60 days without a write; other files stay", () => {
    const old = new Date("2026-09-01T00:00:00Z");
    const file = (name: string): string => join(home, "resume", name);
    writeResume(home, key, recordOf([]));
    const other = sessionKey("claude-code", "s2");
    writeResume(home, other, recordOf([]));
    writeFileSync(file("notes.json"), "{}");
    for (const name of [`${other}.json`, "notes.json"]) utimesSync(file(name), old, old);
    expect(pruneResumes(home, new Date())).toBe(1);
    expect(readResume(home, key)).not.toBeNull();
    expect(readResume(home, other)).toBeNull();
    expect(pruneResumes(join(folder, "nowhere"), new Date())).toBe(0);
  });
});
