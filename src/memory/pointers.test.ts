import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseMarkdown } from "../markdown/parse.ts";
import { definitionsOf, type Pointer, pointersOf, resolvePath, resolvePointer } from "./pointers.ts";

function pointersIn(source: string, file = "MEMORY.md"): Pointer[] {
  const { tree, text } = parseMarkdown(source);
  return pointersOf(tree, { file, text, definitions: definitionsOf(tree) });
}

const found = (source: string, file?: string): [string, string[]][] =>
  pointersIn(source, file).map(({ form, paths }) => [form, paths]);

describe("pointersOf", () => {
  it.each([
    ["[a](memory/a.md)", [["link", ["memory/a.md"]]]],
    ["[a](memory/a%20b.md#part)", [["link", ["memory/a b.md"]]]],
    ['[a](<memory/a b.md> "title")', [["link", ["memory/a b.md"]]]],
    ["[a][x]\n\n[x]: ./b.md", [["link", ["b.md"]]]],
    [
      "see memory/a.md, and b.md.",
      [
        ["bare", ["memory/a.md"]],
        ["bare", ["b.md"]],
      ],
    ],
    ["`memory/entities/project-x.md`", [["bare", ["memory/entities/project-x.md"]]]],
    ["**люди/Анна.md**", [["bare", ["люди/Анна.md"]]]],
    [
      "| a | memory/a.md |\n| - | - |\n| b | `c.md` |",
      [
        ["bare", ["memory/a.md"]],
        ["bare", ["c.md"]],
      ],
    ],
    [
      "[[billing]] and [[ops/db|the database]]",
      [
        ["wiki", ["billing.md"]],
        ["wiki", ["ops/db.md"]],
      ],
    ],
    ["[x](https://example.test/a.md) [y](mailto:a@b.md) [z](#part)", []],
    ["https://example.test/a.md", []],
    ["![pic](a.md)", []],
    ["a.mdx, notes.md.bak, x.md/y", []],
    [
      "[up](../a.md) [root](/a.md)",
      [
        ["link", []],
        ["link", []],
      ],
    ],
    ["no pointer here. md", []],
  ] as const)("finds in %j: %j", (source, expected) => {
    expect(found(source)).toEqual(expected);
  });

  it("reads links from the folder of the file, bare paths from the root too", () => {
    expect(found("[a](b.md) memory/c.md", "memory/MEMORY.md")).toEqual([
      ["link", ["memory/b.md"]],
      ["bare", ["memory/memory/c.md", "memory/c.md"]],
    ]);
  });

  it("gives the anchor apart", () => {
    expect(pointersIn("[a](b.md#two%20words)")[0]).toMatchObject({ target: "b.md", anchor: "two words" });
  });

  it("gives offsets of the pointer as written", () => {
    const source = "\uFEFF- 👩‍🚀 [a](b.md) & c.md [[d]]\r\n";
    const text = source.slice(1);
    expect(pointersIn(source).map(({ start, end }) => text.slice(start, end))).toEqual([
      "[a](b.md)",
      "c.md",
      "[[d]]",
    ]);
  });

  it("never leads out of the root", () => {
    const part = fc.constantFrom("..", ".", "a", "b c", "", "/", "~", "C:", "%2e%2e", "\\");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        for (const pointer of pointersIn(`[x](<${parts.join("/")}.md>)`, "memory/a.md")) {
          for (const path of pointer.paths) {
            expect(path.startsWith("/")).toBe(false);
            expect(path.split("/")).not.toContain("..");
          }
        }
      }),
    );
  });
});

describe("resolvePath", () => {
  it.each([
    ["a/", "../b.md", "b.md"],
    ["a/", "./c/../b.md", "a/b.md"],
    ["", "../b.md", null],
    ["a/", "../../b.md", null],
    ["", "/b.md", null],
    ["", "a\\b.md", null],
    ["", ".", null],
  ])("from %j %j is %j", (folder, target, path) => {
    expect(resolvePath(folder, target)).toBe(path);
  });
});

describe("resolvePointer", () => {
  const files = new Map([
    ["memory/Billing.md", 1],
    ["memory/c.md", 1],
  ]);

  it("takes the first path that exists, case exactly", () => {
    expect(pointersIn("memory/c.md", "memory/MEMORY.md").map((p) => resolvePointer(p, files))).toEqual([
      "memory/c.md",
    ]);
    expect(pointersIn("memory/billing.md").map((p) => resolvePointer(p, files))).toEqual([null]);
  });

  it("finds a wiki link by its name anywhere", () => {
    expect(pointersIn("[[billing]] [[gone]]").map((p) => resolvePointer(p, files))).toEqual([
      "memory/Billing.md",
      null,
    ]);
  });
});
