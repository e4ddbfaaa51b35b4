import { PassThrough } from "node:stream";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readObject } from "./read-object.ts";

const LIMITS = { silence: 60, whole: 400 };

/** Reads chunks from a stream that is never closed. */
function readOpen(chunks: readonly (string | Buffer)[], limits = LIMITS) {
  const stream = new PassThrough();
  for (const chunk of chunks) stream.write(chunk);
  return readObject(stream, limits);
}

describe("readObject", () => {
  it("returns the object though the stream stays open", async () => {
    expect(await readOpen(['{"a": {"b": [1, "}"]}}'])).toEqual({
      object: { a: { b: [1, "}"] } },
      problem: null,
    });
  });

  it("gives back any object, whatever its texts hold and wherever the chunks end", async () => {
    const texts = fc.string({ unit: "grapheme" });
    const objects = fc.dictionary(
      texts,
      fc.oneof(texts, fc.constant('{"\\[}]'), fc.array(texts), fc.integer()),
    );
    await fc.assert(
      fc.asyncProperty(objects, fc.array(fc.nat(200), { maxLength: 5 }), async (object, cuts) => {
        const bytes = Buffer.from(JSON.stringify(object));
        const points = [
          0,
          ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b),
          bytes.length,
        ];
        const chunks = points.slice(1).map((end, at) => bytes.subarray(points[at], end));
        expect(await readOpen(chunks)).toEqual({ object: JSON.parse(bytes.toString()), problem: null });
      }),
      { numRuns: 60 },
    );
  });

  it("takes the first of several objects and leaves out a byte order mark", async () => {
    expect(await readOpen(['\uFEFF\n {"a": 1}{"a": 2}'])).toMatchObject({ object: { a: 1 } });
  });

  it.each([
    ["nothing on stdin", []],
    ["incomplete JSON", ['{"a": "b']],
    ["not a JSON object", ["usage: hook"]],
    ["not a JSON object", ["[1]"]],
    ["not a JSON object", ['{"a": b}']],
    ["not a JSON object", ['{"a": ]}']],
  ])("says %s", async (problem, chunks) => {
    expect(await readOpen(chunks)).toEqual({ object: null, problem });
  });

  it("does not wait for silence when the stream ends", async () => {
    const stream = new PassThrough();
    stream.end('{"a"');
    const limits = { silence: 60_000, whole: 60_000 };
    expect(await readObject(stream, limits)).toEqual({ object: null, problem: "incomplete JSON" });
  });

  it("waits on while bytes come, but not for ever", async () => {
    const drip = async (object: string, limits: typeof LIMITS) => {
      const stream = new PassThrough();
      const read = readObject(stream, limits);
      const bytes = object.split("");
      const timer = setInterval(() => stream.write(bytes.shift() ?? " "), 20);
      const input = await read;
      clearInterval(timer);
      return input;
    };
    expect(await drip('{"a": 1}', { silence: 150, whole: 10_000 })).toMatchObject({ object: { a: 1 } });
    expect(await drip('{"a": 1}', { silence: 150, whole: 60 })).toMatchObject({ problem: "incomplete JSON" });
  });
});
