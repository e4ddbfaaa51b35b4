import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PresetId } from "../../src/manifest/manifest.ts";
import { presetManifest } from "../../src/manifest/presets.ts";
import type { MemoryFile, MemorySnapshot } from "../../src/memory/snapshot.ts";
import { planMigration } from "../../src/migrate/plan-migration.ts";
import { quarantineText } from "../../src/migrate/quarantine.ts";
import { assertNothingLost, plannedTexts } from "../../src/migrate/second-look.ts";
import { textHash } from "../../src/plan/draft.ts";
import { oddMarkdown } from "../fixtures/migrate/odd-markdown.ts";

/** Cases: few in the suite, more by hand (`ODD_CASES=2000`). */
const CASES = Number(process.env["ODD_CASES"] ?? 60);

function snapshotOf(preset: PresetId, text: string): MemorySnapshot {
  const file: MemoryFile = { path: "MEMORY.md", text, hash: textHash(text), modifiedAt: 0 };
  return {
    root: "/home/me/shop",
    manifest: presetManifest(preset).manifest,
    manifestExists: true,
    files: new Map([[file.path, file]]),
    provenance: new Map(),
    internal: new Map(),
    tombstones: [],
    hasAgentsFile: false,
  };
}

/** What looks like a link in HTML inside a list leads nowhere, so it keeps its words when it moves. */
const HTML_IN_A_LIST = '# Memory\n\n- <div align="x">\n  The facta [a](b.md) [c](../d.md)\n  </div>\n';

/** A fence that ends with the quote it stands in does not make code of what comes after. */
const FENCE_IN_A_QUOTE =
  "# Memory\n\n> - ~~~\n>   The facta\nlazy\n\n# Memory\n\nThe factb. 总是运行测试。暂时没有搜索。\n---\n\ntext\n";

/** Text that begins as a definition does is none. */
const HALF_A_DEFINITION = "# Memory\n\n[facta]: factb always first.\n\n[factc]: factd.md 'open\n";

/** Sections of one heading become one, also where an underline makes a heading of two lines. */
const UNDERLINED_TWICE = "# Memory\n\nfacta\nOld stuff\n---\n\nfactb\n\nfacta\nOld stuff\n---\n\nfactc\n";

/** Words of a text as a multiset, however it is marked up. */
function wordsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of text.match(/[\p{L}\p{N}]+/gu) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

describe("migration of odd Markdown", () => {
  it("loses no word, and the second look agrees", () => {
    fc.assert(
      fc.property(oddMarkdown, fc.constantFrom<PresetId>("openclaw", "claude-code"), (text, preset) => {
        const before = snapshotOf(preset, text);
        const migration = planMigration({
          snapshot: before,
          now: new Date("2026-05-01T10:00:00Z"),
          heal: false,
          person: "me",
        });
        const after = plannedTexts(before, migration);
        const quarantined = quarantineText(migration);
        assertNothingLost(before, migration, after, quarantined);
        const written = wordsOf([...after.values(), quarantined].join("\n"));
        const lost = [...wordsOf(text).keys()].filter(
          (word) => word.startsWith("fact") && !written.has(word),
        );
        expect(lost).toEqual([]);
      }),
      {
        numRuns: CASES,
        seed: 4711,
        examples: [
          [HTML_IN_A_LIST, "openclaw"],
          [FENCE_IN_A_QUOTE, "openclaw"],
          [UNDERLINED_TWICE, "openclaw"],
          [HALF_A_DEFINITION, "openclaw"],
        ],
      },
    );
  });
});
