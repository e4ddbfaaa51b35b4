import { readdirSync, readFileSync } from "node:fs";
import type { Code } from "mdast";
import { toString } from "mdast-util-to-string";
import { describe, expect, it } from "vitest";
import { presetManifest } from "../manifest/presets.ts";
import { parseMarkdown } from "../markdown/parse.ts";
import { lintFile } from "./engine.ts";
import { parseRuleArgument } from "./rule-argument.ts";
import { settingsFor, type RuleSettings } from "./rule-settings.ts";
import { rules } from "./rules.ts";

const folder = new URL("rules/", import.meta.url);
const { manifest } = presetManifest("openclaw");

interface Example {
  name: string;
  text: string;
  options: string[];
  /** `line:column=id` in the order of the readme. */
  expected: string[];
}

const readme = (id: string) => parseMarkdown(readFileSync(new URL(`${id}/readme.md`, folder), "utf8"));

/** The fences `markdown ok …` and `markdown not-ok … L:C=id` of a readme. */
function examplesOf(id: string): Example[] {
  return readme(id).tree.children.flatMap((node) => (node.type === "code" ? exampleOf(node) : []));
}

function exampleOf(node: Code): Example[] {
  const [verdict, ...words] = (node.meta ?? "").split(" ");
  if (node.lang !== "markdown" || (verdict !== "ok" && verdict !== "not-ok")) return [];
  const expected = words.filter((word) => /^\d+:\d+=/.test(word));
  if ((verdict === "ok") !== (expected.length === 0)) throw new Error(`contradiction: ${node.meta}`);
  const options = words.filter((word) => !expected.includes(word));
  const name = `${verdict}, line ${node.position?.start.line}`;
  return [{ name, text: `${node.value}\n`, options, expected }];
}

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
    ({ text, options, expected }) => {
      const messages = lintFile({
        file: manifest.index,
        text,
        manifest,
        settings: onlyRule(meta.id, options),
        honourControls: true,
      });
      expect(messages.map(({ line, column, id }) => `${line}:${column}=${id}`)).toEqual(expected);
    },
  );

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
