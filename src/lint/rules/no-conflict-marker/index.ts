import type { Code } from "mdast";
import type { MarkdownTree } from "../../../markdown/tree.ts";
import { placeOfNode, placer, topOf } from "../../place.ts";
import type { Finding, Rule, RuleContext } from "../../rule.ts";

/** Names that sync tools give to the other copy: Dropbox and Nextcloud, Syncthing, and what git leaves. */
const CONFLICT_NAME =
  /\((?:[^()]*\s)?conflicted copy(?:\s[^()]*)?\)|\.sync-conflict-\d{8}-\d{6}|[._](?:LOCAL|REMOTE|BASE|BACKUP)[._]\d+\.md$/iu;

const BEGIN = /^<{7}(?: [^\r\n]*)?$/gmu;
const MIDDLE = /^={7}$/mu;
const END = /^>{7}(?: [^\r\n]*)?$/mu;

/** No unresolved conflict of git or a sync tool. */
export const rule: Rule = {
  meta: {
    id: "no-conflict-marker",
    target: "memory",
    severity: "error",
    summary: "No unresolved conflict of git or a sync tool.",
    fixable: false,
    options: {},
  },
  check,
};

function check({ file, markdown }: RuleContext): Finding[] {
  return [...copyOf(file), ...markersIn(markdown)];
}

function copyOf(file: string): Finding[] {
  if (!CONFLICT_NAME.test(file)) return [];
  return [
    {
      id: "copy",
      place: topOf(),
      message:
        "second copy that a sync tool left after a conflict; take over what only it says, then delete it",
      fixable: false,
    },
  ];
}

function markersIn(markdown: MarkdownTree): Finding[] {
  const { text } = markdown;
  // Most files hold none: do not ask for the tree.
  if (!text.includes("<<<<<<<")) return [];
  const examples = markdown.tree.children
    .filter((node): node is Code => node.type === "code")
    .map(placeOfNode);
  const placeAt = placer(text);
  return [...text.matchAll(BEGIN)].flatMap((match) => {
    const start = match.index;
    const rest = text.slice(start);
    const middle = rest.search(MIDDLE);
    const end = END.exec(rest);
    if (middle === -1 || end === null || end.index < middle) return [];
    const stop = start + end.index + end[0].length;
    // A whole conflict inside one code block is shown, not left over.
    if (examples.some((code) => code.start < start && stop < code.end)) return [];
    return [
      {
        id: "marker",
        place: placeAt(start, stop),
        message: "unresolved merge conflict; keep what is true of both sides and delete the markers",
        fixable: false,
      },
    ];
  });
}
