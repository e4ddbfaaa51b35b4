import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HandoffError } from "../../errors.ts";
import { Cursor } from "../../session/cursor.ts";
import type { ReadRequest } from "../host.ts";
import {
  afterNew,
  answers,
  asks,
  resets,
  type SessionDraft,
  timeOf,
  works,
  writeDatabase,
} from "./database.fixture.ts";
import { openclaw } from "./openclaw.ts";
import { removeFolder } from "../../../test/fixtures/remove-folder.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "handoff-openclaw-"));
});
afterAll(() => removeFolder(folder));

let made = 0;
function database(...sessions: SessionDraft[]) {
  made += 1;
  const path = join(folder, `${made}/openclaw-agent.sqlite`);
  return { path, ...writeDatabase(path, sessions) };
}
const main = (...records: SessionDraft["records"]): SessionDraft => ({
  id: "s1",
  key: "agent:main:main",
  records,
});
const read = (path: string, more: Partial<ReadRequest> = {}) =>
  openclaw.read({ path, sessionId: "s1", ...more });
const stored = (cursor: Cursor): Cursor => Cursor.parse(JSON.parse(JSON.stringify(cursor)));
const texts = (session: Awaited<ReturnType<typeof read>>["session"]): string[] =>
  session.entries.map((entry) =>
    entry.kind === "tool-call" ? `${entry.tool} ${entry.files.join()}` : entry.text,
  );

const first = [asks("ship the parser on Friday"), answers("Noted: Friday.")];
const second = [asks("now the lexer"), answers("The lexer is next.")];

describe("windows of one session", () => {
  it("are sessions of their own: neither task nor entries mix", async () => {
    const { path, close } = database(main(...first, resets("r1"), ...afterNew(), ...second));
    close();
    const last = await read(path);
    expect(last.session.id).toBe("s1~r1");
    expect(texts(last.session)).toEqual(["now the lexer", "The lexer is next."]);
    const before = await read(path, { until: timeOf(3) });
    expect(before.session.id).toBe("s1");
    expect(texts(before.session)).toEqual(["ship the parser on Friday", "Noted: Friday."]);
    expect(before.session.cwd).toBe("/srv/work");
    expect(last.session.cwd).toBe("/srv/work");
  });

  it("end at the same entry whether the reset is written yet or not", async () => {
    const { path, append, close } = database(main(...first));
    const beforeReset = await read(path, { until: timeOf(3) });
    append("s1", [resets("r1")]);
    const afterReset = await read(path, { until: timeOf(3) });
    append("s1", [...afterNew(), ...second]);
    const later = await read(path, { until: timeOf(3) });
    close();
    expect(beforeReset.session.boundary?.entryId).toBe("s1-2");
    expect(afterReset.session.boundary).toEqual(beforeReset.session.boundary);
    expect(later.session.boundary).toEqual(beforeReset.session.boundary);
    expect(later.cursor.end).toBe(beforeReset.cursor.end);
  });

  it("in which nobody spoke are passed over", async () => {
    const heartbeat = asks("[OpenClaw heartbeat poll]", {
      provenance: { kind: "internal_system", sourceTool: "heartbeat" },
    });
    const { path, close } = database(
      main(...first, resets("r1"), ...afterNew(), resets("r2", "idle"), heartbeat, answers("NO_REPLY")),
    );
    close();
    expect((await read(path)).session.id).toBe("s1");
    const named = await read(path, { sessionId: "s1~r2" });
    expect(named.session.entries).toEqual([]);
    expect(named.session.skipped.injected).toBe(2);
  });

  it("go on with a cursor each: one more turn costs only its rows", async () => {
    const { path, append, close } = database(main(...first, resets("r1"), ...afterNew(), ...second));
    const before = await read(path);
    append("s1", [asks("and then the printer"), answers("Then the printer.")]);
    const asked: (string | null)[] = [];
    const after = await read(path, {
      cursorOf: (id) => {
        asked.push(id);
        return stored(before.cursor);
      },
    });
    const whole = await read(path);
    close();
    expect(asked).toEqual(["s1~r1"]);
    // What was open when the first read stopped is told again, settled.
    expect(texts(after.session)).toEqual(["The lexer is next.", "and then the printer", "Then the printer."]);
    expect(after.session.state).toEqual(whole.session.state);
    expect({ ...after.cursor, capturedEnd: 0 }).toEqual({ ...whole.cursor, capturedEnd: 0 });
  });

  it("do not take the cursor of another window, nor of records that were written anew", async () => {
    const { path, append, exec, close } = database(main(...first));
    const { cursor } = await read(path);
    append("s1", [resets("r1"), ...second]);
    const other = await read(path, { cursorOf: () => stored(cursor) });
    exec("INSERT INTO transcript_rewrite_watermarks VALUES ('s1', 'anew')");
    const anew = await read(path, { until: timeOf(3), cursorOf: () => stored(cursor) });
    close();
    expect(texts(other.session)).toEqual(["now the lexer", "The lexer is next."]);
    expect(texts(anew.session)).toEqual(["ship the parser on Friday", "Noted: Friday."]);
  });
});

describe("rows", () => {
  it("that are packed are read like others", async () => {
    const long = `Keep this in mind: ${"the parser takes UTF-8 only. ".repeat(200)}`;
    const { path, close } = database(main(asks(long), answers("Understood.")));
    close();
    const { session } = await read(path);
    expect(texts(session)[0]).toBe(long.trim());
    expect(session.state.humanTurns).toBe(1);
  });

  it("that hold no record are counted, and what follows is read", async () => {
    const { path, exec, close } = database(main(...first, "{ not json", null, "[1]", ...second));
    exec("UPDATE transcript_events SET event_zstd = x'00ff' WHERE event_json IS NULL");
    close();
    const { session } = await read(path);
    expect(session.skipped.badLines).toBe(3);
    expect(session.state.humanTurns).toBe(2);
  });

  it("on a branch that was left are no part of the session", async () => {
    const { path, append, close } = database(
      main(
        { ...asks("try the old way"), id: "a" },
        { ...answers("Tried: it fails."), id: "b" },
        { ...asks("try the new way"), id: "c", parentId: null },
        { ...answers("Works."), id: "d" },
      ),
    );
    const whole = await read(path);
    append("s1", [{ ...asks("go on from there"), id: "e", parentId: "c" }]);
    const switched = await read(path, { cursorOf: () => stored(whole.cursor) });
    close();
    expect(whole.session.entries.map(({ id }) => id)).toEqual(["c", "d"]);
    expect(whole.session.skipped.sidechain).toBe(2);
    expect(switched.session.entries.map(({ id }) => id)).toEqual(["c", "e"]);
    expect(switched.session.state.humanTurns).toBe(2);
  });

  it("whose parents form a circle end the way there", async () => {
    const { path, close } = database(
      main(
        { ...asks("one"), id: "a", parentId: "b" },
        { ...answers("two"), id: "b", parentId: "a" },
        { ...asks("three"), id: "a" },
      ),
    );
    close();
    const { session } = await read(path);
    expect(session.entries.map(({ id }) => id)).toEqual(["a", "b"]);
    expect(session.skipped.duplicates).toBe(1);
  });

  it("of a heartbeat move no boundary, however often it comes", async () => {
    const poll = asks("[OpenClaw heartbeat poll]", {
      provenance: { kind: "internal_system", sourceTool: "heartbeat" },
    });
    const { path, append, close } = database(main(...first));
    const before = await read(path);
    append("s1", [poll]);
    const asked = await read(path, { cursorOf: () => stored(before.cursor) });
    append("s1", [...works("read", { path: "HEARTBEAT.md" }, "nothing"), answers("HEARTBEAT_OK")]);
    const answered = await read(path, { cursorOf: () => stored(asked.cursor) });
    append("s1", second);
    const later = await read(path, { cursorOf: () => stored(answered.cursor) });
    close();
    expect(asked.session.boundary).toEqual(before.session.boundary);
    expect(answered.session.boundary).toEqual(before.session.boundary);
    expect(texts(later.session)).toEqual(["now the lexer", "The lexer is next."]);
    expect(later.session.state.files).toEqual([]);
  });
});

describe("an agent's database", () => {
  it("without a session named gives the owner's newest, never a group's", async () => {
    const group = { id: "g1", key: "agent:main:telegram:group:-100", records: [...first, ...second] };
    const { path, close } = database(main(...first), group);
    close();
    const { session } = await openclaw.read({ path });
    expect(session.id).toBe("s1");
    expect(await openclaw.recognises(path)).toBe(true);
  });

  it.each([1, 2, 3])("reads the same in steps of %i rows", async (step) => {
    const records = [
      ...first,
      ...works("exec", { command: "make test" }, "2 failed\nCommand exited with code 2"),
      ...works(
        "apply_patch",
        { input: "*** Begin Patch\n*** Update File: src/a.ts\n*** End Patch" },
        "Success.",
      ),
      {
        type: "compaction",
        summary: "The parser is being shipped.",
        firstKeptEntryId: "s1-1",
        tokensBefore: 10,
      },
      ...second,
      { type: "custom", customType: "model-snapshot", data: {} },
      asks("/status"),
      answers("All well.", { openclawStatusNotice: true }),
      asks("rename it to lexer2"),
    ];
    const { path, append, close } = database(main());
    let cursor: Cursor | null = null;
    let last = await read(path);
    for (let at = 0; at < records.length; at += step) {
      append("s1", records.slice(at, at + step));
      last = await read(path, { cursorOf: () => cursor });
      cursor = stored(last.cursor);
    }
    const once = await read(path);
    close();
    expect(last.session.state).toEqual(once.session.state);
    expect(last.session.boundary).toEqual(once.session.boundary);
    expect(last.cursor).toEqual(once.cursor);
    expect(once.session.entries.map(({ kind }) => kind)).toEqual([
      "human",
      "assistant",
      "tool-call",
      "tool-result",
      "tool-call",
      "tool-result",
      "compaction",
      "human",
      "assistant",
      "human",
    ]);
    expect(once.session.entries[3]).toMatchObject({ failed: true, exitCode: 2 });
    expect(once.session.entries[4]).toMatchObject({ files: ["src/a.ts"], action: "edit" });
  });

  it("is read while its host writes, and stays byte for byte", async () => {
    const { path, append, exec, close } = database(main(...first));
    exec("BEGIN IMMEDIATE");
    append("s1", second);
    expect((await read(path)).session.state.humanTurns).toBe(1);
    exec("COMMIT");
    expect((await read(path)).session.state.humanTurns).toBe(2);
    close();
    const before = readFileSync(path);
    await read(path);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it("says that a session is archived, and which it does not know", async () => {
    const { path, exec, close } = database(main(...first));
    exec("INSERT INTO session_transcript_cold_archives VALUES ('cold')");
    close();
    const code = (sessionId: string): Promise<string> =>
      openclaw.read({ path, sessionId }).then(
        () => "read",
        (error: unknown) => (error instanceof HandoffError ? error.code : String(error)),
      );
    expect(await code("cold")).toBe("transcript-archived");
    expect(await code("nobody")).toBe("session-not-found");
    expect(await code("s1~nobody")).toBe("session-not-found");
  });

  it("takes the begin of an id as logs show it, unless two sessions begin so", async () => {
    const named = (id: string): SessionDraft => ({ ...main(...first), id });
    const { path, close } = database(named("cd3c527f-e5af"), named("f1c52a5b-1111"), named("f1c52a5b-2222"));
    close();
    expect((await read(path, { sessionId: "cd3c527f" })).session.id).toBe("cd3c527f-e5af");
    await expect(read(path, { sessionId: "f1c52a5b" })).rejects.toMatchObject({ code: "session-not-found" });
    await expect(read(path, { sessionId: "cd3c527" })).rejects.toMatchObject({ code: "session-not-found" });
  });

  it("without the tables of sessions is none", async () => {
    const { path, exec, close } = database();
    exec("DROP TABLE transcript_events");
    close();
    expect(await openclaw.recognises(path)).toBe(false);
    await expect(read(path)).rejects.toMatchObject({ code: "transcript-unrecognised" });
  });

  it("of another schema is read as long as its columns fit", async () => {
    const { path, exec, close } = database(main(...first, resets("r1"), ...second));
    exec(`PRAGMA user_version = 99; DROP TABLE transcript_event_identities; DROP TABLE transcript_rewrite_watermarks;
      ALTER TABLE transcript_events DROP COLUMN event_zstd; DROP TABLE session_windows`);
    close();
    expect((await read(path)).session.id).toBe("s1~r1");
    expect((await openclaw.read({ path })).session.id).toBe("s1~r1");
  });
});
