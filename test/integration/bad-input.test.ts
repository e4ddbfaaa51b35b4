import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { captureInto, filesBelow, run, SAMPLE, type Sandbox, sandbox } from "../fixtures/run-cli.ts";

const sample = readFileSync(SAMPLE, "utf8");

/** A sandbox with a memory that holds the sample already: what must stay as it is. */
async function filled(name: string): Promise<Sandbox> {
  const box = sandbox(name);
  expect((await captureInto(box, SAMPLE)).code).toBe(0);
  return box;
}

function put(box: Sandbox, name: string, content: string | Uint8Array): string {
  const file = path.join(box.folder, name);
  writeFileSync(file, content);
  return file;
}

const codex = JSON.stringify({
  timestamp: "2026-11-24T09:00:00Z",
  type: "session_meta",
  payload: { id: "01a22914-f5c6-71b1-b4d9-ee28fd7cf8c4", cwd: "/srv/app", cli_version: "0.171.0" },
});

describe("a transcript that cannot be read", () => {
  const cases: readonly (readonly [name: string, content: string | Uint8Array])[] = [
    ["an empty file", ""],
    ["a file of blank lines", "\n\n\n"],
    ["a binary file", Uint8Array.from({ length: 4096 }, (_, index) => (index * 37) % 256)],
    ["plain prose", "# Notes\n\nnothing of a transcript\n"],
    ["a transcript of another host", `${codex}\n`],
    ["UTF-16 text", new Uint8Array(Buffer.from(sample.slice(0, 4000), "utf16le"))],
    ["JSON that is no object", "[1,2,3]\n42\nnull\n"],
  ];
  it.each(cases)("%s is refused and the memory stays as it was", async (name, content) => {
    const box = await filled("bad");
    const before = filesBelow(box.memory);
    const ran = await captureInto(box, put(box, "bad.jsonl", content));
    expect({ name, code: ran.code, error: JSON.parse(ran.out).error.code }).toEqual({
      name,
      code: 2,
      error: "transcript-unrecognised",
    });
    expect(ran.err.trim().split("\n")).toHaveLength(1);
    expect(filesBelow(box.memory)).toEqual(before);
  });

  it("a missing file is named", async () => {
    const box = await filled("missing");
    const before = filesBelow(box.memory);
    const ran = await captureInto(box, path.join(box.folder, "nowhere.jsonl"));
    expect([ran.code, JSON.parse(ran.out).error.code]).toEqual([2, "file-not-found"]);
    expect(ran.err).toContain("nowhere.jsonl");
    expect(filesBelow(box.memory)).toEqual(before);
  });

  it("a folder is no transcript", async () => {
    const box = await filled("folder");
    const ran = await captureInto(box, box.folder);
    expect([ran.code, JSON.parse(ran.out).error.code]).toEqual([2, "not-a-file"]);
  });

  it("a symlink loop is an unreadable file", async () => {
    const box = await filled("loop");
    const loop = path.join(box.folder, "loop.jsonl");
    symlinkSync(loop, loop);
    const ran = await captureInto(box, loop);
    expect([ran.code, JSON.parse(ran.out).error.code]).toEqual([2, "file-unreadable"]);
  });
});

describe("a damaged transcript", () => {
  async function captured(content: string | Uint8Array) {
    const box = sandbox("damaged");
    const ran = await captureInto(box, put(box, "session.jsonl", content));
    expect({ code: ran.code, err: ran.err }).toEqual({ code: 0, err: "" });
    return { box, result: JSON.parse(ran.out) };
  }

  it("loses only its bad lines, and counts them", async () => {
    const lines = sample.trimEnd().split("\n");
    lines.splice(3, 0, "{not json", '{"type":"user","message":', '"just a string"');
    const { result } = await captured(`${lines.join("\n")}\n`);
    expect(result.outcome).toBe("applied");
    expect(result.skipped.badLines).toBe(3);
  });

  it("keeps all but a half last line", async () => {
    const { result } = await captured(sample.slice(0, -200));
    expect(result.outcome).toBe("applied");
    expect(result.skipped.halfLastLine).toBeGreaterThan(0);
  });

  it("counts record types nobody knows yet", async () => {
    const { result } = await captured(
      `${sample}{"type":"hologram","uuid":"h1"}\n{"type":"hologram","uuid":"h2"}\n`,
    );
    expect(result.skipped.unknownTypes).toBe(2);
  });

  it.each([
    ["a BOM", `\uFEFF${sample}`],
    ["CRLF line ends", sample.replaceAll("\n", "\r\n")],
    ["blank lines between", sample.replaceAll("\n", "\n\n")],
  ])("reads the same with %s", async (_name, content) => {
    const plain = (await captured(sample)).result;
    const { result } = await captured(content);
    expect(result.handoff).toEqual(plain.handoff);
  });

  it("survives lone surrogates and NUL characters", async () => {
    const odd = JSON.stringify({
      type: "user",
      uuid: "odd-1",
      sessionId: "7d0c4f2e-5b1a-4c8e-9f63-2a41d8e0b7c5",
      timestamp: "2026-11-24T11:00:00.000Z",
      message: { role: "user", content: "half \ud83d pair and \u0000 zero: please rename the gauge table" },
    });
    const { box, result } = await captured(`${sample}${odd}\n`);
    expect(result.outcome).toBe("applied");
    for (const text of Object.values(filesBelow(box.memory))) expect(text).not.toContain("\u0000");
  });

  it("survives a single message of 10 MB", async () => {
    const huge = JSON.stringify({
      type: "user",
      uuid: "huge-1",
      sessionId: "7d0c4f2e-5b1a-4c8e-9f63-2a41d8e0b7c5",
      timestamp: "2026-11-24T11:00:00.000Z",
      message: { role: "user", content: "tide ".repeat(2_000_000) },
    });
    const { box } = await captured(`${sample}${huge}\n`);
    const sizes = Object.values(filesBelow(box.memory)).map((text) => text.length);
    expect(Math.max(...sizes)).toBeLessThan(100_000);
  });

  it("reads 100,000 records", async () => {
    const noise = JSON.stringify({ type: "progress", uuid: "p", data: { type: "hook_progress" } });
    const { result } = await captured(sample + `${noise}\n`.repeat(100_000));
    expect(result.outcome).toBe("applied");
  });
});

describe("a session in which no person said anything", () => {
  it("is empty and writes nothing", async () => {
    const box = sandbox("empty");
    const lines = sample
      .split("\n")
      .filter((line) => line.includes('"type": "assistant"') || line.includes('"type":"assistant"'));
    const ran = await captureInto(box, put(box, "silent.jsonl", `${lines.join("\n")}\n`));
    expect([ran.code, JSON.parse(ran.out).outcome]).toEqual([0, "empty"]);
    expect(filesBelow(box.memory)).toEqual({});
  });
});

describe("a memory that cannot be used", () => {
  it.each([
    ["a Files table without its write column", (text: string) => text.replace(/\| write \|/, "| wrote |")],
    ["two inboxes", (text: string) => text.replace(/(\| `memory\/inbox\.md`.*\n)/, "$1$1")],
    ["an absolute path", (text: string) => text.replace("`memory/lessons.md`", "`/etc/lessons.md`")],
    ["a path that climbs out", (text: string) => text.replace("`memory/lessons.md`", "`../lessons.md`")],
  ])("%s in MANIFEST.md is refused with its line, and nothing is written", async (_name, damage) => {
    const box = await filled("manifest");
    const file = path.join(box.memory, "MANIFEST.md");
    const good = readFileSync(file, "utf8");
    const bad = damage(good);
    expect(bad).not.toBe(good);
    writeFileSync(file, bad);
    const before = filesBelow(box.memory);
    const ran = await captureInto(box, put(box, "again.jsonl", sample.replaceAll("7d0c4f2e", "8d0c4f2e")));
    expect([ran.code, JSON.parse(ran.out).error.code]).toEqual([2, "manifest-invalid"]);
    expect(ran.err).toMatch(/MANIFEST\.md:\d+:\d+/);
    expect(filesBelow(box.memory)).toEqual(before);
  });

  it("a memory path that is a file is refused", async () => {
    const box = sandbox("file");
    writeFileSync(box.memory, "not a folder");
    const ran = await captureInto(box, SAMPLE);
    expect([ran.code, JSON.parse(ran.out).error.code]).toEqual([2, "memory-unwritable"]);
    expect(readFileSync(box.memory, "utf8")).toBe("not a folder");
  });

  it.runIf(process.getuid?.() !== 0)("a read-only folder is refused", async () => {
    const box = sandbox("readonly");
    mkdirSync(box.memory);
    chmodSync(box.memory, 0o500);
    const ran = await captureInto(box, SAMPLE);
    expect([ran.code, JSON.parse(ran.out).error.code]).toEqual([2, "memory-unwritable"]);
  });
});

describe("wrong use of the command line", () => {
  it.each([
    ["no source", ["capture"]],
    ["an unknown host", ["capture", "--host", "netscape", "--last"]],
    ["an unknown provider", ["capture", "--last", "--provider", "oracle"]],
    ["an unknown option", ["capture", "--lats"]],
    ["an unknown command", ["captur"]],
    ["a budget that is no number", ["resume", "--budget", "lots"]],
    ["a budget below the minimum", ["resume", "--budget", "3"]],
    ["a surplus argument", ["resume", "now"]],
  ])("%s exits 2 with one sentence", async (_name, args) => {
    const ran = await run(sandbox("usage"), args);
    expect(ran.code).toBe(2);
    expect(ran.out).toBe("");
    expect(ran.err).toMatch(/^handoff: .+\n/);
    expect(ran.err).not.toContain("    at ");
  });
});
