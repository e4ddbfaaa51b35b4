import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { folderKey, isFresh, readResume, sessionKey } from "../store/resume-cache.ts";
import { refreshResume } from "./refresh-resume.ts";

const folder = mkdtempSync(join(tmpdir(), "handoff-refresh-"));
afterAll(() => rmSync(folder, { recursive: true }));

let home = "";
let root = "";
let count = 0;
beforeEach(() => {
  count += 1;
  home = join(folder, `home-${count}`);
  root = join(folder, `memory-${count}`);
  mkdirSync(join(root, "memory"), { recursive: true });
  mkdirSync(home);
  const rules = Array.from({ length: 400 }, (_, n) => `- Never push to branch release-${n} by hand.`);
  writeFileSync(join(root, "memory/preferences.md"), `# Preferences\n\n${rules.join("\n")}\n`);
});

const refresh = (more: object = {}): Promise<boolean> =>
  refreshResume({
    home,
    root,
    preset: "openclaw",
    cwd: folder,
    host: "claude-code",
    sessionId: "s1",
    now: new Date("2026-11-24T12:00:00Z"),
    ...more,
  });
const here = () => readResume(home, folderKey(folder));

describe("what is kept for the next start", () => {
  it("keeps to the budget given, else to the config, and never passes 9,000 characters", async () => {
    await refresh({ budget: 500 });
    expect(here()?.text.length).toBeLessThanOrEqual(500);
    await refresh();
    expect(here()?.text.length).toBeGreaterThan(1_000);
    expect(here()?.text.length).toBeLessThanOrEqual(2_000);
    writeFileSync(join(home, "config.json"), JSON.stringify({ resumeChars: 20_000 }));
    await refresh();
    expect(here()?.text.length).toBeGreaterThan(5_000);
    expect(here()?.text.length).toBeLessThanOrEqual(9_000);
  });

  it("goes when recall is switched off", async () => {
    await refresh();
    expect(here()).not.toBeNull();
    writeFileSync(join(home, "config.json"), JSON.stringify({ recall: false }));
    await refresh();
    expect(here()).toBeNull();
    expect(readResume(home, sessionKey("claude-code", "s1"))).toBeNull();
  });

  it("is up to date until a file it tells of changes, or an index appears", async () => {
    await refresh();
    const record = here();
    expect(record !== null && isFresh(record)).toBe(true);
    writeFileSync(join(root, "MEMORY.md"), "# Memory\n");
    expect(record !== null && isFresh(record)).toBe(false);
    await refresh();
    const next = here();
    expect(next !== null && isFresh(next)).toBe(true);
    writeFileSync(join(root, "memory/preferences.md"), "# Preferences\n\n- Another rule.\n");
    expect(next !== null && isFresh(next)).toBe(false);
  });

  it("is kept empty for a memory that does not exist", async () => {
    await refresh({ root: join(folder, "nowhere") });
    expect(here()).toMatchObject({ text: "", sessionId: null });
  });
});
