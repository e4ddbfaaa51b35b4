import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { captureInto, filesBelow, run, SAMPLE, sandbox } from "../fixtures/run-cli.ts";

describe("handoff lint", () => {
  it("does not call a path clean that holds nothing to check", async () => {
    const box = sandbox("lint");
    mkdirSync(path.join(box.folder, "empty"));
    for (const name of ["empty", "nowhere", "/etc/hostname"]) {
      const ran = await run(box, ["lint", name]);
      expect([name, ran.code]).toEqual([name, 2]);
    }
  });

  it("reports findings with exit code 1, in every format", async () => {
    const box = sandbox("lint");
    writeFileSync(
      path.join(box.folder, "MEMORY.md"),
      "# Memory\n\nA paragraph of prose without any pointer.\n",
    );
    for (const format of ["stylish", "json", "sarif", "github"]) {
      const ran = await run(box, ["lint", "MEMORY.md", "--format", format]);
      expect(ran.code).toBe(1);
      expect(ran.out).toContain("index-pointers-only");
    }
    const document = JSON.parse((await run(box, ["lint", "MEMORY.md", "--json"])).out);
    expect(document).toMatchObject({ errors: 1, warnings: 0, files: [{ file: "MEMORY.md" }] });
  });

  it("reads standard input, and names the near rules for an unknown one", async () => {
    const box = sandbox("lint");
    expect((await run(box, ["lint", "--stdin"], "# Memory\n\n- [Notes](notes.md)\n")).code).toBe(0);
    expect((await run(box, ["lint", "--stdin"], "# Memory\n\nprose\n")).code).toBe(1);
    const unknown = await run(box, ["lint", "--stdin", "--rule", "no-cod=off"], "");
    expect([unknown.code, unknown.err.includes("no-code")]).toEqual([2, true]);
  });
});

describe("a call that is no call", () => {
  it.each([
    [["why", "--json"], "text"],
    [["bogus", "--json"], "bogus"],
    [["--json"], ""],
    [["log", "--bogus", "--json"], "--bogus"],
  ])("is JSON as well where JSON was asked for: %j", async (args, named) => {
    const ran = await run(sandbox("usage"), args);
    expect(ran.code).toBe(2);
    const { error } = JSON.parse(ran.out);
    expect(error).toMatchObject({ code: "usage", message: expect.stringContaining(named) });
    expect(error.message).not.toMatch(/^error|outputHelp/);
  });
});

describe("a host", () => {
  it("that is not known is answered with those that can be read, and no other", async () => {
    for (const host of ["foo", "hermes"]) {
      const { code, err } = await run(sandbox("host"), ["capture", "--last", "--host", host]);
      expect([host, code]).toEqual([host, 2]);
      expect(err).toContain("--host: expected one of auto, claude-code, codex, pi, openclaw;");
    }
  });
});

describe("log", () => {
  it("says how many receipts it did not list, and how to see them", async () => {
    const box = sandbox("log-more");
    await captureInto(box, SAMPLE);
    await run(box, ["undo", "--memory", box.memory]);
    const { out } = await run(box, ["log", "--memory", box.memory, "--last", "1"]);
    expect(out).toContain("1 more: --last 2");
    const all = await run(box, ["log", "--memory", box.memory]);
    expect(all.out).not.toContain("more: --last");
    const { out: json } = await run(box, ["log", "--memory", box.memory, "--last", "1", "--json"]);
    expect(JSON.parse(json)).toMatchObject({ more: 1 });
  });
});

describe("which memory a command means", () => {
  it("never takes an empty name for another memory", async () => {
    const box = sandbox("which");
    for (const args of [["resume"], ["log"], ["init"], ["capture", "--transcript", SAMPLE]]) {
      expect((await run(box, [...args, "--memory", ""])).code).toBe(2);
    }
  });

  it("says that a named memory is not there; only resume is silent about it", async () => {
    const box = sandbox("which");
    for (const args of [["log"], ["undo"], ["why", "x"], ["lint"]]) {
      expect([args[0], (await run(box, [...args, "--memory", "nowhere"])).code]).toEqual([args[0], 2]);
    }
    expect(await run(box, ["resume", "--memory", "nowhere"])).toEqual({ code: 0, out: "", err: "" });
  });

  it("init makes a folder's own memory, whatever the folder above uses", async () => {
    const box = sandbox("which");
    await run(box, ["init", "--preset", "repo", "--memory", "shared"]);
    const inner = { ...box, folder: path.join(box.folder, "inner") };
    mkdirSync(inner.folder);
    writeFileSync(path.join(inner.folder, "CLAUDE.md"), "# mine\n");
    await run(inner, ["init", "--agents"]);
    expect(Object.keys(filesBelow(inner.folder))).toContain(".memory/MANIFEST.md");
    expect(readFileSync(path.join(inner.folder, "CLAUDE.md"), "utf8")).toContain("handoff:rules");
  });

  it("names the folder when it has no session", async () => {
    const box = sandbox("which");
    const ran = await run(box, ["capture", "--last", "--memory", box.memory]);
    expect([ran.code, ran.err.includes(box.folder)]).toEqual([2, true]);
  });
});

describe("handoff resume", () => {
  it("tells of one session when asked, and says when the memory does not know it", async () => {
    const box = sandbox("resume");
    await captureInto(box, SAMPLE);
    const id = "7d0c4f2e-5b1a-4c8e-9f63-2a41d8e0b7c5";
    const { out } = await run(box, ["resume", "--memory", box.memory, "--session", id]);
    expect(out).toContain("forecast");
    expect(out).toMatch(/Remembered:\n(?:- .*\n)*- Staging runs on the host gull-2 behind Caddy\n/u);
    expect((await run(box, ["resume", "--memory", box.memory, "--session", "nope"])).code).toBe(2);
  });

  it.each([300, 800, 2000, 5000])("keeps within %i characters, in whole lines", async (budget) => {
    const box = sandbox("resume");
    await captureInto(box, SAMPLE);
    const args = ["resume", "--memory", box.memory, "--budget"];
    const { text, chars } = JSON.parse((await run(box, [...args, String(budget), "--json"])).out);
    expect(chars).toBe(text.length);
    expect(chars).toBeLessThanOrEqual(budget);
    const whole = new Set(JSON.parse((await run(box, [...args, "20000", "--json"])).out).text.split("\n"));
    const cut = text
      .split("\n")
      .filter((line: string) => !whole.has(line) && !/^(?:Left out|Names|Files|More)/.test(line));
    expect(cut).toEqual([]);
  });
});

describe("a memory with kinds of its own", () => {
  it("keeps what has no route in the inbox, where why finds it", async () => {
    const box = sandbox("kinds");
    mkdirSync(box.memory);
    writeFileSync(
      path.join(box.memory, "MANIFEST.md"),
      `---
handoff: 1
---
# Memory of a research group

## Files
| file | kind | unit | write | scope | fields | keep | holds |
| --- | --- | --- | --- | --- | --- | --- | --- |
| \`papers/{slug}.md\` | paper | topic | merge | project | name | | one paper |
| \`handoffs/{date}-{time}-{session}.md\` | handoff | boundary | new | project | | | working state |
| \`inbox.md\` | * | fact | append | project | | | what has no route |

## Index
| section | kinds | form | columns | max |
| --- | --- | --- | --- | --- |
| Papers | paper | table | name, detail file=path | 20 |
| Recent | handoff | list | date: [task](path) | 5 |
`,
    );
    const result = JSON.parse((await captureInto(box, SAMPLE)).out);
    const outcomes = new Set(result.receipt.updates.map((update: { outcome: string }) => update.outcome));
    expect(outcomes).toContain("inbox");
    expect(outcomes).not.toContain("added");
    const found = await run(box, ["why", "bench:forecast", "--memory", box.memory, "--json"]);
    expect(JSON.parse(found.out).facts[0].file).toBe("inbox.md");
  });
});
