import type { Nodes } from "mdast";
import { MOVE, counted } from "../../measure.ts";
import { placeOfNode, placer } from "../../place.ts";
import type { Finding, Place, Rule, RuleContext } from "../../rule.ts";
import { walk } from "../../../markdown/walk.ts";
import { rawKindOf, type RawKind } from "./kinds.ts";

/** The index holds no pasted output: no stack traces, error messages, log lines or diffs. */
export const rule: Rule = {
  meta: {
    id: "no-raw-error",
    target: "index",
    severity: "error",
    summary: "The index holds no raw errors, logs or diffs.",
    fixable: true,
    options: {},
  },
  check,
};

/** Raw lines that follow each other in one block. */
interface Run {
  kind: RawKind;
  start: number;
  end: number;
  lines: number;
}

const BLOCKS = new Set<Nodes["type"]>(["paragraph", "heading", "tableCell", "code", "html"]);

function check({ markdown: { tree, text } }: RuleContext): Finding[] {
  const runs: Run[] = [];
  walk(tree, (node) => {
    const { start, end } = placeOfNode(node);
    if (node.type === "inlineCode") {
      const kind = rawKindOf(node.value);
      const isKnown = runs.some((run) => run.start < end && start < run.end);
      if (kind !== null && !isKnown) runs.push({ kind, start, end, lines: 1 });
    } else if (BLOCKS.has(node.type)) {
      runs.push(...rawRuns(text, start, end));
    }
    return undefined;
  });
  const placeAt = placer(text);
  return runs.map((run) => found(run, placeAt(run.start, run.end)));
}

/** Runs of raw lines between two offsets; a gap of one line (a source line below its frame) does not end a run. */
function rawRuns(text: string, from: number, to: number): Run[] {
  const runs: Run[] = [];
  let number = 0;
  let lastRaw = -2;
  for (const match of text.slice(from, to).matchAll(/[^\r\n]+/g)) {
    number += 1;
    const kind = rawKindOf(match[0]);
    if (kind === null) continue;
    const end = from + match.index + match[0].length;
    const start = end - match[0].replace(/^[\s>]+/, "").length;
    const open = runs.at(-1);
    if (open !== undefined && number - lastRaw <= 2) {
      open.lines += number - lastRaw;
      open.end = end;
    } else {
      runs.push({ kind, start, end, lines: 1 });
    }
    lastRaw = number;
  }
  return runs;
}

function found({ kind, lines }: Run, place: Place): Finding {
  return {
    id: kind.replaceAll(" ", "-"),
    place,
    message: `${counted(lines, "line")} of raw output (${kind}); ${MOVE}`,
    fixable: true,
  };
}
