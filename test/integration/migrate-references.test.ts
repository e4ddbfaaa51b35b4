import fc from "fast-check";
import { toString } from "mdast-util-to-string";
import { visit } from "unist-util-visit";
import { describe, expect, it } from "vitest";
import { parseMarkdown } from "../../src/markdown/parse.ts";
import type { PresetId } from "../../src/manifest/manifest.ts";
import { presetManifest } from "../../src/manifest/presets.ts";
import { folderOf, resolvePath } from "../../src/memory/pointers.ts";
import type { MemoryFile, MemorySnapshot } from "../../src/memory/snapshot.ts";
import { planMigration } from "../../src/migrate/plan-migration.ts";
import { quarantineText } from "../../src/migrate/quarantine.ts";
import { assertNothingLost, plannedTexts } from "../../src/migrate/second-look.ts";
import { textHash } from "../../src/plan/draft.ts";

/** Cases: few in the suite, more by hand (`REFERENCE_CASES=2000`). */
const CASES = Number(process.env["REFERENCE_CASES"] ?? 80);

function snapshotOf(preset: PresetId, text: string): MemorySnapshot {
  const file = (path: string, content: string): MemoryFile => ({
    path,
    text: content,
    hash: textHash(content),
    modifiedAt: 0,
  });
  return {
    root: "/home/me/shop",
    manifest: presetManifest(preset).manifest,
    manifestExists: true,
    files: new Map([
      ["MEMORY.md", file("MEMORY.md", text)],
      ["docs/a.md", file("docs/a.md", "# A\n\n- one\n")],
    ]),
    provenance: new Map(),
    internal: new Map(),
    tombstones: [],
    hasAgentsFile: false,
  };
}

/** Where each reference with a word of its own leads: "word → path below the root" or the words of the footnote. */
function leadsOf(text: string, file: string): Set<string> {
  const { tree } = parseMarkdown(text);
  const targets = new Map<string, string>();
  const found = new Set<string>();
  visit(tree, (node) => {
    const isNew = (key: string): boolean => !targets.has(key);
    if (node.type === "definition" && isNew(`link ${node.identifier}`))
      targets.set(`link ${node.identifier}`, rooted(node.url, file));
    if (node.type === "footnoteDefinition" && isNew(`note ${node.identifier}`))
      targets.set(`note ${node.identifier}`, toString(node).trim());
  });
  visit(tree, (node, at, parent) => {
    if (node.type === "linkReference") add(toString(node), `link ${node.identifier}`);
    if (node.type === "imageReference") add(node.alt ?? "", `link ${node.identifier}`);
    if (node.type === "link") found.add(`${toString(node)} → ${rooted(node.url, file)}`);
    if (node.type === "footnoteReference" && at !== undefined && parent !== undefined) {
      const before = parent.children[at - 1];
      const word = /\S+$/u.exec(before?.type === "text" ? before.value : "")?.[0];
      if (word !== undefined) add(word, `note ${node.identifier}`);
    }
  });
  return found;

  function add(word: string, key: string): void {
    found.add(`${word} → ${targets.get(key) ?? "nowhere"}`);
  }
}

function rooted(url: string, file: string): string {
  return /^[a-z]+:/u.test(url) ? url : (resolvePath(folderOf(file), url) ?? url);
}

const LABELS = ["one", "Two words", "three"] as const;

const use = fc
  .tuple(fc.integer({ min: 0, max: 999 }), fc.constantFrom(...LABELS), fc.integer({ min: 0, max: 4 }))
  .map(([at, label, form]) => {
    const word = `word${String(at).replace(/\d/gu, (digit) => "abcdefghij"[Number(digit)] ?? "")}`;
    return (
      [
        `see [${word}][${label}] there`,
        `shown ![${word}][${label}]`,
        `as in ${word}[^${label.replace(" ", "-")}] below`,
        `go to [${word}](docs/a.md) first`,
        `and [${word}][${label.toUpperCase()}] again`,
      ][form] ?? ""
    );
  });

const line = fc
  .tuple(
    fc.constantFrom(
      "- ",
      "- ",
      "",
      "- [ ] ",
      "- Always ",
      "- We chose Go: ",
      "> ",
      "- fixed in commit 4f2c9ab, ",
      "## On ",
      "- Mia Torres: ",
      "- TODO: ",
    ),
    fc.array(use, { minLength: 1, maxLength: 2 }),
  )
  .map(([mark, uses]) => `${mark}${uses.join(", ")}\n${mark.startsWith("-") ? "" : "\n"}`);

const definition = fc.constantFrom(
  "\n[one]: docs/a.md\n\n",
  "\n[two words]: <docs/b c.md> 'Title'\n\n",
  "\n[three]: https://example.test/x\n\n",
  "\n[one]: docs/second.md\n\n",
  "\n[^one]: a note of [deep][three]\n\n",
  "\n[^Two-words]: another note, see [its link](docs/d.md)\n\n",
  "\n[^three]: first line\n\n    second paragraph with [two][Two words]\n\n",
);

const heading = fc.constantFrom(
  "\n## Projects\n\n### Atlas\n\n",
  "\n## People\n\n",
  "\n## Lessons\n\n",
  "\n## TODO\n\n",
  "\n## Recent\n\n",
  "\n## Misc\n\n",
  "\n## Links\n\n",
);

const texts = fc
  .array(fc.oneof({ weight: 4, arbitrary: line }, { weight: 2, arbitrary: definition }, heading), {
    minLength: 2,
    maxLength: 14,
  })
  .map((parts) => `# Memory\n\n${parts.join("")}`);

describe("references of a migrated index", () => {
  it("lead where they led, whatever files the pieces went to", () => {
    fc.assert(
      fc.property(texts, fc.constantFrom<PresetId>("openclaw", "claude-code", "repo"), (text, preset) => {
        const before = snapshotOf(preset, text);
        const migration = planMigration({
          snapshot: before,
          now: new Date("2026-05-01T10:00:00Z"),
          heal: false,
          person: "me",
        });
        const after = plannedTexts(before, migration);
        assertNothingLost(before, migration, after, quarantineText(migration));
        const leads = new Set([...after].flatMap(([file, content]) => [...leadsOf(content, file)]));
        expect([...leadsOf(text, "MEMORY.md")].filter((lead) => !leads.has(lead))).toEqual([]);
      }),
      { numRuns: CASES, seed: 4711 },
    );
  });
});
