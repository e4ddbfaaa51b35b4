import { mkdirSync, mkdtempSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sha256 } from "./hash.ts";
import { recoverJournals } from "./recover.ts";
import { unobserved } from "./steps.ts";
import { removeFolder } from "../../test/fixtures/remove-folder.ts";

let base: string;
let root: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "handoff-recover-")));
  root = join(base, "memory");
  mkdirSync(join(root, ".handoff/journal"), { recursive: true });
});
afterEach(() => removeFolder(base));

/** A journal that wants `file` to be made from the staged text "new". */
function leave(file: string): void {
  mkdirSync(join(root, ".handoff/journal"), { recursive: true });
  writeFileSync(join(root, "staged"), "new");
  const entry = { file, base: null, after: sha256("new"), temp: "staged", mode: null };
  const journal = { version: 1, id: "j", entries: [entry], folders: [], keepIn: null };
  writeFileSync(join(root, ".handoff/journal/j.json"), JSON.stringify(journal));
}

describe("recoverJournals", () => {
  it("finishes a journal and leaves nothing of it", () => {
    leave("a.md");
    expect(recoverJournals({ root, step: unobserved })).toBe(1);
    expect(readdirSync(root).sort()).toEqual([".handoff", "a.md"]);
    expect(readdirSync(join(root, ".handoff"))).toEqual([]);
  });

  it("does not follow one that came with a repository out of the root", () => {
    const outside = join(base, "outside");
    mkdirSync(outside);
    symlinkSync(outside, join(root, "link"));
    for (const file of ["link/a.md", "../outside/a.md"]) {
      leave(file);
      recoverJournals({ root, step: unobserved });
      expect(readdirSync(outside)).toEqual([]);
      expect(readdirSync(join(root, ".handoff"))).toEqual(["trash"]);
    }
  });

  it("puts a journal that it cannot read aside with its bytes of before", () => {
    mkdirSync(join(root, ".handoff/journal/j"));
    writeFileSync(join(root, ".handoff/journal/j/a.md"), "before");
    writeFileSync(join(root, ".handoff/journal/j.json"), '{"version":2}');
    expect(recoverJournals({ root, step: unobserved })).toBe(0);
    const [aside = ""] = readdirSync(join(root, ".handoff/trash"));
    expect(aside).toMatch(/^unreadable-j-/);
    expect(readdirSync(join(root, ".handoff/trash", aside)).sort()).toEqual(["before", "j.json"]);
  });
});
