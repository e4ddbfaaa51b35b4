import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PresetId } from "../manifest/manifest.ts";
import { presetManifest } from "../manifest/presets.ts";
import type { ProvenanceFile } from "../memory/provenance.ts";
import type { MemoryFile, MemorySnapshot } from "../memory/snapshot.ts";
import { textHash } from "../plan/draft.ts";
import { indexProblems } from "./index-left.ts";
import { type Migration, planMigration } from "./plan-migration.ts";
import { quarantineText } from "./quarantine.ts";
import { assertNothingLost } from "./second-look.ts";

type Texts = ReadonlyMap<string, string>;

function snapshotOf(preset: PresetId, texts: Texts, internal: Texts = new Map()): MemorySnapshot {
  const asFiles = (all: Texts): Map<string, MemoryFile> =>
    new Map([...all].map(([path, text]) => [path, { path, text, hash: textHash(text), modifiedAt: 0 }]));
  const provenance = new Map<string, ProvenanceFile>();
  for (const [path, text] of internal) {
    if (path.endsWith("/index.json")) continue;
    const file = JSON.parse(text) as ProvenanceFile;
    provenance.set(file.file, file);
  }
  return {
    root: "/home/me/shop",
    manifest: presetManifest(preset).manifest,
    manifestExists: true,
    files: asFiles(texts),
    provenance,
    internal: asFiles(internal),
    tombstones: [],
    hasAgentsFile: false,
  };
}

const plan = (snapshot: MemorySnapshot): Migration =>
  planMigration({ snapshot, now: new Date("2026-05-01T10:00:00Z"), heal: false, person: "me" });

function applied(before: Texts, { plan: { edits } }: Migration): { texts: Texts; internal: Texts } {
  const texts = new Map(before);
  const internal = new Map<string, string>();
  for (const { file, area, after } of edits) {
    const target = area === "memory" ? texts : internal;
    if (after === null) target.delete(file);
    else target.set(file, after);
  }
  return { texts, internal };
}

const TOPICS: Texts = new Map([
  [
    "memory/entities/project-atlas.md",
    "---\nname: Atlas\n---\n\n# Atlas\n\n- one statement of a good six words\n\n## Status\n\n- ok\n",
  ],
  ["memory/lessons.md", "# Lessons\n\n- an old lesson\n"],
  ["atlas.md", "---\nname: Atlas\nmetadata:\n  type: project\n---\n\n# Atlas\n\n```\nopen\n"],
]);

const PIECES = [
  "# Memory\n\n",
  "## Projects\n\n",
  "### Atlas\n\n",
  "## Infrastructure\n\n",
  "## TODO\n\n",
  "## Atlas (Go, owner Mia)\n\n",
  "## [Linked](docs/x.md) heading\n\n",
  "Setext name\n===\n\n",
  "Plain text here. TODO: more of it! We chose Go.\n\n",
  "- Atlas is a thing\n  - child\n    - deeper\n",
  "* starred\n\n  second paragraph\n\n",
  "1. first\n2. second\n\n",
  "- [ ] open task\n- [x] closed task\n",
  "| Name | Role |\n|---|---|\n| Mia | lead |\n| Jon | dev |\n\n",
  "| topic | link |\n|---|---|\n| a | [x](memory/lessons.md) |\n| b | words only |\n\n",
  "```js\nconst x = 1;\n```\n\n",
  "> quoted\nlazy line\n\n",
  "<!-- a comment -->\n\n",
  "See [a][ref] and note[^n], [rel](docs/x.md#y), ![i](<pics/c d.png>).\n\n",
  "[ref]: docs/ref.md 'title'\n\n",
  "[^n]: words of the note\n\n",
  "***\n\n",
  "- [Atlas](memory/entities/project-atlas.md) the project\n",
  "- [Gone](memory/gone.md)\n",
  "- 2026-02-03: fixed in commit 4f2c9ab\n",
  "- token: ghp_0123456789abcdefghijklmnopqrstuvwxyzAB\n",
  "- one statement of a good six words\n",
  "- Status: active\n",
  "Всегда запускать тесты. Временно выключено.\n\n",
  "总是运行测试。暂时没有搜索。\n\n",
  "[[wiki]] 😀 עברית שלום\n\n",
  "```\nopen fence\n",
];

const TABLE = "| Name | Role |\n|---|---|\n| Mia | lead |\n| Jon | dev |\n\n";
const TWICE = `## TODO\n\n${TABLE}${TABLE}`;

const sources = fc
  .tuple(fc.boolean(), fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }), fc.constantFrom("\n", "\r\n"))
  .map(([bom, parts, eol]) => (bom ? "\uFEFF" : "") + parts.join("").replaceAll("\n", eol));

describe("planMigration", () => {
  it("loses nothing, changes no topic of a person, leaves a clean index and nothing to do", () => {
    fc.assert(
      fc.property(sources, fc.constantFrom<PresetId>("openclaw", "claude-code", "repo"), (source, preset) => {
        const before = new Map([["MEMORY.md", source], ...TOPICS]);
        const migration = plan(snapshotOf(preset, before));
        const { texts, internal } = applied(before, migration);
        const quarantined = quarantineText(migration);
        assertNothingLost(snapshotOf(preset, before), migration, texts, quarantined);
        for (const [path, text] of TOPICS) expect(texts.get(path)?.startsWith(text.trimEnd())).toBe(true);
        const after = snapshotOf(preset, texts, internal);
        expect(indexProblems(after, after.manifest, texts.get("MEMORY.md") ?? "")).toEqual([]);
        expect(plan(after).plan.edits).toEqual([]);
      }),
      { numRuns: 60, examples: [[TWICE, "openclaw"]] },
    );
  });

  it("has one entry in its account for every piece, and each byte of them once", () => {
    const source = PIECES.join("");
    const { account } = plan(snapshotOf("openclaw", new Map([["MEMORY.md", source], ...TOPICS])));
    for (const [at, entry] of account.entries()) {
      expect(entry.start).toBeGreaterThanOrEqual(account[at - 1]?.end ?? 0);
      expect(entry.fate === "moved" ? entry.file : "none").not.toBeNull();
    }
  });
});
