import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { locationsOf } from "./locations.ts";
import { openclaw } from "./openclaw.ts";
import { type SessionStore, sessionStore } from "./session-store.ts";

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "handoff-openclaw-store-"));
  return () => rmSync(home, { recursive: true });
});

describe("the place of an agent's sessions", () => {
  const env = { HOME: "/h", DATA: "/data" };
  const store = (set: string | null, agents: object = {}, id = "main"): SessionStore =>
    sessionStore({ agents, ...(set === null ? {} : { session: { store: set } }) }, id, env, locationsOf(env));
  const two = { list: [{ id: "home" }, { id: "work" }] };

  it.each([
    [null, "/h/.openclaw/agents/main/sessions", "/h/.openclaw/agents/main/agent/openclaw-agent.sqlite"],
    [
      "~/agents/{agentId}/sessions/sessions.json",
      "/h/agents/main/sessions",
      "/h/agents/main/agent/openclaw-agent.sqlite",
    ],
    ["${DATA}/sessions.json", "/data", "/data/openclaw-agent.sqlite"],
    ["/x/{agentId}.json", "/x", "/x/main.sqlite"],
    ["/x/all.sqlite", "/x", "/x/all.sqlite"],
  ])("for session.store %s", (set, sessions, database) => {
    expect(store(set)).toMatchObject({ sessions, database, borrowed: false });
  });

  it("may be shared: then others than the default agent have a database of their own there", () => {
    expect(store("/x/sessions.json", two, "home")).toMatchObject({ database: "/x/openclaw-agent.sqlite" });
    expect(store("/x/sessions.json", two, "work")).toMatchObject({
      database: "/x/openclaw-agent.work.sqlite",
      borrowed: true,
    });
  });
});

/** Writes a session file of one turn. */
function session(path: string, id: string): string {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  const records = [
    { type: "session", version: 3, id, timestamp: "2026-11-29T20:58:27.172Z", cwd: "/srv/w" },
    { type: "message", id: `${id}-1`, parentId: null, message: { role: "user", content: "hello" } },
  ];
  writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  return file;
}
function write(path: string, value: object): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), JSON.stringify(value));
}
const place = (workspace: string) => ({ cwd: join(home, workspace), env: { HOME: home } });
const list = async (workspace: string): Promise<string[]> =>
  (await openclaw.listSessions({ folder: null, ...place(workspace) })).map(({ sessionId }) => sessionId);

describe("session files that lie elsewhere", () => {
  it("are found where session.store says", async () => {
    write(".openclaw/openclaw.json", { session: { store: "~/kept/{agentId}/index.json" } });
    const file = session("kept/main/a.jsonl", "a");
    write("kept/main/index.json", { "agent:main:main": { sessionId: "a" } });
    expect(await list(".openclaw/workspace")).toEqual(["a"]);
    expect(await openclaw.findTranscript({ sessionId: "a", ...place(".openclaw/workspace") })).toBe(file);
  });

  it("belong, of several agents in one folder, to the one that their key names, else to the default one", async () => {
    write(".openclaw/openclaw.json", {
      session: { store: "~/kept/sessions.json" },
      agents: { list: [{ id: "home" }, { id: "work" }] },
    });
    for (const id of ["h", "w", "old"]) session(`kept/${id}.jsonl`, id);
    write("kept/sessions.json", {
      "agent:home:main": { sessionId: "h" },
      "agent:work:main": { sessionId: "w" },
    });
    expect((await list(".openclaw/workspace")).toSorted()).toEqual(["h", "old"]);
    expect(await list(".openclaw/workspace-work")).toEqual(["w"]);
  });
});
