import type { Root } from "mdast";
import { isIgnored } from "../../../manifest/ignore.ts";
import { fieldValue, matchRow } from "../../../manifest/routes.ts";
import { frontMatterOf } from "../../../markdown/parse.ts";
import { topOf } from "../../place.ts";
import type { Finding, Rule, RuleContext } from "../../rule.ts";

/** A topic file says what it is about: front matter `name`, or a heading. */
export const rule: Rule = {
  meta: {
    id: "topic-shape",
    target: "memory",
    severity: "warn",
    summary: "A topic file has a front matter name or a heading.",
    fixable: false,
    options: {},
  },
  check,
};

function check({ file, manifest, markdown }: RuleContext): Finding[] {
  if (markdown.tree.children.some((node) => node.type === "heading")) return [];
  if (hasName(markdown.tree)) return [];
  const row = isIgnored(manifest, file) ? null : matchRow(manifest, file);
  if (row === null || row.unit === "boundary") return [];
  return [
    {
      id: "no-title",
      place: topOf(),
      message: "neither a heading nor a front matter name says what this file is about; add one of them",
      fixable: false,
    },
  ];
}

/** Front matter of agents is often no sound YAML (a colon within a value); its name is there to read all the same. */
function hasName(tree: Root): boolean {
  const [first] = tree.children;
  if (first?.type !== "yaml") return false;
  const fields = frontMatterOf(tree);
  return fields === null
    ? /^name:[ \t]*["']?[^\s"']/mu.test(first.value)
    : (fieldValue(fields, "name") ?? "").trim() !== "";
}
