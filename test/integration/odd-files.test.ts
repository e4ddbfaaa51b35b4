import { lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import {
  captureInto,
  filesBelow,
  type Ran,
  run,
  SAMPLE,
  type Sandbox,
  sandbox,
} from "../fixtures/run-cli.ts";

const INDEX = "# Memory\n\n## Lessons\n\nThe cache key lacked the locale.\n";
const CHECKED: readonly (readonly string[])[] = [
  ["lint", "memory"],
  ["lint", "memory/MEMORY.md"],
  ["lint", "--fix", "memory"],
  ["search", "cache", "--memory", "memory"],
  ["undo", "--memory", "memory"],
  ["migrate", "memory/MEMORY.md", "--yes"],
  ["migrate", "memory/MEMORY.md", "--dry-run"],
  ["init", "--memory", "memory", "--preset", "openclaw"],
];

function boxWith(files: Readonly<Record<string, string | Uint8Array>>): Sandbox {
  const box = sandbox("odd");
  mkdirSync(box.memory, { recursive: true });
  for (const [file, content] of Object.entries(files)) {
    const whole = path.join(box.folder, file);
    mkdirSync(path.dirname(whole), { recursive: true });
    writeFileSync(whole, content);
  }
  return box;
}

describe("an index that is a link out of the memory folder", () => {
  const linked = (): Sandbox => {
    const box = boxWith({ "elsewhere/MEMORY.md": INDEX, "memory/a.md": "# A\n\n- cache\n" });
    symlinkSync("../elsewhere/MEMORY.md", path.join(box.memory, "MEMORY.md"));
    return box;
  };

  it.each(CHECKED.map((args) => [args.join(" "), args] as const))(
    "%s: refuses it in one sentence",
    async (_, args) => {
      const box = linked();
      const before = filesBelow(box.folder);
      const ran = await run(box, [...args]);
      expect(ran).toMatchObject({ code: 2, out: "" });
      expect(ran.err).toMatch(/MEMORY\.md: is a link to a file outside the memory folder, .*\n$/u);
      expect(filesBelow(box.folder)).toEqual(before);
    },
  );

  it("is not captured into either", async () => {
    const box = linked();
    const ran = await captureInto(box, SAMPLE);
    expect(ran.code).toBe(2);
    expect(ran.err).toContain("is a link to a file outside the memory folder");
    expect(readFileSync(path.join(box.folder, "elsewhere/MEMORY.md"), "utf8")).toBe(INDEX);
  });
});

describe("an index that is a link inside the memory folder", () => {
  const linked = (): Sandbox => {
    const box = boxWith({ "memory/kept/index.md": INDEX });
    symlinkSync("kept/index.md", path.join(box.memory, "MEMORY.md"));
    return box;
  };
  const text = (box: Sandbox): string => readFileSync(path.join(box.memory, "kept/index.md"), "utf8");

  it.each([
    [["lint", "--fix", "memory"]],
    [["lint", "--fix", "memory/MEMORY.md"]],
    [["migrate", "memory/MEMORY.md", "--yes"]],
  ])("%j works on the file itself, and undo takes it back", async (args) => {
    const box = linked();
    const ran = await run(box, args);
    expect(ran).toMatchObject({ code: 0, err: "" });
    expect(text(box)).not.toContain("lacked the locale");
    expect(readFileSync(path.join(box.memory, "memory/lessons.md"), "utf8")).toContain("lacked the locale");
    expect(lstatSync(path.join(box.memory, "MEMORY.md")).isSymbolicLink()).toBe(true);
    expect((await run(box, ["undo", "--memory", "memory"])).code).toBe(0);
    expect(text(box)).toBe(INDEX);
  });
});

it("the file itself may be named too, where MANIFEST.md says whose index it is", async () => {
  const box = boxWith({ "memory/kept/index.md": "# Memory\n" });
  symlinkSync("kept/index.md", path.join(box.memory, "MEMORY.md"));
  await run(box, ["init", "--memory", "memory", "--preset", "openclaw"]);
  writeFileSync(path.join(box.memory, "kept/index.md"), INDEX);
  expect((await run(box, ["lint", "memory/kept/index.md"])).out).toContain("index-pointers-only");
});

it("a topic file with two names is no copy of itself", async () => {
  const topic = "# Lessons\n\n- A restart of the crawler needs the flag --cold on port 5432.\n";
  const box = boxWith({
    "memory/MEMORY.md": "# M\n\n- [L](memory/lessons.md)\n",
    "memory/memory/lessons.md": topic,
  });
  symlinkSync("lessons.md", path.join(box.memory, "memory/old-lessons.md"));
  expect((await run(box, ["lint", "--fix", "memory"])).out).toContain("nothing to fix");
  expect(readFileSync(path.join(box.memory, "memory/lessons.md"), "utf8")).toBe(topic);
});

describe("a file that is no text", () => {
  const BYTES = new Uint8Array([0x23, 0x20, 0xff, 0xfe, 0x00, 0x0a]);
  const says = (ran: Ran): void => {
    expect(ran.code).toBe(2);
    expect(ran.err).toMatch(/MEMORY\.md: is not UTF-8 text; .*\n$/u);
    expect(ran.err).not.toContain("permissions");
  };

  it("is named by lint, which checks the others, and by migrate and init", async () => {
    const box = boxWith({ "memory/MEMORY.md": BYTES, "memory/a.md": "# A\n\n- x\u200By\n" });
    const ran = await run(box, ["lint", "memory"]);
    says(ran);
    expect(ran.out).toContain("no-invisible-character");
    says(await run(box, ["lint", "memory/MEMORY.md"]));
    says(await run(box, ["migrate", "memory/MEMORY.md", "--yes"]));
    says(await run(box, ["init", "--memory", "memory", "--preset", "openclaw"]));
  });
});

it("undo in a memory that nothing was written to says that there is nothing to undo", async () => {
  const box = boxWith({ "memory/MEMORY.md": INDEX });
  const ran = await run(box, ["undo", "--memory", "memory"]);
  expect(ran).toMatchObject({ code: 2, err: expect.stringContaining("nothing to undo") });
  await run(box, ["lint", "--fix", "memory"]);
  expect((await run(box, ["undo", "--memory", "memory"])).code).toBe(0);
  expect(await run(box, ["undo", "--memory", "memory"])).toMatchObject({ code: 2, err: ran.err });
});

it("a memory with CRLF gets a manifest with CRLF from init, a migration and a capture", async () => {
  for (const args of [
    ["init", "--memory", "memory", "--preset", "openclaw"],
    ["migrate", "memory/MEMORY.md", "--yes"],
    null,
  ]) {
    const box = boxWith({ "memory/MEMORY.md": INDEX.replaceAll("\n", "\r\n") });
    expect((args === null ? await captureInto(box, SAMPLE) : await run(box, args)).code).toBe(0);
    const manifest = readFileSync(path.join(box.memory, "MANIFEST.md"), "utf8");
    expect(manifest.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/u);
  }
});
