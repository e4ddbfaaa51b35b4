import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { PRESET_IDS } from "../../src/manifest/manifest.ts";
import { LiveProject } from "../fixtures/live-project.ts";
import { captureInto, filesBelow, run, SAMPLE, sandbox } from "../fixtures/run-cli.ts";

describe("handoff init", () => {
  it.each(PRESET_IDS)("preset %s makes a memory that lints clean and takes a capture", async (preset) => {
    const box = sandbox("init");
    const ran = await run(box, ["init", "--preset", preset, "--memory", box.memory, "--json"]);
    expect(ran.code).toBe(0);
    expect(JSON.parse(ran.out).created).toContain(path.join(box.memory, "MANIFEST.md"));
    expect(JSON.parse((await captureInto(box, SAMPLE)).out).outcome).toBe("applied");
    expect(await run(box, ["lint", box.memory])).toMatchObject({ code: 0 });
    expect(JSON.parse((await run(box, ["resume", "--memory", box.memory, "--json"])).out).text).toContain(
      "forecast",
    );
  });

  it("changes nothing the second time and overwrites nothing", async () => {
    const box = sandbox("init");
    mkdirSync(path.join(box.folder, ".memory"));
    writeFileSync(path.join(box.folder, ".memory/MEMORY.md"), "# Mine\n");
    await run(box, ["init", "--agents"]);
    const before = filesBelow(box.folder);
    expect(before[".memory/MEMORY.md"]).toBe("# Mine\n");
    const again = JSON.parse((await run(box, ["init", "--agents", "--json"])).out);
    expect(again).toMatchObject({ created: [], changed: [] });
    expect(filesBelow(box.folder)).toEqual(before);
  });

  it("makes no memory in a project whose sessions have one, unless that is said", async () => {
    const project = new LiveProject("init-host");
    const here = { ...project.box, folder: project.cwd };
    project.session("00000001-1111-4111-8111-111111111111").turn({ say: "Add a limit.", answer: "Done." });
    const root = await project.root();
    for (const args of [["log"], ["lint"], ["undo"], ["why", "limit"], ["init"]]) {
      const ran = await run(here, args);
      expect([args, ran.code]).toEqual([args, 2]);
      expect(ran.err).toContain(root);
      expect(ran.err).not.toContain("handoff init");
    }
    expect(filesBelow(project.cwd)).toEqual({});
    expect(await run(here, ["init", "--preset", "repo"])).toMatchObject({ code: 0 });
    expect(await run(here, ["log"])).toMatchObject({ code: 0 });
  });

  it("keeps handoffs and inbox of a repository's memory out of git", async () => {
    const box = sandbox("init");
    await run(box, ["init"]);
    expect(readFileSync(path.join(box.folder, ".memory/.gitignore"), "utf8")).toBe("/handoffs/\n/inbox/\n");
  });

  it("adds the rules to the project's own CLAUDE.md, keeping every byte of it", async () => {
    const box = sandbox("init");
    writeFileSync(path.join(box.folder, "CLAUDE.md"), "# House rules\r\n\r\nBe kind.");
    await run(box, ["init", "--agents"]);
    const text = readFileSync(path.join(box.folder, "CLAUDE.md"), "utf8");
    expect(text.startsWith("# House rules\r\n\r\nBe kind.\r\n")).toBe(true);
    expect(text).toContain("`.memory/MEMORY.md`");
  });

  it("is found by later commands from a folder below, without --memory", async () => {
    const box = sandbox("init");
    mkdirSync(path.join(box.folder, ".git"));
    writeFileSync(path.join(box.folder, ".git/HEAD"), "ref: refs/heads/main\n");
    await run(box, ["init"]);
    const below = { ...box, folder: path.join(box.folder, "src/deep") };
    mkdirSync(below.folder, { recursive: true });
    const ran = await run(below, ["capture", "--transcript", SAMPLE, "--json"]);
    expect(JSON.parse(ran.out).outcome).toBe("applied");
    expect(filesBelow(path.join(box.folder, ".memory"))).toHaveProperty(["MEMORY.md"]);
    expect((await run(below, ["resume"])).out).toContain("forecast");
  });
});
