import { mkdirSync, mkdtempSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openclaw } from "./openclaw.ts";
import { removeFolder } from "../../../test/fixtures/remove-folder.ts";

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "handoff-openclaw-files-"));
});
afterEach(() => removeFolder(home));

const SESSIONS = ".openclaw/agents/main/sessions";
const ask = (text: string, id: string, parentId: string | null = null): object => ({
  type: "message",
  id,
  parentId,
  timestamp: "2026-11-29T20:58:27.448Z",
  message: { role: "user", content: text, __openclaw: { senderIsOwner: true } },
});

let clock = 1_790_000_000;
/** Writes a session file, each later than the one before. */
function write(name: string, headerId: string, ...records: object[]): string {
  const path = join(home, SESSIONS, name);
  mkdirSync(dirname(path), { recursive: true });
  const header = {
    type: "session",
    version: 3,
    id: headerId,
    timestamp: "2026-11-29T20:58:27.172Z",
    cwd: "/srv/w",
  };
  writeFileSync(path, [header, ...records].map((record) => `${JSON.stringify(record)}\n`).join(""));
  clock += 60;
  utimesSync(path, clock, clock);
  return path;
}
function keys(entries: Record<string, object>): void {
  mkdirSync(join(home, SESSIONS), { recursive: true });
  writeFileSync(join(home, SESSIONS, "sessions.json"), JSON.stringify(entries));
}
const place = () => ({ cwd: join(home, ".openclaw/workspace"), env: { HOME: home } });
const find = (sessionId: string | null) => openclaw.findTranscript({ sessionId, ...place() });
const list = async () =>
  (await openclaw.listSessions({ folder: null, ...place() })).map(({ sessionId }) => sessionId);

describe("a session file", () => {
  it("is found by its id: live, else what a reset or a deletion made of it", async () => {
    const reset = write("a.jsonl.reset.2026-11-29T20-58-37.312Z", "a", ask("one", "1"));
    expect(await find("a")).toBe(reset);
    const live = write("b.jsonl", "b", ask("one", "1"));
    write("b.jsonl.reset.2026-11-29T20-58-37.312Z", "b", ask("one", "1"));
    expect(await find("b")).toBe(live);
    write("c.jsonl.deleted.2026-11-29T20-58-37.312Z", "c", ask("one", "1"));
    const newest = write("c.jsonl.deleted.2026-11-29T21-58-37.312Z", "c", ask("one", "1"));
    expect(await find("c")).toBe(newest);
    const topic = write("d-topic-7.jsonl", "d", ask("one", "1"));
    expect(await find("d")).toBe(topic);
  });

  it("is never another session's, nor a trajectory, a checkpoint or a lock", async () => {
    write("other.jsonl", "other", ask("one", "1"));
    write("a.jsonl", "somebody else", ask("one", "1"));
    write("a.trajectory.jsonl", "a", ask("one", "1"));
    write("a.checkpoint.1.jsonl", "a", ask("one", "1"));
    write("a.jsonl.lock", "a");
    expect(await find("a")).toBeNull();
    expect(await find("../a")).toBeNull();
    expect(await list()).toEqual(["other", "a"]);
  });

  it("is refused where its header names another session than asked for", async () => {
    const path = write("a.jsonl", "b", ask("one", "1"));
    await expect(openclaw.read({ path, sessionId: "a" })).rejects.toMatchObject({
      code: "session-not-found",
    });
    expect((await openclaw.read({ path })).session.id).toBe("b");
  });

  it("that holds something else is no transcript of this host", async () => {
    const path = join(home, "notes.jsonl");
    writeFileSync(path, '{"type":"user","sessionId":"x","message":{}}\n');
    expect(await openclaw.recognises(path)).toBe(false);
    await expect(openclaw.read({ path })).rejects.toMatchObject({ code: "transcript-unrecognised" });
  });

  it("is read with what a person said and where the agent worked", async () => {
    const wrapped =
      '[Sun 2026-11-29 20:58 UTC] Sender (untrusted metadata):\n```json\n{"label":"x"}\n```\n\nship it';
    const path = write("a.jsonl", "a", ask(wrapped, "1"), ask("/status", "2", "1"), ask("now", "3", "2"));
    expect(await openclaw.recognises(path)).toBe(true);
    const { session, cursor } = await openclaw.read({ path, sessionId: "a" });
    expect(session.entries.map((entry) => "text" in entry && entry.text)).toEqual(["ship it", "now"]);
    expect([session.id, session.cwd, session.skipped.injected]).toEqual(["a", "/srv/w", 1]);
    const again = await openclaw.read({ path, sessionId: "a", cursorOf: () => cursor });
    expect(again.session.entries).toEqual([]);
    expect(again.session.boundary).toEqual(session.boundary);
  });
});

describe("the list of sessions", () => {
  it("leaves out what is not the owner's, and what a person deleted", async () => {
    for (const id of ["m", "g", "c", "s"]) write(`${id}.jsonl`, id, ask("one", "1"));
    write("old.jsonl.reset.2026-11-29T20-58-37.312Z", "old", ask("one", "1"));
    write("gone.jsonl.deleted.2026-11-29T20-58-37.312Z", "gone", ask("one", "1"));
    keys({
      "agent:main:main": { sessionId: "m", usageFamilySessionIds: ["old"] },
      "agent:main:telegram:group:-1": { sessionId: "g" },
      "agent:main:cron:job": { sessionId: "c" },
      "agent:main:subagent:x": { sessionId: "s" },
    });
    expect(await list()).toEqual(["m", "old"]);
  });

  it("holds a session without a key only where no group could have been it", async () => {
    write("old.jsonl.reset.2026-11-29T20-58-37.312Z", "old", ask("one", "1"));
    keys({ "agent:main:main": { sessionId: "m" } });
    expect(await list()).toEqual(["old"]);
    keys({ "agent:main:main": { sessionId: "m" }, "agent:main:discord:channel:9": { sessionId: "g" } });
    expect(await list()).toEqual([]);
  });

  it("gives the newest where no id is named", async () => {
    write("a.jsonl", "a", ask("one", "1"));
    const newest = write("b.jsonl", "b", ask("one", "1"));
    expect(await find(null)).toBe(newest);
  });

  it("is empty outside of a workspace", async () => {
    write("a.jsonl", "a", ask("one", "1"));
    expect(await openclaw.listSessions({ folder: null, cwd: home, env: { HOME: home } })).toEqual([]);
  });
});
