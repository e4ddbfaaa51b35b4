import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { presetManifest } from "../manifest/presets.ts";
import { indexTargets, matchIndexBase, parseIndexBase, type BaseRow } from "./index-base.ts";
import { readIndex, rowsOf } from "./index.ts";

const openclaw = presetManifest("openclaw").manifest;
const claude = presetManifest("claude-code").manifest;

const INDEX = `# Memory

Own words, see notes.md

## Projects

| name | status | detail file |
| --- | --- | --- |
| Billing | live | memory/entities/project-billing.md |
| [Shop](memory/entities/project-shop.md) | \`paused\` | |

## **Recent:**

- 2026-03-01: [fix the build](memory/handoffs/2026-03-01-101500-s1.md)
  more
- no pointer

## Family

1. [[anna]]
`;

describe("readIndex", () => {
  const index = readIndex(INDEX, openclaw);

  it("finds the manifest's sections by heading, case and marks ignored; others are a person's", () => {
    expect(index.sections.map(({ heading, section }) => [heading, section?.section ?? null])).toEqual([
      ["Memory", null],
      ["Projects", "Projects"],
      ["Recent:", "Recent"],
      ["Family", null],
    ]);
  });

  it("gives rows with form, cells and what they point to", () => {
    expect(
      rowsOf(index).map(({ form, line, cells, pointers }) => [
        form,
        line,
        cells.map((cell) => cell.text),
        pointers.flatMap((p) => p.paths),
      ]),
    ).toEqual([
      ["line", 3, ["Own words, see notes.md"], ["notes.md"]],
      [
        "table",
        9,
        ["Billing", "live", "memory/entities/project-billing.md"],
        ["memory/entities/project-billing.md"],
      ],
      [
        "table",
        10,
        ["[Shop](memory/entities/project-shop.md)", "`paused`", ""],
        ["memory/entities/project-shop.md"],
      ],
      [
        "list",
        14,
        ["2026-03-01: [fix the build](memory/handoffs/2026-03-01-101500-s1.md)\n  more"],
        ["memory/handoffs/2026-03-01-101500-s1.md"],
      ],
      ["list", 16, ["no pointer"], []],
      ["list", 20, ["[[anna]]"], ["anna.md"]],
    ]);
  });

  it("ends each section where the next begins", () => {
    const text = index.markdown.text;
    expect(index.sections.map(({ start, end }) => text.slice(start, end)).join("")).toBe(text);
  });

  it("gives the titles of a table and its place", () => {
    const table = index.sections[1]?.tables[0];
    expect(table?.titles).toEqual(["name", "status", "detail file"]);
    expect(index.markdown.text.slice(table?.start, table?.end)).toMatch(/^\| name [\s\S]*\| \|$/u);
  });

  it.each(["\n", "\r\n", "\r"])(
    "gives offsets that slice rows and cells, with line end %j and a byte order mark",
    (eol) => {
      const stored = INDEX.replaceAll("\n", eol);
      for (const row of rowsOf(readIndex(`\uFEFF${stored}`, openclaw))) {
        expect(stored.slice(row.start, row.end)).toBe(row.text);
        for (const cell of row.cells) expect(stored.slice(cell.start, cell.end)).toBe(cell.text);
      }
    },
  );

  it("reads any text without throwing, every section inside it", () => {
    const part = fc.constantFrom(
      "# A\n",
      "## Projects\n",
      "- a.md\n",
      "| a |\n| - |\n| b |\n",
      "<!-- handoff:begin -->\n",
      "<!-- handoff:end -->\n",
      "\n",
      "text\n",
    );
    fc.assert(
      fc.property(fc.array(part), fc.constantFrom(openclaw, claude), (parts, manifest) => {
        const text = parts.join("");
        let last = 0;
        for (const section of readIndex(text, manifest).sections) {
          expect(section.start).toBeGreaterThanOrEqual(last);
          expect(section.end).toBeGreaterThanOrEqual(section.headingEnd);
          expect(section.end).toBeLessThanOrEqual(text.length);
          last = section.end;
        }
      }),
    );
  });
});

describe("an index with our own block", () => {
  const text =
    "- [Mine](mine.md) — by hand\n\n<!-- handoff:begin -->\n- [A](a.md) — one\n- [B](b.md) — two\n<!-- handoff:end -->\n\n- [Later](later.md)\n";
  const index = readIndex(text, claude);

  it("tells rows of ours from those of others", () => {
    expect(rowsOf(index).map(({ pointers, own }) => [pointers[0]?.target, own])).toEqual([
      ["mine.md", false],
      ["a.md", true],
      ["b.md", true],
      ["later.md", false],
    ]);
  });

  it("gives the block and, inside it, the section without a name", () => {
    expect(text.slice(index.block?.innerStart, index.block?.innerEnd)).toBe(
      "\n- [A](a.md) — one\n- [B](b.md) — two\n",
    );
    expect(index.sections.map(({ own, section, rows }) => [own, section !== null, rows.length])).toEqual([
      [false, false, 1],
      [true, true, 2],
      [false, false, 1],
    ]);
  });

  it("has no row of ours before the block exists, and needs both markers", () => {
    expect(rowsOf(readIndex("- [A](a.md)\n", claude)).map((row) => row.own)).toEqual([false]);
    expect(readIndex("<!-- handoff:begin -->\n- [A](a.md)\n", claude).block).toBeNull();
  });
});

describe("matchIndexBase", () => {
  const row = (file: string, cells: string[], section = "Projects"): BaseRow => ({
    section,
    file,
    index: "MEMORY.md",
    cells,
    usedAt: null,
  });
  const files = new Map([
    ["memory/entities/project-billing.md", 1],
    ["memory/entities/project-shop.md", 1],
  ]);

  it("tells what we wrote, what a person changed in it, and a person's own rows", () => {
    const base = {
      version: 1 as const,
      rows: [
        row("memory/entities/project-billing.md", [
          "Billing",
          "planned",
          "memory/entities/project-billing.md",
        ]),
      ],
    };
    const based = matchIndexBase(readIndex(INDEX, openclaw), base, files);
    expect(based.map(({ file, base, changedCells }) => [file, base !== null, changedCells])).toEqual([
      [null, false, []],
      ["memory/entities/project-billing.md", true, [1]],
      ["memory/entities/project-shop.md", false, []],
      [null, false, []],
      [null, false, []],
      [null, false, []],
    ]);
  });

  it("pairs each base row once, in its own section first", () => {
    const text = "## Family\n- [A](a.md)\n\n## Projects\n- [A](a.md)\n- [A](a.md)\n";
    const base = { version: 1 as const, rows: [row("a.md", ["[A](a.md)"])] };
    const based = matchIndexBase(readIndex(text, openclaw), base, new Map([["a.md", 1]]));
    expect(based.map((entry) => entry.base !== null)).toEqual([false, true, false]);
  });

  it("knows which files the index reaches", () => {
    expect(indexTargets(readIndex(INDEX, openclaw), files)).toEqual(new Set(files.keys()));
  });

  it.each([undefined, "", "{", '{"version":1}'])("takes %j for an empty base", (text) => {
    expect(parseIndexBase(text)).toEqual({ version: 1, rows: [] });
  });
});
