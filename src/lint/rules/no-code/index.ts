import type { Code, InlineCode } from "mdast";
import { MOVE, counted } from "../../measure.ts";
import { placeOfNode } from "../../place.ts";
import type { Finding, Rule, RuleContext } from "../../rule.ts";
import { walk } from "../../../markdown/walk.ts";

/** The index shows no code: only names, paths and short commands. */
export const rule: Rule = {
  meta: {
    id: "no-code",
    target: "index",
    severity: "error",
    summary: "The index holds no code.",
    fixable: true,
    options: { words: 6 },
  },
  check,
};

/** Signs of a statement rather than of a name, path or command. */
const STATEMENTS: readonly RegExp[] = [
  /;(?:\s|$)/,
  /=>/,
  // An object, block or rule body; not a placeholder such as {slug} or ${HOME}.
  /\{[^{}]*[:;=\s][^{}]*\}/,
  /\s[-+*/|&]?=\s.*[([{]/,
  /\)\s*(?:\{|:\s*\w|->)/,
  /^(?:const|let|var)\s+\S+\s*=/,
  /^(?:async\s+)?(?:function|def|func|fn)\s+\w+\s*\(.*\)\s*[:{]/,
  /^(?:if|for|while|return|await|throw)\b.*[=(){}].*[:{;)]$/,
  /^import\s.+\sfrom\s|^from\s+\S+\s+import\s|^#include\s/,
  /^(?:select\s.+\sfrom|insert\s+into|update\s+\S+\s+set|delete\s+from|(?:create|alter|drop)\s+table)\s/i,
];

function check({ markdown, options }: RuleContext): Finding[] {
  const maxWords = Number(options["words"]);
  const findings: Finding[] = [];
  walk(markdown.tree, (node) => {
    if (node.type === "code") findings.push(blockFinding(node));
    if (node.type === "inlineCode") findings.push(...inlineFinding(node, maxWords));
    return undefined;
  });
  return findings;
}

function blockFinding(node: Code): Finding {
  const place = placeOfNode(node);
  const lines = node.value === "" ? 0 : node.value.split(/\r\n|\n|\r/).length;
  return {
    id: "block",
    place,
    message: `${counted(lines, "line")} of code at ${place.line}:${place.column}; ${MOVE}`,
    fixable: true,
  };
}

function inlineFinding(node: InlineCode, maxWords: number): Finding[] {
  const value = node.value.trim();
  const words = value.split(/\s+/).length;
  const isStatement = STATEMENTS.some((sign) => sign.test(value));
  if (words <= maxWords && !isStatement) return [];
  const what = isStatement
    ? "a statement in inline code"
    : `inline code of ${words} words, limit ${maxWords}`;
  return [{ id: "inline", place: placeOfNode(node), message: `${what}; ${MOVE}`, fixable: true }];
}
