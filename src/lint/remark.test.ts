import { remark } from "remark";
import remarkFrontmatter from "remark-frontmatter";
import remarkGfm from "remark-gfm";
import { describe, expect, it } from "vitest";
import { VFile } from "vfile";
import { presetManifest } from "../manifest/presets.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { checkRule } from "./check-rule.ts";
import { lintFile } from "./engine.ts";
import { remarkRules } from "./remark.ts";
import { settingsFor } from "./rule-settings.ts";
import { rules } from "./rules.ts";

const { manifest } = presetManifest("openclaw");

const snapshot: MemorySnapshot = {
  root: "/memory",
  manifest,
  manifestExists: true,
  files: new Map(),
  provenance: new Map(),
  internal: new Map(),
  tombstones: [],
  hasAgentsFile: false,
};

const SAMPLE = `---
updated: 2026-02-03
---
# Memory

Prose, fixed in 3f2c9ab.

\`\`\`
TypeError: cart is undefined
\`\`\`

| a | b |
| --- | --- |
| x | 3f2c9ab1 |

## Recent

- [some day](a.md)
`;

function processor() {
  const base = remark().use(remarkFrontmatter, ["yaml"]).use(remarkGfm);
  for (const plugin of Object.values(remarkRules)) base.use(plugin);
  return base;
}

async function run(file: VFile): Promise<VFile> {
  const chain = processor();
  await chain.run(chain.parse(file), file);
  return file;
}

describe("remark rules", () => {
  it.each([
    ["LF", SAMPLE],
    ["BOM and CRLF", `\uFEFF${SAMPLE.replaceAll("\n", "\r\n")}`],
  ])("say the same as the engine, at the same places: %s", async (_, text) => {
    const file = new VFile({ path: "/memory/MEMORY.md", value: text });
    file.data.handoff = snapshot;
    const { messages } = await run(file);
    const expected = lintFile({
      file: "MEMORY.md",
      text,
      snapshot,
      manifest,
      settings: settingsFor(manifest),
      honourControls: true,
    });
    const place = (line?: number, column?: number, rule?: string) => `${line}:${column} ${rule}`;
    expect(messages.map(({ line, column, ruleId }) => place(line, column, ruleId)).sort()).toEqual(
      expected.map(({ line, column, rule }) => place(line, column, rule)).sort(),
    );
    expect(messages.length).toBeGreaterThan(4);
    expect(messages.every(({ source, fatal, url }) => source === "handoff" && fatal && url)).toBe(true);
  });

  it("take a severity and options as remark-lint rules do", async () => {
    const file = new VFile("- [a](a.md)\n- [b](b.md)\n");
    const plugin = remarkRules["list-max-items"];
    if (plugin === undefined) throw new Error("no such rule");
    const chain = remark().use(plugin, ["warn", { max: 1 }]);
    await chain.run(chain.parse(file), file);
    expect(file.messages.map(({ fatal, line }) => [fatal, line])).toEqual([[false, 2]]);
  });

  it("leave a file alone that is not the index, and say what they could not check", async () => {
    const file = new VFile({ path: "memory/shop.md", value: SAMPLE });
    const { messages } = await run(file);
    const needing = rules
      .filter(({ meta }) => meta.needsSnapshot === true && meta.target === "memory")
      .map(({ meta }) => meta.id);
    expect(messages.map(({ ruleId }) => ruleId)).toEqual(needing);
    expect(messages.every(({ reason }) => reason.startsWith("not checked:"))).toBe(true);
  });
});

it("a rule that needs the whole memory says so when it has none", () => {
  const [rule] = rules;
  if (rule === undefined) throw new Error("no rules");
  const needy = { ...rule, meta: { ...rule.meta, needsSnapshot: true } };
  const context = {
    file: "MEMORY.md",
    markdown: { tree: { type: "root" as const, children: [] }, text: "", hasBom: false, frontMatter: null },
    manifest,
    options: {},
    knownRules: [],
  };
  const markdown = { ...context.markdown, lineEnding: "\n" as const };
  const said = (given: MemorySnapshot | undefined) =>
    checkRule(needy, { ...context, markdown, options: { max: 9 }, snapshot: given }).map(({ id }) => id);
  expect(said(undefined)).toEqual(["not-checked"]);
  expect(said(snapshot)).toEqual([]);
});

it("a finding that only warns stays a warning where the rule is an error", async () => {
  const { "index-max-chars": plugin } = remarkRules;
  if (plugin === undefined) throw new Error("no such rule");
  const judge = async (chars: number) => {
    const file = new VFile("x".repeat(chars));
    const chain = remark().use(plugin, ["error", { max: 100 }]);
    await chain.run(chain.parse(file), file);
    return file.messages.map(({ fatal }) => fatal);
  };
  expect(await judge(99)).toEqual([false]);
  expect(await judge(100)).toEqual([true]);
});
