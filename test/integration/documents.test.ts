import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { presetManifest } from "../../src/manifest/presets.ts";
import { errorCodes, HandoffError } from "../../src/errors.ts";
import { captureInto, run, SAMPLE, sandbox } from "../fixtures/run-cli.ts";

const root = path.resolve(import.meta.dirname, "../..");
const read = (file: string): string => readFileSync(path.join(root, file), "utf8");

describe("documents that must stay true", () => {
  it("README lists every command, and no other", () => {
    const listed = [...read("README.md").matchAll(/^\| `handoff ([a-z]+)/gm)].map((match) => match[1] ?? "");
    expect(listed.toSorted()).toEqual(COMMANDS.map((command) => command.name).toSorted());
  });

  it("every command explains itself with an example", async () => {
    for (const { name, load } of COMMANDS) {
      const command = await load();
      expect(command.name).toBe(name);
      expect(command.examples.every((example) => example.startsWith(`handoff ${name}`))).toBe(true);
      expect(command.examples.length).toBeGreaterThan(0);
    }
  });

  it("MANIFEST.md of the repository is the default preset", () => {
    expect(read("MANIFEST.md")).toBe(presetManifest("openclaw").text);
  });

  it("every error is one sentence that needs no detail to be read", () => {
    for (const code of errorCodes) {
      const { message, exit } = new HandoffError(code);
      expect(message).toMatch(/^\S.{10,200}$/);
      expect([1, 2, 3, 130]).toContain(exit);
    }
  });

  it("README shows what the sample really gives; npm run sample -- --readme renews it", async () => {
    const block = /<!-- sample:begin -->([\s\S]*)<!-- sample:end -->/.exec(read("README.md"))?.[1] ?? "";
    const box = sandbox("readme");
    await captureInto(box, SAMPLE);
    const resumed = (await run(box, ["resume", "--memory", box.memory])).out;
    const index = readFileSync(path.join(box.memory, "MEMORY.md"), "utf8");
    const lines = [...resumed.split("\n"), ...index.split("\n")].filter((line) => !line.includes(" ago) "));
    expect(lines.filter((line) => !block.includes(line))).toEqual([]);
  });
});
