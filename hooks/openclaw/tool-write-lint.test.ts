import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { presetManifest } from "../../src/manifest/presets.ts";
import { writeGate } from "../../src/store/gates.ts";
import { judgeToolWrite, textBeforeTool } from "./tool-write-lint.ts";
import { removeFolder } from "../../test/fixtures/remove-folder.ts";

let folder: string;
let home: string;
let workspace: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "handoff-tool-"));
  home = join(folder, "home");
  workspace = join(folder, "workspace");
  mkdirSync(workspace, { recursive: true });
  writeGate(home, workspace, presetManifest("openclaw").manifest);
});
afterEach(() => removeFolder(folder));

const POINTERS = "# Memory\n\n- [build](memory/topics/build.md): how it is built\n";
const FACT = "The till rounds to five cents because the bank asked for it in March.\n";

describe("a write of the agent's tool", () => {
  it("is judged by what it added to the memory, wherever the path starts", () => {
    for (const path of ["MEMORY.md", join(workspace, "MEMORY.md")]) {
      writeFileSync(join(workspace, "MEMORY.md"), POINTERS);
      const before = textBeforeTool(workspace, path);
      expect(before).toBe(POINTERS);
      writeFileSync(join(workspace, "MEMORY.md"), `${POINTERS}\n${FACT}`);
      expect(judgeToolWrite({ home, workspace, path, before })).toContain("MEMORY.md holds pointers only");
      expect(judgeToolWrite({ home, workspace, path, before: `${POINTERS}\n${FACT}` })).toBeNull();
    }
  });

  it("is none of ours outside of the memory, for other files, and for one that is gone", () => {
    writeFileSync(join(folder, "MEMORY.md"), FACT);
    writeFileSync(join(workspace, "notes.txt"), FACT);
    const judge = (path: string) => judgeToolWrite({ home, workspace, path, before: null });
    expect(["../MEMORY.md", "notes.txt", "MEMORY.md"].map(judge)).toEqual([null, null, null]);
    expect(textBeforeTool(workspace, "MEMORY.md")).toBeNull();
  });
});
