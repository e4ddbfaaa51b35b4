import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { capture, type CaptureRequest } from "../../capture/capture.ts";
import { backfill } from "../../capture/backfill.ts";
import { earlierWindows } from "../../capture/earlier-windows.ts";
import { catchUp } from "../../capture/catch-up.ts";
import { afterNew, answers, asks, resets, timeOf, writeDatabase } from "./database.fixture.ts";
import { openclaw } from "./openclaw.ts";
import { removeFolder } from "../../../test/fixtures/remove-folder.ts";

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "handoff-openclaw-list-"));
  mkdirSync(join(home, ".openclaw/workspace"), { recursive: true });
});
afterEach(() => removeFolder(home));

const databaseOf = (agent: string): string =>
  join(home, `.openclaw/agents/${agent}/agent/openclaw-agent.sqlite`);
const place = () => ({
  cwd: join(home, ".openclaw/workspace"),
  env: { HOME: home, HANDOFF_HOME: join(home, "state") },
});
const list = async () => {
  const sessions = await openclaw.listSessions({ folder: null, ...place() });
  return sessions.map(({ sessionId, size }) => `${sessionId} ${size}`);
};
const request = (over: Partial<CaptureRequest>): CaptureRequest => ({
  host: "openclaw",
  transcript: databaseOf("main"),
  sessionId: "s1",
  memory: null,
  provider: null,
  dryRun: false,
  now: new Date("2026-11-30T08:00:00Z"),
  ...place(),
  ...over,
});

const first = [asks("We decided to ship the parser on Friday."), answers("Noted.")];
const second = [asks("We decided to call it lexer2."), answers("Renamed.")];
const main = {
  id: "s1",
  key: "agent:main:main",
  records: [...first, resets("r1"), ...afterNew(), ...second],
};

it("lists the owner's windows of every agent of the workspace, oldest first", async () => {
  writeDatabase(databaseOf("main"), [
    main,
    { id: "g1", key: "agent:main:telegram:group:-1", records: first },
    { id: "c1", key: "agent:main:cron:job", records: first },
  ]).close();
  writeDatabase(databaseOf("work"), [{ id: "w1", key: "agent:work:main", records: first }]).close();
  expect(await list()).toEqual(["s1 3", "s1~r1 8"]);
  const config =
    '{"agents":{"entries":{"main":{"default":true},"work":{"workspace":"~/.openclaw/workspace"}}}}';
  writeFileSync(join(home, ".openclaw/openclaw.json"), config);
  expect(await list()).toEqual(["s1 3", "w1 3", "s1~r1 8"]);
});

it("leaves out a session that the host marks as a group's or an agent's, whatever its key", async () => {
  const names = ["a", "b", "c"];
  const drafts = names.map((id) => ({ id, key: `agent:main:dashboard:${id}`, records: first }));
  const { exec, close } = writeDatabase(databaseOf("main"), drafts);
  exec("UPDATE session_windows SET chat_type = 'group' WHERE session_id = 'a'");
  exec(
    "UPDATE session_windows SET spawned_by = 'agent:main:main', chat_type = 'direct' WHERE session_id = 'b'",
  );
  close();
  expect(await list()).toEqual(["c 3"]);
});

it("finds a window by its id in any agent's database, and counts a file of the same session as a copy", async () => {
  writeDatabase(databaseOf("main"), [main]).close();
  const files = join(home, ".openclaw/agents/main/sessions");
  mkdirSync(files);
  const header = '{"type":"session","version":3,"id":"s1","cwd":"/w"}\n';
  writeFileSync(join(files, "s1.jsonl"), header);
  writeFileSync(join(files, "s0.jsonl"), header.replace("s1", "s0"));
  const find = (sessionId: string) => openclaw.findTranscript({ sessionId, cwd: home, env: { HOME: home } });
  expect(await find("s1~r1")).toBe(databaseOf("main"));
  expect(await find("s0")).toBe(join(files, "s0.jsonl"));
  expect(await find("nobody")).toBeNull();
  expect((await list()).filter((line) => line.startsWith("s1 "))).toEqual(["s1 3"]);
});

it("captures a window once, whoever asks and however late", async () => {
  const { append, close } = writeDatabase(databaseOf("main"), [{ ...main, records: first }]);
  const atReset = timeOf(3);
  const before = await capture(request({ until: atReset }));
  append("s1", [resets("r1"), ...afterNew()]);
  const after = await capture(request({ until: atReset }));
  append("s1", second);
  const late = await capture(request({ until: atReset }));
  const next = await capture(request({ until: timeOf(60) }));
  close();
  expect([before, after, late, next].map(({ outcome }) => outcome)).toEqual([
    "applied",
    "unchanged",
    "unchanged",
    "applied",
  ]);
  expect(before.handoff?.boundary.sessionId).toBe("s1");
  expect(next.handoff?.boundary.sessionId).toBe("s1~r1");
  expect(JSON.stringify(next.handoff)).not.toContain("Friday");
});

it("catches up with the windows that no event told of, each with the time that finds it again", async () => {
  writeDatabase(databaseOf("main"), [main]).close();
  await capture(request({ until: timeOf(60) }));
  const missed = await catchUp({
    ...place(),
    home: join(home, "state"),
    host: "openclaw",
    transcriptFolder: null,
    currentSessionId: null,
    installedAt: timeOf(0),
    now: new Date("2026-11-30T08:00:00Z"),
  });
  expect(missed).toEqual([
    { sessionId: "s1", transcript: databaseOf("main"), cwd: place().cwd, endedAt: timeOf(2) },
  ]);
  const [window] = missed;
  const caught = await capture(request({ until: window?.endedAt ?? null }));
  expect([caught.outcome, caught.handoff?.boundary.sessionId]).toEqual(["applied", "s1"]);
});

it("tells how many earlier windows a capture left, until they are captured", async () => {
  writeDatabase(databaseOf("main"), [main]).close();
  const result = await capture(request({}));
  expect(result.session).toEqual({ host: "openclaw", id: "s1~r1", transcript: databaseOf("main") });
  const where = { ...place(), memory: null };
  expect(await earlierWindows(result, where)).toBe(1);
  expect(await earlierWindows(result, { ...where, cwd: home })).toBe(0);
  await backfill({
    host: openclaw,
    since: null,
    memory: null,
    provider: null,
    isKeptOut: () => false,
    ...place(),
  });
  expect(await earlierWindows(result, where)).toBe(0);
});

it("back-fills every window once", async () => {
  writeDatabase(databaseOf("main"), [main]).close();
  const all = {
    host: openclaw,
    since: null,
    memory: null,
    provider: null,
    isKeptOut: () => false,
    ...place(),
  };
  expect(await backfill(all)).toMatchObject({ captured: 2, unchanged: 0, empty: 0 });
  expect(await backfill(all)).toMatchObject({ captured: 0, unchanged: 2, empty: 0 });
});
