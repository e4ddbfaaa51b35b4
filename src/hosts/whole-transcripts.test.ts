import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Cursor } from "../session/cursor.ts";
import type { Entry } from "../session/entry.ts";
import { codex } from "./codex/codex.ts";
import type { Host, ReadResult } from "./host.ts";
import { pi } from "./pi/pi.ts";

const FIXTURES = join(import.meta.dirname, "../../test/fixtures");
const CASES: readonly (readonly [string, Host])[] = [
  ["codex/whole-session", codex],
  ["codex/old-client", codex],
  ["pi/whole-session", pi],
  ["pi/old-client", pi],
];
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "handoff-whole-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** As it comes back from disk. */
const stored = (cursor: Cursor): Cursor => Cursor.parse(JSON.parse(JSON.stringify(cursor)));
const transcriptOf = (name: string): Promise<Buffer> => readFile(join(FIXTURES, name, "transcript.jsonl"));
const lineEnds = (content: Buffer): number[] =>
  [...content.entries()].flatMap(([at, byte]) => (byte === 10 ? [at + 1] : []));

/** Reads a file that grows to each of the cuts, each read going on from the one before. */
async function readGrowing(host: Host, content: Buffer, cuts: readonly number[]): Promise<ReadResult> {
  const path = join(folder, "growing.jsonl");
  let cursor: Cursor | null = null;
  let last: ReadResult | null = null;
  for (const cut of [...cuts, content.length]) {
    await writeFile(path, content.subarray(0, cut));
    const before = cursor;
    last = await host.read({ path, cursorOf: () => before }).catch(() => null);
    if (last !== null) cursor = stored(last.cursor);
  }
  if (last === null) throw new Error("the whole file could not be read");
  return last;
}

/** Entries of two reads. Behind the cursor's last entry the first one has told what the second one tells again. */
function joined(first: ReadResult, second: ReadResult, once: ReadResult): readonly Entry[] {
  const { entries } = second.session;
  // What was taken back before the cursor makes the second read a whole one.
  if (entries[0]?.id === once.session.entries[0]?.id) return entries;
  const last = first.session.entries.findIndex(({ id }) => id === first.cursor.lastEntryId);
  return [...first.session.entries.slice(0, last + 1), ...entries];
}

describe.each(CASES)("%s", (name, host) => {
  it("becomes the entries that its expectation lists", async () => {
    const { session } = await host.read({ path: join(FIXTURES, name, "transcript.jsonl") });
    const expected: unknown = JSON.parse(await readFile(join(FIXTURES, name, "expected.json"), "utf8"));
    const { state: _state, ...seen } = session;
    expect(JSON.parse(JSON.stringify(seen))).toEqual(expected);
  });

  it("reads the same in two parts, wherever it is cut", async () => {
    const content = await transcriptOf(name);
    const path = join(folder, "two-parts.jsonl");
    await writeFile(path, content);
    const once = await host.read({ path });
    const cuts = lineEnds(content);
    const within = cuts.flatMap((at, n) => (n % 4 === 0 ? [at - 20, at - 1] : []));
    for (const cut of [...cuts, ...within]) {
      await writeFile(path, content.subarray(0, cut));
      const first = await host.read({ path }).catch(() => null);
      if (first === null) continue;
      await writeFile(path, content);
      const second = await host.read({ path, cursorOf: () => stored(first.cursor) });
      expect(second.session.state, `cut at ${cut}`).toEqual(once.session.state);
      expect({ ...second.cursor, head: null }, `cut at ${cut}`).toEqual({ ...once.cursor, head: null });
      expect(second.session.boundary).toEqual(once.session.boundary);
      expect(joined(first, second, once), `cut at ${cut}`).toEqual(once.session.entries);
    }
    expect(cuts.length).toBeGreaterThan(5);
  });

  it("reads the same however often it is looked at while it grows", async () => {
    const content = await transcriptOf(name);
    const ends = lineEnds(content);
    const path = join(folder, "once.jsonl");
    await writeFile(path, content);
    const once = await host.read({ path });
    await fc.assert(
      fc.asyncProperty(fc.subarray(ends, { minLength: 1 }), async (cuts) => {
        const grown = await readGrowing(host, content, cuts);
        expect(grown.session.state).toEqual(once.session.state);
        expect(grown.session.boundary).toEqual(once.session.boundary);
        expect(grown.cursor.offset).toBe(once.cursor.offset);
      }),
      { numRuns: 6 },
    );
  });

  it("is still read when any of its lines is damaged, and the damage is counted", async () => {
    const content = (await transcriptOf(name)).toString("utf8");
    const lines = content.trimEnd().split("\n");
    const path = join(folder, "damaged.jsonl");
    const whole = await host.read({ path: join(FIXTURES, name, "transcript.jsonl") });
    const { badLines } = whole.session.skipped;
    for (const at of lines.keys()) {
      const bad = lines.with(at, (lines[at] ?? "").slice(0, -10));
      await writeFile(path, `${bad.join("\n")}\n`);
      const { session } = await host.read({ path });
      const wasBad = (lines[at] ?? "").endsWith("}") ? 0 : 1;
      expect(session.skipped.badLines, `line ${at}`).toBe(badLines + 1 - wasBad);
      expect(session.entries.length).toBeGreaterThan(whole.session.entries.length / 4);
    }
  });
});
