import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Cursor } from "../../session/cursor.ts";
import type { Entry } from "../../session/entry.ts";
import { claudeCode } from "./claude-code.ts";

const FIXTURES = join(import.meta.dirname, "../../../test/fixtures/claude-code");
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "handoff-cursor-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** As it comes back from disk. */
const stored = (cursor: Cursor): Cursor => Cursor.parse(JSON.parse(JSON.stringify(cursor)));
const settled = (entries: readonly Entry[]): Entry[] => entries.filter(({ id }) => !id.startsWith("queued:"));

/** Entries of two reads: what the second one tells again replaces what the first one said. */
function joined(first: readonly Entry[], second: readonly Entry[]): Entry[] {
  const again = new Set(second.map(({ id }) => id));
  return [...first.filter(({ id }) => !again.has(id)), ...second];
}

describe("reading in two parts", () => {
  it.each(["whole-session", "old-client"])("equals reading %s at once, wherever it is cut", async (name) => {
    const content = await readFile(join(FIXTURES, name, "transcript.jsonl"));
    const path = join(folder, `${name}.jsonl`);
    await writeFile(path, content);
    const once = await claudeCode.read({ path });
    const cuts = [...content.entries()].flatMap(([at, byte]) => (byte === 10 ? [at + 1] : []));
    for (const cut of [...cuts, ...cuts.map((at) => at - 20)]) {
      await writeFile(path, content.subarray(0, cut));
      const first = await claudeCode.read({ path }).catch(() => null);
      if (first === null) continue;
      await writeFile(path, content);
      const second = await claudeCode.read({ path, cursorOf: () => stored(first.cursor) });
      expect(second.session.state, `cut at ${cut}`).toEqual(once.session.state);
      expect({ ...second.cursor, head: null }, `cut at ${cut}`).toEqual({ ...once.cursor, head: null });
      expect(second.session.boundary).toEqual(once.session.boundary);
      const both = joined(first.session.entries, second.session.entries);
      expect(settled(both), `cut at ${cut}`).toEqual(settled(once.session.entries));
    }
    expect(cuts.length).toBeGreaterThan(5);
  });

  it.each([1, 3, 7])("equals reading at once when it is read on every %i records", async (step) => {
    const content = await readFile(join(FIXTURES, "whole-session", "transcript.jsonl"));
    const path = join(folder, `steps-${step}.jsonl`);
    await writeFile(path, content);
    const { session: once } = await claudeCode.read({ path });
    const ends = [...content.entries()].flatMap(([at, byte]) => (byte === 10 ? [at + 1] : []));
    const cuts = [...ends.filter((_, at) => at % step === 0), content.length];
    let cursor: Cursor | null = null;
    let last = once;
    for (const cut of cuts) {
      await writeFile(path, content.subarray(0, cut));
      const read = await claudeCode.read({ path, cursorOf: () => cursor }).catch(() => null);
      if (read === null) continue;
      cursor = stored(read.cursor);
      last = read.session;
    }
    expect(last.state).toEqual(once.state);
    expect(last.boundary).toEqual(once.boundary);
    expect(cursor?.end).toBe(content.length);
  });

  it("gives the boundary the time of its entry when only records that are none follow", async () => {
    const path = join(folder, "noise.jsonl");
    const line = (record: object): string => `${JSON.stringify({ sessionId: "s", ...record })}\n`;
    const prompt = {
      type: "user",
      uuid: "one",
      timestamp: "2026-11-24T09:00:00.000Z",
      message: { content: "one" },
    };
    const turn = {
      type: "system",
      subtype: "turn_duration",
      uuid: "two",
      timestamp: "2026-11-24T09:00:05.000Z",
    };
    await writeFile(path, line(prompt) + line(turn));
    const first = await claudeCode.read({ path });
    const second = await claudeCode.read({ path, cursorOf: () => stored(first.cursor) });
    expect(first.session.boundary?.at).toBe("2026-11-24T09:00:00.000Z");
    expect(second.session.boundary).toEqual(first.session.boundary);
  });

  it("tells nothing new when nothing was added", async () => {
    const path = join(folder, "same.jsonl");
    const line = (text: string): string =>
      `${JSON.stringify({ type: "user", uuid: text, sessionId: "s", message: { content: text } })}\n`;
    await writeFile(path, line("one"));
    const first = await claudeCode.read({ path });
    const second = await claudeCode.read({ path, cursorOf: () => stored(first.cursor) });
    expect(second.session.entries).toEqual([]);
    expect(second.session.boundary).toEqual(first.session.boundary);
    expect(second.cursor).toEqual(first.cursor);
  });

  it("reads a shrunk or replaced file from its begin", async () => {
    const path = join(folder, "replaced.jsonl");
    const line = (text: string): string =>
      `${JSON.stringify({ type: "user", uuid: text, sessionId: "s", message: { content: text } })}\n`;
    await writeFile(path, line("one") + line("two"));
    const { cursor } = await claudeCode.read({ path });
    await writeFile(path, line("one"));
    const shrunk = await claudeCode.read({ path, cursorOf: () => cursor });
    expect(shrunk.session.state.humanTurns).toBe(1);
    await writeFile(path, line("uno") + line("dos") + line("tres"));
    const replaced = await claudeCode.read({ path, cursorOf: () => cursor });
    expect(replaced.session.entries.map(({ id }) => id)).toEqual(["uno", "dos", "tres"]);
  });
});
