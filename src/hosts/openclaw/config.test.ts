import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { locateMemory } from "../../capture/locate-memory.ts";
import { locateTranscript } from "../../capture/locate-transcript.ts";
import { assertReadableConfig, readConfigValues } from "./config.ts";
import { locationsOf } from "./locations.ts";
import { openclaw } from "./openclaw.ts";

let home = "";
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "handoff-openclaw-config-")));
  return () => rmSync(home, { recursive: true });
});

function write(path: string, text: string): string {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}
const config = (text: string): string => write(".openclaw/openclaw.json", text);
const env = (more: Record<string, string> = {}): Record<string, string> => ({ HOME: home, ...more });
const check = (more?: Record<string, string>): void => assertReadableConfig(locationsOf(env(more)));

describe("a configuration that can be read", () => {
  it.each([
    ["is missing", null],
    ["is empty", ""],
    ["includes nothing", "{ gateway: {} } // mine"],
  ])("%s", (_what, text) => {
    if (text !== null) config(text);
    expect(() => check()).not.toThrow();
  });

  it("includes files beside it, and where OPENCLAW_INCLUDE_ROOTS allows it", () => {
    config('{ a: { $include: "./a.json5" }, b: { $include: ["../shared/b.json5"] } }');
    write(".openclaw/a.json5", "1");
    write("shared/b.json5", "{ c: 2 }");
    expect(() => check()).toThrow(/shared\/b\.json5, which it includes, to lie in /);
    const more = { OPENCLAW_INCLUDE_ROOTS: `/nowhere:${join(home, "shared")}` };
    expect(() => check(more)).not.toThrow();
    expect(readConfigValues(locationsOf(env(more)))).toEqual({ a: 1, b: { c: 2 } });
  });
});

describe("a configuration that cannot be read", () => {
  it.each([
    [
      "{ agents: { $include: './gone.json5' } }",
      /openclaw\.json: .*gone\.json5, which it includes, to be there/,
    ],
    [
      "{ agents: { $include: './folder' } }",
      /folder, which it includes, to be a file that can be read \(EISDIR\)/,
    ],
    ["{ agents: { $include: './bad.json5' } }", /bad\.json5:2: .*expected valid JSON5/],
    ["{ agents: { $include: './openclaw.json' } }", /circle of included files/],
    ["{ agents: {", /openclaw\.json:1: .*expected valid JSON5/],
  ])("%s", (text, said) => {
    config(text);
    write(".openclaw/bad.json5", "{\n  secret words: 1 }");
    mkdirSync(join(home, ".openclaw/folder"));
    expect(() => check()).toThrow(said);
    expect(() => check()).not.toThrow(/secret/);
  });

  it("leads to no guess where its sessions and memory are", async () => {
    config("{ agents: { $include: './gone.json5' } }");
    const cwd = join(home, ".openclaw/workspace");
    mkdirSync(cwd);
    const request = { folder: null, cwd, env: env() };
    await expect(openclaw.listSessions(request)).rejects.toMatchObject({ code: "settings-invalid" });
    await expect(openclaw.memoryRoot(cwd, env())).rejects.toMatchObject({ code: "settings-invalid" });
    const told = env({ HANDOFF_OPENCLAW_WORKSPACE: cwd });
    expect(await openclaw.memoryRoot(cwd, told)).toBe(cwd);
  });

  it("keeps no other host from being found", async () => {
    config("{");
    const cwd = join(home, "project");
    mkdirSync(cwd);
    const query = { explicit: null, cwd, env: env(), home: join(home, "state"), host: null };
    expect(await locateMemory(query)).toBeNull();
    const request = { host: "auto", transcript: null, sessionId: null, until: null, memory: null } as const;
    const newest = (): Promise<unknown> =>
      locateTranscript({ ...request, cwd, env: env(), now: new Date(), provider: null, dryRun: true });
    await expect(newest()).rejects.toMatchObject({ code: "settings-invalid" });
    const slug = cwd.replaceAll(/[^a-zA-Z0-9]/g, "-");
    const path = write(`.claude/projects/${slug}/6b2c3d4e-0000-4000-8000-000000000000.jsonl`, "{}\n");
    expect(await newest()).toMatchObject({ path });
  });
});
