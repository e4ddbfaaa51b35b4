import { describe, expect, it } from "vitest";
import { presetManifest } from "../manifest/presets.ts";
import type { MemoryFile, MemorySnapshot } from "../memory/snapshot.ts";
import { strayContent } from "./stray-content.ts";

function memory(index: string | null): MemorySnapshot {
  const file = (path: string, text: string): [string, MemoryFile] => [
    path,
    { path, text, hash: path, modifiedAt: 0 },
  ];
  const files = [file("memory/topics/build.md", "# Build\n\nHow it is built.\n")];
  return {
    root: "/shop",
    manifest: presetManifest("openclaw").manifest,
    manifestExists: false,
    files: new Map(index === null ? files : [...files, file("MEMORY.md", index)]),
    provenance: new Map(),
    internal: new Map(),
    tombstones: [],
    hasAgentsFile: false,
  };
}

describe("strayContent", () => {
  it("is nothing for an index of pointers, and where there is none", () => {
    const index = "# Memory\n\n## Topics\n\n- [build](memory/topics/build.md): how it is built\n";
    expect(strayContent(memory(index))).toBeNull();
    expect(strayContent(memory(null))).toBeNull();
  });

  it("names the lines that hold content, and says nothing of what they say", () => {
    const fact =
      "The till rounds to five cents because the bank asked for it in March, and the tests say so too.";
    const said = strayContent(
      memory(`# Memory\n\n${fact}\n\n- [build](memory/topics/build.md): how it is built\n`),
    );
    expect(said).toContain("MEMORY.md is for pointers only, but line 3 of it holds content");
    expect(said).not.toContain("till");
  });

  it("names a few of many", () => {
    const facts = Array.from(
      { length: 20 },
      (_, at) => `Fact ${at} is a whole sentence that stands in the index.`,
    );
    expect(strayContent(memory(`# Memory\n\n${facts.join("\n\n")}\n`))).toMatch(
      /lines 3(?:, \d+){7} and 12 more/u,
    );
  });
});
