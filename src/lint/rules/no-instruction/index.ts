import type { Nodes, Root } from "mdast";
import { hasOverridePhrase, overridePhrases } from "../../../privacy/override-phrases.ts";
import { placeOfNode } from "../../place.ts";
import type { Finding, Rule, RuleContext } from "../../rule.ts";
import { isTalkedAbout } from "./talked-about.ts";

/** Blocks of one fact's size, which the phrases are made for. */
const BLOCKS: ReadonlySet<Nodes["type"]> = new Set([
  "paragraph",
  "heading",
  "tableRow",
  "code",
  "html",
  "yaml",
  "definition",
]);

/** No phrase that tries to override an agent's instructions; a memory is read as notes, but it is read. */
export const rule: Rule = {
  meta: {
    id: "no-instruction",
    target: "memory",
    severity: "warn",
    summary: "No phrase that tries to override the agent's instructions.",
    fixable: false,
    options: {},
  },
  check,
};

function check({ markdown }: RuleContext): Finding[] {
  const { text } = markdown;
  // Most files hold none: do not ask for the tree.
  if (!hasOverridePhrase(text)) return [];
  return blocksOf(markdown.tree)
    .filter((node) => addresses(node, sourceOf(node, text)))
    .map((node) => ({
      id: "override",
      place: placeOfNode(node),
      message:
        "phrase that tries to override the agent's instructions; delete it, or say in the third person what was seen",
      fixable: false,
    }));
}

/** Whether a block says such a phrase to its reader, and does not only talk about it. */
function addresses(node: Nodes, source: string): boolean {
  const isCode = node.type === "code" || node.type === "yaml";
  return overridePhrases(source).some((span) => !isTalkedAbout(source, span, isCode));
}

function blocksOf(node: Nodes | Root): Nodes[] {
  if (BLOCKS.has(node.type)) return [node];
  return "children" in node ? node.children.flatMap((child) => blocksOf(child)) : [];
}

function sourceOf(node: Nodes, text: string): string {
  const { start, end } = placeOfNode(node);
  return text.slice(start, end);
}
