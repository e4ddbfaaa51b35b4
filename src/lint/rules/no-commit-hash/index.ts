import type { InlineCode, Link, Nodes, Text } from "mdast";
import { MOVE } from "../../measure.ts";
import { placeOfNode, placer } from "../../place.ts";
import type { Finding, Place, Rule, RuleContext } from "../../rule.ts";
import { walk } from "../../../markdown/walk.ts";
import { findCommitHashes, hashOfCommitUrl, otherIdsOf } from "./hash.ts";

/** The index names no commits: they age with the next push and mean nothing without the repository. */
export const rule: Rule = {
  meta: {
    id: "no-commit-hash",
    target: "index",
    severity: "error",
    summary: "The index names no commit hash.",
    fixable: true,
    options: {},
  },
  check,
};

const BLOCKS = new Set(["paragraph", "heading", "tableCell", "code"]);

function check({ markdown: { tree, text }, snapshot }: RuleContext): Finding[] {
  // Most indexes hold none: do not walk them.
  if (!/[0-9a-f]{7}/iu.test(text)) return [];
  const findings: Finding[] = [];
  const otherIds = otherIdsOf(text, snapshot?.files.keys());
  const placeAt = placer(text);
  let blockStart = 0;
  walk(tree, (node) => {
    const { start, end } = placeOfNode(node);
    if (BLOCKS.has(node.type)) blockStart = start;
    if (node.type === "link" && isAutolink(node, text)) {
      const span = hashOfCommitUrl(text.slice(start, end));
      if (span !== null) findings.push(found(placeAt(start + span.start, start + span.end)));
      return false;
    }
    if (!isText(node)) return undefined;
    for (const span of findCommitHashes(text.slice(start, end), text.slice(blockStart, start), otherIds)) {
      findings.push(found(placeAt(start + span.start, start + span.end)));
    }
    return undefined;
  });
  return findings;
}

function isText(node: Nodes): node is Text | InlineCode | Extract<Nodes, { type: "code" }> {
  return node.type === "text" || node.type === "inlineCode" || node.type === "code";
}

/** A bare URL: what the reader sees is the URL itself. */
function isAutolink(link: Link, text: string): boolean {
  return text[link.position?.start.offset ?? 0] !== "[";
}

function found(place: Place): Finding {
  return {
    id: "hash",
    place,
    message: `commit hash of ${place.end - place.start} digits; ${MOVE}`,
    fixable: true,
  };
}
