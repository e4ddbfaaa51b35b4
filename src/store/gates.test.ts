import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { presetManifest } from "../manifest/presets.ts";
import { readGates, writeGate } from "./gates.ts";
import { removeFolder } from "../../test/fixtures/remove-folder.ts";

let top = "";
let home = "";
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "handoff-gates-")));
  home = join(top, "home");
});
afterEach(() => removeFolder(top));

const { manifest } = presetManifest("openclaw");
const folder = (name: string): string => {
  const path = join(top, name);
  mkdirSync(path, { recursive: true });
  return path;
};

describe("gates", () => {
  it("are none in a home without any", () => {
    expect(readGates(home)).toEqual([]);
  });

  it("come back as they were written, one a memory root", () => {
    const [a, b] = [folder("a"), folder("b")];
    writeGate(home, a, manifest);
    writeGate(home, b, presetManifest("claude-code").manifest);
    writeGate(home, a, { ...manifest, index: "INDEX.md" });
    const gates = readGates(home).toSorted((x, y) => (x.root < y.root ? -1 : 1));
    expect(gates.map(({ root, manifest: { index } }) => [root, index])).toEqual([
      [a, "INDEX.md"],
      [b, "MEMORY.md"],
    ]);
    expect(gates[1]?.manifest).toEqual(presetManifest("claude-code").manifest);
  });

  it("know a root behind a link by both of its names", () => {
    const real = folder("real");
    symlinkSync(real, join(top, "link"));
    writeGate(home, join(top, "link"), manifest);
    expect(readGates(home)).toEqual([{ version: 1, root: join(top, "link"), real, manifest }]);
  });

  it("are private, and not written again when nothing changed", () => {
    writeGate(home, folder("a"), manifest);
    const [name = ""] = readdirSync(join(home, "gates"));
    const path = join(home, "gates", name);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    utimesSync(path, 1_000, 1_000);
    writeGate(home, join(top, "a"), manifest);
    expect(statSync(path).mtimeMs).toBe(1_000_000);
  });

  it("that cannot be read, or are of another version, are passed over", () => {
    writeGate(home, folder("a"), manifest);
    writeFileSync(join(home, "gates/broken.json"), "{");
    writeFileSync(join(home, "gates/later.json"), '{"version":2}');
    writeFileSync(join(home, "gates/.tmp"), "x");
    expect(readGates(home)).toHaveLength(1);
  });
});
