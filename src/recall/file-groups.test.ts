import { describe, expect, it } from "vitest";
import { groupFiles, shortPaths } from "./file-groups.ts";

const touched = (...paths: string[]) => paths.map((path) => ({ path, edits: 1, reads: 0 }));

describe("paths in short", () => {
  it.each([
    [
      ["src/a.ts", "docs/b.md"],
      ["a.ts", "b.md"],
    ],
    [
      ["src/lint/index.ts", "src/store/index.ts"],
      ["lint/index.ts", "store/index.ts"],
    ],
    [
      [".agent/settings.json", "../try/.agent/settings.json", "../else/.agent/settings.json"],
      [".agent/settings.json", "try/.agent/settings.json", "else/.agent/settings.json"],
    ],
    [
      ["README.md", "docs/README.md"],
      ["README.md", "docs/README.md"],
    ],
    [["/README.md"], ["README.md"]],
  ])("of %j are %j", (paths, short) => {
    expect(shortPaths(touched(...paths), touched(...paths))).toEqual(short);
  });
});

it("paths by folder name a folder once, and six of its files at most", () => {
  const files = touched(
    "src/a.ts",
    "src/b.ts",
    "README.md",
    ...Array.from({ length: 6 }, (_, n) => `src/${n}.ts`),
  );
  expect(groupFiles(files)).toEqual([
    "src/{a.ts, b.ts, 0.ts, 1.ts, 2.ts, 3.ts}",
    "README.md",
    "src/{4.ts, 5.ts}",
  ]);
});
