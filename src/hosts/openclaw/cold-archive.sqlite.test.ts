import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { removeFolder } from "../../../test/fixtures/remove-folder.ts";
import { backfill } from "../../capture/backfill.ts";
import { HandoffError } from "../../errors.ts";
import type { ReadResult } from "../host.ts";
import { afterNew, answers, asks, resets, works, writeDatabase } from "./database.fixture.ts";
import { openclaw } from "./openclaw.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "handoff-cold-"));
  path = join(folder, "state/agents/main/agent/openclaw-agent.sqlite");
});
afterEach(() => removeFolder(folder));

/** Two windows, with a record that is stored packed. */
const RECORDS = [
  asks("add a parser for dates"),
  ...works("exec", { command: "npm test" }, "ok ".repeat(800)),
  answers("The parser is there."),
  resets("r1"),
  ...afterNew(),
  asks("rename it to lexer"),
  answers("It is called lexer now."),
];
const written = (): ReturnType<typeof writeDatabase> =>
  writeDatabase(path, [
    { id: "s1", key: "agent:main:main", records: RECORDS },
    { id: "s2", key: "agent:main:notes", records: [asks("note this")] },
  ]);
const read = (sessionId: string): Promise<ReadResult> => openclaw.read({ path, sessionId });
const outcome = (sessionId: string): Promise<unknown> =>
  read(sessionId).catch((error: unknown) => (error instanceof HandoffError ? error.code : error));

describe("a session that the client put away into a file", () => {
  it.each([false, true])(
    "is read as it was, window by window (embedded in the database: %s)",
    async (embedded) => {
      const { putAway, exec, close } = written();
      exec("INSERT INTO transcript_rewrite_watermarks VALUES ('s1', 'g1')");
      const before = [await read("s1"), await read("s1~r1")];
      const file = putAway("s1", embedded);
      expect(existsSync(file)).toBe(!embedded);
      expect([await read("s1"), await read("s1~r1")]).toEqual(before);
      expect((await read("s2")).session.state.humanTurns).toBe(1);
      close();
    },
  );

  it("stays there, byte for byte, and so does the database", async () => {
    const { putAway, close } = written();
    const file = putAway("s1");
    close();
    const before = [readFileSync(file), readFileSync(path)];
    await read("s1");
    expect([readFileSync(file), readFileSync(path)]).toEqual(before);
  });

  it("is found by its id, also where nothing else is left in the database", async () => {
    const { putAway, exec, close } = written();
    putAway("s1");
    exec("DELETE FROM transcript_events");
    close();
    expect(await openclaw.recognises(path)).toBe(true);
    const env = { HOME: folder, OPENCLAW_STATE_DIR: join(folder, "state") };
    const find = (sessionId: string): Promise<string | null> =>
      openclaw.findTranscript({ sessionId, cwd: folder, env });
    expect([await find("s1"), await find("s1~r1")]).toEqual([path, path]);
  });

  it("is said to be archived where its file is gone or another", async () => {
    const { putAway, close } = written();
    const file = putAway("s1");
    close();
    writeFileSync(file, readFileSync(file).subarray(1));
    expect(await outcome("s1")).toBe("transcript-archived");
    rmSync(file);
    expect(await outcome("s1")).toBe("transcript-archived");
  });

  it("is said to be archived where the file holds less than the database says, or another session", async () => {
    const { putAway, exec, close } = written();
    putAway("s1");
    exec("UPDATE session_transcript_cold_archives SET event_count = event_count + 1");
    expect(await outcome("s1")).toBe("transcript-archived");
    exec("UPDATE session_transcript_cold_archives SET event_count = event_count - 1, session_id = 's3'");
    expect(await outcome("s3")).toBe("transcript-archived");
    close();
  });
});

it("what the client put away is listed for those who ask for it, and back-filled window by window", async () => {
  const place = { cwd: join(folder, "state/workspace"), env: { HOME: folder, OPENCLAW_STATE_DIR: join(folder, "state"), HANDOFF_HOME: join(folder, "handoff") } }; // prettier-ignore
  mkdirSync(place.cwd, { recursive: true });
  const { putAway, close } = written();
  putAway("s1");
  close();
  const list = async (more: object): Promise<string[]> => {
    const listed = await openclaw.listSessions({ folder: null, ...place, ...more });
    return listed.map(({ sessionId }) => sessionId).toSorted();
  };
  expect(await list({})).toEqual(["s2"]);
  expect(await list({ putAway: true })).toEqual(["s1", "s1~r1", "s2"]);
  const all = { host: openclaw, since: null, memory: null, provider: null, isKeptOut: () => false, ...place };
  expect(await backfill(all)).toMatchObject({ found: 3, captured: 3, failed: 0 });
  expect(await backfill(all)).toMatchObject({ captured: 0, unchanged: 3 });
});
