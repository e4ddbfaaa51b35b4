import { readdirSync, readFileSync } from "node:fs";
import type { Code } from "mdast";
import { toString } from "mdast-util-to-string";
import { describe, expect, it } from "vitest";
import { presetManifest } from "../manifest/presets.ts";
import { parseMarkdown } from "../markdown/parse.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { lintFile } from "./engine.ts";
import { lostFacts } from "./lost-facts.ts";
import { parseRuleArgument } from "./rule-argument.ts";
import { settingsFor } from "./rule-settings.ts";
import type { RuleSettings } from "./run-rules.ts";
import { rules } from "./rules.ts";

const folder = new URL("rules/", import.meta.url);
const { manifest } = presetManifest("openclaw");

interface Example {
  name: string;
  /** Where it stands; the index unless `at=` says otherwise. */
  file: string;
  text: string;
  options: string[];
  /** `line:column=id` in the order of the readme. */
  expected: string[];
  /** The other files of its memory, and those of the revision to compare with. */
  around: [path: string, text: string][];
  before: [path: string, text: string][];
}

const readme = (id: string) => parseMarkdown(readFileSync(new URL(`${id}/readme.md`, folder), "utf8"));

/**
 * The fences `markdown ok …` and `markdown not-ok … L:C=id` of a readme. Fences `markdown in PATH` and `markdown before
 * PATH` ahead of one are the other files of its memory, and the files of an earlier revision.
 */
function examplesOf(id: string): Example[] {
  const examples: Example[] = [];
  let around: Example["around"] = [];
  let before: Example["before"] = [];
  for (const node of readme(id).tree.children) {
    if (node.type !== "code" || node.lang !== "markdown") continue;
    const [verdict = "", path = ""] = (node.meta ?? "").split(" ");
    if (verdict === "in") around.push([path, `${node.value}\n`]);
    else if (verdict === "before") before.push([path, `${node.value}\n`]);
    else {
      examples.push({ ...exampleOf(node), around, before });
      [around, before] = [[], []];
    }
  }
  return examples;
}

function exampleOf(node: Code): Omit<Example, "around" | "before"> {
  const [verdict, ...words] = (node.meta ?? "").split(" ").filter((word) => word !== "");
  const expected = words.filter((word) => /^\d+:\d+=/.test(word));
  if (verdict !== "ok" && verdict !== "not-ok") throw new Error(`no verdict: ${node.meta}`);
  if ((verdict === "ok") !== (expected.length === 0)) throw new Error(`contradiction: ${node.meta}`);
  const valueOf = (name: string) => words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);
  const options = words.filter((word) => !expected.includes(word) && !/^(?:at|repeat)=/.test(word));
  const name = `${verdict}, line ${node.position?.start.line}`;
  const text = node.value.repeat(Number(valueOf("repeat") ?? 1));
  return { name, file: valueOf("at") ?? manifest.index, text: `${text}\n`, options, expected };
}

const memoryOf = (files: readonly (readonly [string, string])[]): MemorySnapshot => ({
  root: "/memory",
  manifest,
  manifestExists: true,
  files: new Map(files.map(([path, text]) => [path, { path, text, hash: "", modifiedAt: 0 }])),
  provenance: new Map(),
  internal: new Map(),
  tombstones: [],
  hasAgentsFile: false,
});

/** Only this rule, with these options. */
function onlyRule(id: string, options: readonly string[]): RuleSettings {
  const all = settingsFor(manifest, [parseRuleArgument([`${id}=error`, ...options].join(","))]);
  return new Map([...all].filter(([rule]) => rule === id));
}

it("lists every folder of rules/ once", () => {
  expect(rules.map((rule) => rule.meta.id).sort()).toEqual(readdirSync(folder).sort());
});

describe.each(rules.map((rule) => rule.meta))("$id", (meta) => {
  it.each(examplesOf(meta.id))(
    "judges its example as the readme says: $name",
    ({ file, text, options, expected, around, before }) => {
      const snapshot = memoryOf([...around, [file, text]]);
      const earlier = { revision: "main", snapshot: memoryOf(before), receipts: [] };
      const messages = lintFile({
        file,
        text,
        snapshot,
        manifest,
        settings: onlyRule(meta.id, options),
        honourControls: true,
        lost: before.length === 0 ? undefined : lostFacts(earlier, snapshot).get(file),
      });
      expect(messages.map(({ line, column, id }) => `${line}:${column}=${id}`)).toEqual(expected);
    },
  );

  it("sums itself up in one sentence", () => {
    expect(meta.summary).toMatch(/^[A-Z`].*\.$/);
  });

  it("has a readme with its id, why, every option with its default, and examples of both kinds", () => {
    const [title, why, ...rest] = readme(meta.id).tree.children;
    expect(title?.type === "heading" && toString(title)).toBe(meta.id);
    expect(why?.type).toBe("paragraph");
    const rows = rest.flatMap((node) => (node.type === "table" ? node.children.slice(1) : []));
    const documented = rows.map((row) => [toString(row.children[0]), toString(row.children[1])]);
    expect(documented).toEqual(Object.entries(meta.options).map(([name, value]) => [name, String(value)]));
    const kinds = examplesOf(meta.id).map(({ expected }) => expected.length > 0);
    expect(new Set(kinds)).toEqual(new Set([true, false]));
  });
});
