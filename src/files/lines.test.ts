import fc from "fast-check";
import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eachLine, type Line, type LineOptions } from "./lines.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "handoff-lines-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function linesOf(
  content: string | Buffer,
  options: LineOptions = {},
): Promise<(Omit<Line, "bytes"> & { text: string })[]> {
  const path = join(folder, "file");
  await writeFile(path, content);
  const handle = await open(path, "r");
  const found: (Omit<Line, "bytes"> & { text: string })[] = [];
  await eachLine(handle, options, ({ bytes, ...rest }) => {
    found.push({ ...rest, text: bytes.toString("utf8") });
  });
  await handle.close();
  return found;
}

describe("eachLine", () => {
  it("gives every line with its offsets, without line ends and byte order mark", async () => {
    expect(await linesOf("\ufeffone\r\nдва\n\nlast")).toEqual([
      { text: "one", start: 0, end: 8, terminated: true, long: false },
      { text: "два", start: 8, end: 15, terminated: true, long: false },
      { text: "", start: 15, end: 16, terminated: true, long: false },
      { text: "last", start: 16, end: 20, terminated: false, long: false },
    ]);
  });

  it("skims a line over the cap and goes on behind it", async () => {
    const found = await linesOf(`a\n${"x".repeat(3_000_000)}\nb\n`, { maxBytes: 1_000 });
    expect(found.map(({ text, long }) => [text, long])).toEqual([
      ["a", false],
      ["", true],
      ["b", false],
    ]);
    expect(found[2]?.start).toBe(3_000_003);
  });

  it("ends when told to", async () => {
    const path = join(folder, "many");
    await writeFile(path, "1\n2\n3\n");
    const handle = await open(path, "r");
    const seen: string[] = [];
    await eachLine(handle, {}, ({ bytes }) => {
      seen.push(bytes.toString());
      return seen.length < 2;
    });
    await handle.close();
    expect(seen).toEqual(["1", "2"]);
  });

  it("starts at an offset and reports progress up to the size", async () => {
    const steps: [number, number][] = [];
    const found = await linesOf("one\ntwo\n", {
      from: 4,
      onProgress: (done, total) => steps.push([done, total]),
    });
    expect(found.map(({ text }) => text)).toEqual(["two"]);
    expect(steps).toEqual([[8, 8]]);
  });

  it("joins to the same bytes whatever the lines and the chunk borders are", async () => {
    const line = fc.string({ maxLength: 40 }).map((text) => text.replaceAll(/[\r\n\ufeff]/g, ""));
    const big = fc.integer({ min: 0, max: 1_200_000 }).map((length) => "y".repeat(length));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 9, arbitrary: line }, { weight: 1, arbitrary: big }), { maxLength: 12 }),
        async (lines) => {
          const text = lines.map((one) => `${one}\n`).join("");
          const found = await linesOf(Buffer.from(text));
          expect(found.map((one) => `${one.text}\n`).join("")).toBe(Buffer.from(text).toString("utf8"));
          expect(found.at(-1)?.end ?? 0).toBe(Buffer.byteLength(text));
        },
      ),
      { numRuns: 30 },
    );
  });
});
