import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { memoryRoot } from "./memory-root.ts";
import { removeFolder } from "../../../test/fixtures/remove-folder.ts";

let home = "";
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "handoff-openclaw-root-")));
});
afterEach(() => removeFolder(home));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
}
const at = (path: string): string => join(home, path);
const root = (cwd: string, env: Record<string, string> = {}): Promise<string | null> =>
  memoryRoot(at(cwd), { HOME: home, ...env });

describe("the workspace that a folder lies in", () => {
  it("is the default one without a configuration", async () => {
    expect(await root(".openclaw/workspace")).toBe(at(".openclaw/workspace"));
    expect(await root(".openclaw/workspace/notes/deep")).toBe(at(".openclaw/workspace"));
    expect(await root(".openclaw/workspace2")).toBeNull();
    expect(await root("projects/x")).toBeNull();
  });

  it("is told by a configuration in JSON5, comments, bare keys and all", async () => {
    write(".openclaw/openclaw.json", "{ agents: { defaults: { workspace: '~/life' /* mine */ , }, }, }");
    expect(await root("life/garden")).toBe(at("life"));
    expect(await root(".openclaw/workspace")).toBeNull();
  });

  it("is told by a file that the configuration includes", async () => {
    write(".openclaw/openclaw.json", '{ "agents": { "$include": "./agents.json5" } }');
    write(".openclaw/agents.json5", "{ defaults: { workspace: '~/life' } }");
    expect(await root("life")).toBe(at("life"));
  });

  it.each([
    ["entries", '{"agents":{"entries":{"home":{"default":true},"work":{"workspace":"~/work"},"lab":{}}}}'],
    [
      "list",
      '{"agents":{"list":[{"id":"home","default":true},{"id":"work","workspace":"~/work"},{"id":"lab"}]}}',
    ],
  ])("is that of one of several agents (%s)", async (_form, config) => {
    write(".openclaw/openclaw.json", config);
    expect(await root("work/src")).toBe(at("work"));
    expect(await root(".openclaw/workspace-lab")).toBe(at(".openclaw/workspace-lab"));
    expect(await root(".openclaw/workspace")).toBe(at(".openclaw/workspace"));
  });

  it("is, where none of a list is marked as default, the usual one for the first; a map has no first one", async () => {
    write(".openclaw/openclaw.json", '{"agents":{"list":[{"id":"home"},{"id":"work"}]}}');
    expect(await root(".openclaw/workspace")).toBe(at(".openclaw/workspace"));
    expect(await root(".openclaw/workspace-work")).toBe(at(".openclaw/workspace-work"));
    const entries = '"entries":{"main":{},"work":{}}';
    write(".openclaw/openclaw.json", `{"agents":{"ownership":"explicit",${entries}}}`);
    expect(await root(".openclaw/workspace")).toBeNull();
    expect(await root(".openclaw/workspace-main")).toBe(at(".openclaw/workspace-main"));
    write(".openclaw/openclaw.json", `{"agents":{"defaults":{"workspace":"~/w"},${entries}}}`);
    expect(await root("w/main/notes")).toBe(at("w/main"));
  });

  it("is told through a variable, as the client takes it", async () => {
    write(".openclaw/openclaw.json", '{"agents":{"defaults":{"workspace":"${LIFE}/now"}}}');
    expect(await root("life/now", { LIFE: at("life") })).toBe(at("life/now"));
  });

  it("is the innermost of nested ones", async () => {
    write(
      ".openclaw/openclaw.json",
      '{"agents":{"list":[{"id":"a","workspace":"~/w"},{"id":"b","workspace":"~/w/b"}]}}',
    );
    expect(await root("w/b/x")).toBe(at("w/b"));
    expect(await root("w/c")).toBe(at("w"));
  });

  it("follows the client's variables", async () => {
    expect(await root(".openclaw-lab/workspace", { OPENCLAW_PROFILE: "lab" })).toBe(
      at(".openclaw-lab/workspace"),
    );
    expect(await root("state/workspace", { OPENCLAW_STATE_DIR: at("state") })).toBe(at("state/workspace"));
    expect(await root("w", { OPENCLAW_WORKSPACE_DIR: at("w") })).toBe(at("w"));
    expect(await root("o/.openclaw/workspace", { OPENCLAW_HOME: at("o") })).toBe(at("o/.openclaw/workspace"));
    write("conf.json", '{"agents":{"defaults":{"workspace":"~/life"}}}');
    expect(await root("life", { OPENCLAW_CONFIG_PATH: at("conf.json") })).toBe(at("life"));
  });

  it("is what the event named, for that folder and below only", async () => {
    const env = { HANDOFF_OPENCLAW_WORKSPACE: at("ws") };
    expect(await root("ws/x", env)).toBe(at("ws"));
    expect(await root("elsewhere", env)).toBeNull();
  });

  it("is found through links, and where the handler told it in spite of a broken configuration", async () => {
    mkdirSync(at(".openclaw/workspace"), { recursive: true });
    symlinkSync(at(".openclaw/workspace"), at("link"));
    expect(await root("link")).toBe(at(".openclaw/workspace"));
    write(".openclaw/openclaw.json", "{ not json");
    await expect(root("link")).rejects.toMatchObject({ code: "settings-invalid" });
    const told = at(".openclaw/workspace");
    expect(await root("link", { HANDOFF_OPENCLAW_WORKSPACE: told })).toBe(told);
  });
});
