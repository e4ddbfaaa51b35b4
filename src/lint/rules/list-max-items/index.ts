import type { List } from "mdast";
import { MOVE } from "../../measure.ts";
import { placeOfNode } from "../../place.ts";
import { carriesPointer } from "../../pointer.ts";
import { isRecent, listsOf, sectionOf } from "../../recent.ts";
import type { Finding, Rule, RuleContext } from "../../rule.ts";

/** Lists of the index are short; Recent has a rule of its own. */
export const rule: Rule = {
  meta: {
    id: "list-max-items",
    target: "index",
    severity: "error",
    summary: "A list of the index has at most so many items.",
    fixable: true,
    options: { max: 5, "pointer-lists": "limited" },
    limits: { max: "listItems" },
    choices: { "pointer-lists": ["limited", "free"] },
  },
  check,
};

function check({ markdown, manifest, options }: RuleContext): Finding[] {
  return listsOf(markdown.tree).flatMap(({ list, headings }) => {
    if (isRecent(headings, manifest)) return [];
    if (options["pointer-lists"] === "free" && isPointerList(list)) return [];
    const section = sectionOf(headings, manifest);
    const max = Math.max(Number(options["max"]), section?.form === "list" ? (section.max ?? 0) : 0);
    return tooLong(list, max);
  });
}

function isPointerList(list: List): boolean {
  return list.children.every((item) => carriesPointer(item));
}

function tooLong(list: List, max: number): Finding[] {
  const first = list.children[max];
  if (first === undefined) return [];
  const from = placeOfNode(first);
  const to = placeOfNode(list);
  return [
    {
      id: "too-many",
      place: { ...from, endLine: to.endLine, endColumn: to.endColumn, end: to.end },
      message: `list of ${list.children.length} items, limit ${max}; ${MOVE}`,
      fixable: true,
    },
  ];
}
