import { chmod, mkdtemp, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HandoffError } from "../../errors.ts";
import type { Session } from "../../session/session.ts";
import { claudeCode } from "./claude-code.ts";

const FIXTURES = join(import.meta.dirname, "../../../test/fixtures/claude-code");
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "handoff-transcript-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let files = 0;
async function fileOf(content: string | Buffer): Promise<string> {
  files += 1;
  const path = join(folder, `t${files}.jsonl`);
  await writeFile(path, content);
  return path;
}

async function read(content: string | Buffer, sessionId?: string): Promise<Session> {
  const path = await fileOf(content);
  return (await claudeCode.read(sessionId === undefined ? { path } : { path, sessionId })).session;
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof HandoffError) return error.code;
    throw error;
  }
  return "none";
}

const typed = (text: string, more: object = {}): string =>
  JSON.stringify({
    type: "user",
    uuid: `u-${text}`,
    sessionId: "s1",
    timestamp: "2026-05-01T10:00:00.000Z",
    message: { role: "user", content: text },
    ...more,
  });
const texts = (session: Session): string[] =>
  session.entries.flatMap((entry) => ("text" in entry && entry.kind !== "tool-result" ? [entry.text] : []));

describe("a whole session", () => {
  it.each(["whole-session", "old-client"])(
    "%s becomes the entries that its expectation lists",
    async (name) => {
      const path = join(FIXTURES, name, "transcript.jsonl");
      const { session } = await claudeCode.read({ path });
      const expected: unknown = JSON.parse(await readFile(join(FIXTURES, name, "expected.json"), "utf8"));
      const { state: _state, ...seen } = session;
      expect(JSON.parse(JSON.stringify(seen))).toEqual(expected);
    },
  );
});

describe("what a person said", () => {
  const human: readonly [string, string, string[]][] = [
    ["a host's reminder inside is cut out", "do it<system-reminder>\nhost\n</system-reminder>", ["do it"]],
    ["a task notice is not theirs", "<task-notification>\n<task-id>1</task-id>\n</task-notification>", []],
    ["a teammate's message is not theirs", '<teammate-message teammate_id="a">go</teammate-message>', []],
    [
      "a client command is not for the agent",
      "<command-name>/compact</command-name>\n<command-args>focus</command-args>",
      [],
    ],
    [
      "a custom command is",
      "<command-message>ship</command-message>\n<command-name>/ship</command-name>\n<command-args>to staging</command-args>",
      ["/ship to staging"],
    ],
    ["an interrupt says nothing", "[Request interrupted by user for tool use]", []],
    ["command output is not theirs", "<local-command-stdout>ok</local-command-stdout>", []],
    ["a note to memory is", "<user-memory-input>use tabs</user-memory-input>", ["Remember: use tabs"]],
    [
      "an editor's selection is cut out",
      "<ide_selection>code</ide_selection>why is this slow?",
      ["why is this slow?"],
    ],
    ["tags they type themselves stay", "<div> does not close", ["<div> does not close"]],
  ];
  it.each(human)("%s", async (_name, text, expected) => {
    expect(texts(await read(`${typed(text)}\n`))).toEqual(expected);
  });

  it("a record of another origin is not theirs", async () => {
    expect(texts(await read(`${typed("buy now", { origin: { kind: "channel" } })}\n`))).toEqual([]);
  });

  it("a queued prompt that goes back into the input box was not said", async () => {
    const queue = (operation: string, content?: string): string =>
      JSON.stringify({ type: "queue-operation", operation, content, sessionId: "s1" });
    const lines = [typed("start"), queue("enqueue", "wait, stop"), queue("popAll", "wait, stop")];
    expect(texts(await read(`${lines.join("\n")}\n`))).toEqual(["start"]);
  });

  it("a prompt that still waits at the end was said, a waiting command of the client was not", async () => {
    const queue = (content: string): string =>
      JSON.stringify({ type: "queue-operation", operation: "enqueue", content, sessionId: "s1" });
    const lines = [typed("start"), queue("and the docs"), queue("/compact focus on tests"), queue("/model")];
    expect(texts(await read(`${lines.join("\n")}\n`))).toEqual(["start", "and the docs"]);
  });

  it("a queued prompt that becomes a turn of its own counts once", async () => {
    const queue = (operation: string, content?: string): string =>
      JSON.stringify({ type: "queue-operation", operation, content, sessionId: "s1" });
    const lines = [queue("enqueue", "and the tests"), queue("dequeue"), typed("and the tests")];
    const session = await read(`${lines.join("\n")}\n`);
    expect(session.entries.map(({ id }) => id)).toEqual(["u-and the tests"]);
  });
});

describe("a fork", () => {
  it("keeps the ids of the records it copied, under its own session id", async () => {
    const parent = await read(`${typed("one")}\n${typed("two")}\n`);
    const copied = [typed("one"), typed("two"), typed("three")].map((line) => line.replace('"s1"', '"fork"'));
    const fork = await read(`${copied.join("\n")}\n`);
    expect(fork.id).toBe("fork");
    expect(fork.entries.slice(0, 2)).toEqual(parent.entries);
    expect(fork.entries.length).toBe(3);
  });
});

describe("odd files", () => {
  it("counts a half last line and reads a whole one without its newline", async () => {
    const half = await read(`${typed("one")}\n${typed("two").slice(0, 40)}`);
    expect(texts(half)).toEqual(["one"]);
    expect(half.skipped.halfLastLine).toBe(40);
    const whole = await read(`${typed("one")}\n${typed("two")}`);
    expect(texts(whole)).toEqual(["one", "two"]);
    expect(whole.skipped.halfLastLine).toBe(0);
  });

  it("passes over bad lines, invalid UTF-8, NUL bytes and lone surrogates without losing the rest", async () => {
    const bad = Buffer.concat([
      Buffer.from(`${typed("one")}\nno json\n[1,2]\n`),
      Buffer.from([0xff, 0xfe, 0x0a]),
      Buffer.from([0, 0, 0]),
      Buffer.from(`${typed("two")}\n${typed("x").replace('"x"}', String.raw`"half \ud83d end\u0000"}`)}\n`),
    ]);
    const session = await read(bad);
    expect(texts(session)).toEqual(["one", "two", "half \ufffd end"]);
    expect(session.skipped.badLines).toBe(3);
  });

  it("counts records of unknown types and records seen before", async () => {
    const session = await read(`${typed("one")}\n${typed("one")}\n${typed("x", { type: "brand-new" })}\n`);
    expect(session.skipped).toMatchObject({ duplicates: 1, unknownTypes: 1 });
    expect(texts(session)).toEqual(["one"]);
  });

  it("reads the session that most records belong to, or the one asked for", async () => {
    const other = typed("other", { sessionId: "s2" });
    const content = `${other}\n${typed("one")}\n${typed("two")}\n`;
    const main = await read(content);
    expect([main.id, texts(main), main.skipped.otherSessions]).toEqual(["s1", ["one", "two"], 1]);
    expect(main.state.humanTurns).toBe(2);
    expect(texts(await read(content, "s2"))).toEqual(["other"]);
    expect(await codeOf(read(content, "s3"))).toBe("session-not-found");
  });

  it("gives a session without an id a name that stays when the file grows", async () => {
    const first = typed("one", { sessionId: undefined });
    const short = await read(`${first}\n`);
    const grown = await read(`${first}\n${typed("two", { sessionId: undefined })}\n`);
    expect(short.id).toMatch(/^content-[0-9a-f]{16}$/);
    expect(grown.id).toBe(short.id);
  });

  it("gives records without a time the newest one before them", async () => {
    const lines = [typed("a", { timestamp: undefined }), typed("b"), typed("c", { timestamp: "yesterday" })];
    const session = await read(`${lines.join("\n")}\n`);
    expect(session.entries.map(({ at }) => at)).toEqual([
      null,
      "2026-05-01T10:00:00.000Z",
      "2026-05-01T10:00:00.000Z",
    ]);
  });

  it("holds a message of 10 MB as its cap and masks what it keeps", async () => {
    const session = await read(`${typed("start", { message: { content: "word ".repeat(1_400_000) } })}\n`);
    expect(texts(session)[0]?.length).toBe(20_000);
    const secret = await read(
      `${typed(`key ghp_${"a1B2c3D4e5F6g7H8i9J0".repeat(2).slice(0, 36)} <private>x</private>`)}\n`,
    );
    expect(texts(secret)[0]).not.toContain("ghp_");
    expect(secret.skipped).toMatchObject({ secrets: 1, privateSpans: 1 });
  });
});

describe("what is no transcript", () => {
  it("says what it found, by code", async () => {
    await mkdir(join(folder, "dir"), { recursive: true });
    await symlink(join(folder, "loop"), join(folder, "loop"));
    const at = (name: string): Promise<string> => codeOf(claudeCode.read({ path: join(folder, name) }));
    expect(await at("absent.jsonl")).toBe("file-not-found");
    expect(await at("dir")).toBe("not-a-file");
    expect(await at("loop")).toBe("file-unreadable");
    expect(await codeOf(read(""))).toBe("transcript-unrecognised");
    expect(await codeOf(read("plain words\n"))).toBe("transcript-unrecognised");
    expect(await codeOf(read(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0x0a, 1, 2])))).toBe(
      "transcript-unrecognised",
    );
    expect(await codeOf(read(Buffer.from(`${typed("one")}\n`, "utf16le")))).toBe("transcript-unrecognised");
  });

  it.skipIf(process.getuid?.() === 0)("says that a file may not be read", async () => {
    const path = await fileOf(`${typed("one")}\n`);
    await chmod(path, 0);
    expect(await codeOf(claudeCode.read({ path }))).toBe("file-unreadable");
  });

  it("names the program that a foreign file looks like, never its text", async () => {
    const rollout = JSON.stringify({
      timestamp: "2026-05-01",
      type: "session_meta",
      payload: { id: "x", note: "inner" },
    });
    const path = await fileOf(`${rollout}\n`);
    await expect(claudeCode.read({ path })).rejects.toThrow(/looks like a Codex rollout/);
    await expect(claudeCode.read({ path })).rejects.not.toThrow(/inner/);
    expect(await claudeCode.recognises(path)).toBe(false);
  });

  it("recognises its own behind bad lines", async () => {
    expect(await claudeCode.recognises(await fileOf(`broken\n\n${typed("one")}\n`))).toBe(true);
    expect(await claudeCode.recognises(join(FIXTURES, "old-client", "transcript.jsonl"))).toBe(true);
  });
});
