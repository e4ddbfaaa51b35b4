import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Session } from "../../session/session.ts";
import { openclaw } from "../openclaw/openclaw.ts";
import { pi } from "./pi.ts";
import { folderName } from "./sessions.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "handoff-pi-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const header = {
  type: "session",
  version: 3,
  id: "s-1",
  timestamp: "2026-08-01T10:00:00.000Z",
  cwd: "/repo",
};
const entry = (id: string, parentId: string | null, more: object): object => ({
  id,
  parentId,
  timestamp: "2026-08-01T10:00:01.000Z",
  ...more,
});
const message = (id: string, parentId: string | null, said: object): object =>
  entry(id, parentId, { type: "message", message: said });
const typed = (id: string, parentId: string | null, text = id): object =>
  message(id, parentId, { role: "user", content: [{ type: "text", text }] });
const jsonl = (records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join("");

let files = 0;
async function sessionOf(...records: object[]): Promise<Session> {
  files += 1;
  const path = join(folder, `t${files}.jsonl`);
  await writeFile(path, jsonl([header, ...records]));
  return (await pi.read({ path })).session;
}
const humanTexts = (session: Session): string[] =>
  session.entries.flatMap((one) => (one.kind === "human" ? [one.text] : []));

describe("the tree", () => {
  it("is read along the branch that the last record is on", async () => {
    const session = await sessionOf(
      typed("a", null),
      typed("b", "a"),
      typed("c", "b"),
      typed("d", "a"),
      typed("e", "d"),
    );
    expect(humanTexts(session)).toEqual(["a", "d", "e"]);
  });

  it("may begin anew", async () => {
    expect(humanTexts(await sessionOf(typed("a", null), typed("b", "a"), typed("c", null)))).toEqual(["c"]);
  });

  it("may go back to a branch it had left", async () => {
    const session = await sessionOf(typed("a", null), typed("b", "a"), typed("c", "a"), typed("d", "b"));
    expect(humanTexts(session)).toEqual(["a", "b", "d"]);
  });

  it("bridges a record that is damaged", async () => {
    expect(humanTexts(await sessionOf(typed("a", null), typed("c", "lost"), typed("d", "c")))).toEqual([
      "a",
      "c",
      "d",
    ]);
  });

  it("is read anew when a branch begins before the cursor", async () => {
    const path = join(folder, "branches.jsonl");
    const begun = [header, typed("a", null), typed("b", "a"), typed("c", "b")];
    await writeFile(path, jsonl(begun));
    const { cursor } = await pi.read({ path });
    await writeFile(path, jsonl([...begun, typed("d", "a")]));
    const { session } = await pi.read({ path, cursorOf: () => cursor });
    expect(humanTexts(session)).toEqual(["a", "d"]);
    expect(session.state.humanTurns).toBe(2);
  });

  it("is read on from a cursor when nothing branched", async () => {
    const path = join(folder, "on.jsonl");
    const begun = [header, typed("a", null), typed("b", "a")];
    await writeFile(path, jsonl(begun));
    const { cursor } = await pi.read({ path });
    await writeFile(path, jsonl([...begun, typed("c", "b")]));
    const { session } = await pi.read({ path, cursorOf: () => cursor });
    expect(humanTexts(session)).toEqual(["c"]);
    expect(session.state.humanTurns).toBe(3);
  });
});

describe("messages", () => {
  it.each([
    ["a plain text", "hello", "hello"],
    ["a file named on the command line", '<file name="a.md">\nsecret\n</file>\nread it', "@a.md read it"],
    [
      "a skill with arguments",
      '<skill name="ship" location="/s">\nall of it\n</skill>\n\nto staging',
      "/skill:ship to staging",
    ],
    ["a skill alone", '<skill name="ship" location="/s">\nall of it\n</skill>', "/skill:ship"],
  ])("%s", async (_name, text, expected) => {
    expect(humanTexts(await sessionOf(typed("a", null, text)))).toEqual([expected]);
  });

  it("what extensions put into the conversation is nobody's word", async () => {
    const session = await sessionOf(
      entry("a", null, { type: "custom_message", customType: "x", content: "injected" }),
      message("b", "a", { role: "custom", customType: "x", content: "injected" }),
      message("c", "b", { role: "hookMessage", customType: "x", content: "injected" }),
      message("d", "c", { role: "system", content: "instructions" }),
    );
    expect(session.entries).toEqual([]);
    expect(session.skipped.injected).toBe(3);
  });

  it("a command that the person ran fails as any other", async () => {
    const session = await sessionOf(
      message("a", null, {
        role: "bashExecution",
        command: "make",
        output: "Error: no",
        exitCode: 2,
        cancelled: false,
      }),
    );
    expect(session.state.failures).toMatchObject([{ command: "make", fixedBy: null }]);
  });

  it("an exit code stands behind the output", async () => {
    const session = await sessionOf(
      message("a", null, {
        role: "assistant",
        content: [{ type: "toolCall", id: "t", name: "bash", arguments: { command: "make" } }],
      }),
      message("b", "a", {
        role: "toolResult",
        toolCallId: "t",
        toolName: "bash",
        content: [{ type: "text", text: "make: *** no rule\n\n\nCommand exited with code 2" }],
        isError: true,
      }),
    );
    expect(session.entries.at(-1)).toMatchObject({ failed: true, exitCode: 2, text: "make: *** no rule" });
  });
});

describe("files", () => {
  const env = (): Record<string, string> => ({ PI_CODING_AGENT_DIR: join(folder, "agent") });
  async function sessionFile(cwd: string, id: string, at: number): Promise<string> {
    const place = join(folder, "agent/sessions", folderName(cwd));
    await mkdir(place, { recursive: true });
    const path = join(place, `2026-08-01T10-00-00-000Z_${id}.jsonl`);
    await writeFile(path, jsonl([{ ...header, id, cwd }, typed("a", null)]));
    await utimes(path, at, at);
    return path;
  }

  it("lie in a folder named after the working folder", () => {
    expect(folderName("/Users/ines/seed bank")).toBe("--Users-ines-seed bank--");
    expect(folderName("C:\\work\\x")).toBe("--C--work-x--");
  });

  it("are listed oldest write first and found by id, in another folder too", async () => {
    const two = await sessionFile(folder, "two", 2);
    const one = await sessionFile(folder, "one", 1);
    const other = await sessionFile("/elsewhere", "other", 3);
    const listed = await pi.listSessions({ folder: null, cwd: folder, env: env() });
    expect(listed.map(({ sessionId }) => sessionId)).toEqual(["one", "two"]);
    const find = (sessionId: string | null): Promise<string | null> =>
      pi.findTranscript({ sessionId, cwd: folder, env: env() });
    expect([await find(null), await find("one"), await find("other"), await find("../x")]).toEqual([
      two,
      one,
      other,
      null,
    ]);
    expect(await pi.describeSession({ sessionId: "other", path: other })).toEqual({
      sessionId: "other",
      cwd: "/elsewhere",
    });
  });

  it("may lie where the settings say", async () => {
    const agent = join(folder, "agent-2");
    const place = join(folder, "kept", folderName(folder));
    await Promise.all([agent, place].map((path) => mkdir(path, { recursive: true })));
    await writeFile(join(agent, "settings.json"), JSON.stringify({ sessionDir: join(folder, "kept") }));
    await writeFile(join(place, "x_s-9.jsonl"), jsonl([header]));
    const listed = await pi.listSessions({ folder: null, cwd: folder, env: { PI_CODING_AGENT_DIR: agent } });
    expect(listed.map(({ sessionId }) => sessionId)).toEqual(["s-9"]);
  });

  it("where OpenClaw keeps its own are not taken for Pi's, although they look the same", async () => {
    const place = join(folder, "state/agents/main/sessions");
    await mkdir(place, { recursive: true });
    const here = join(folder, "same.jsonl");
    for (const path of [join(place, "s.jsonl"), here]) await writeFile(path, jsonl([header]));
    expect(await pi.recognises(join(place, "s.jsonl"))).toBe(false);
    expect(await pi.recognises(here)).toBe(true);
    const put = join(folder, "s.jsonl.reset.2026-11-29T20-58-37.312Z");
    await writeFile(put, jsonl([header]));
    expect(await pi.recognises(put)).toBe(false);
  });

  it("that bear a mark of OpenClaw are its own, wherever a copy lies", async () => {
    const place = { id: "1", parentId: null, timestamp: "2026-08-01T10:00:00.000Z" };
    const said = (more: object) => ({
      ...place,
      type: "message",
      message: { role: "user", content: "x", ...more },
    });
    const marked: readonly object[] = [
      said({ __openclaw: { senderIsOwner: true } }),
      said({ idempotencyKey: "k" }),
      said({ role: "assistant", provider: "openclaw" }),
      { ...place, type: "model_change", provider: "openclaw", modelId: "m" },
      { ...place, type: "reset", reason: "new" },
    ];
    for (const [n, one] of marked.entries()) {
      const path = join(folder, `marked-${n}.jsonl`);
      await writeFile(path, jsonl([header, said({}), one]));
      expect([n, await pi.recognises(path), await openclaw.recognises(path)]).toEqual([n, false, true]);
    }
  });

  it("of other programs are not taken for Pi's", async () => {
    const foreign: readonly object[] = [
      { type: "user", sessionId: "s", message: { role: "user", content: "x" } },
      { type: "response_item", timestamp: "2026-08-01T10:00:00.000Z", payload: { type: "message" } },
    ];
    for (const [n, one] of foreign.entries()) {
      const path = join(folder, `foreign-${n}.jsonl`);
      await writeFile(path, jsonl([one]));
      expect(await pi.recognises(path)).toBe(false);
    }
  });
});
