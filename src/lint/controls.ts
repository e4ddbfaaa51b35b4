import type { Html, Nodes, Parents } from "mdast";
import { visit } from "unist-util-visit";
import type { MarkdownTree } from "../markdown/tree.ts";
import { placeOfNode } from "./place.ts";
import type { Place } from "./rule.ts";

/**
 * What a control comment does: `disable` until `enable`; `ignore` the next block (remark-message-control's word);
 * `next-line` the line below.
 */
type Verb = "disable" | "enable" | "ignore" | "next-line";

export interface Control {
  verb: Verb;
  /** Rule ids; empty: every rule. */
  rules: string[];
  place: Place;
  /** True for `handoff …` comments, false for `lint …`, which may name rules of other packages. */
  ours: boolean;
  /** What `ignore` covers, as offsets. */
  covers: { start: number; end: number } | null;
}

const OURS = /^<!--\s*handoff(?:-|\s+)(disable-next-line|disable|enable|ignore)(?:\s+([\w\s,:-]+?))?\s*-->$/;
const REMARK = /^<!--\s*lint\s+(disable|enable|ignore)(?:\s+([\w\s,:-]+?))?\s*-->$/;

/** The control comments of a file in the order they stand. */
export function readControls({ tree, text }: Pick<MarkdownTree, "tree" | "text">): Control[] {
  // Most files have none: do not walk them.
  if (!text.includes("<!--")) return [];
  const controls: Control[] = [];
  visit(tree, "html", (node, index, parent) => {
    const control = readControl(node);
    if (control === null) return;
    controls.push({ ...control, covers: control.verb === "ignore" ? nextBlock(parent, index) : null });
  });
  return controls;
}

function readControl(node: Html): Control | null {
  const comment = node.value.trim();
  const ours = OURS.exec(comment);
  const match = ours ?? REMARK.exec(comment);
  const word = match?.[1];
  if (word === undefined) return null;
  const rules = (match?.[2] ?? "").split(/[\s,]+/).filter((name) => name !== "");
  return {
    verb: word === "disable-next-line" ? "next-line" : (word as Verb),
    // remark users may write the package's name in front.
    rules: rules.map((name) => name.replace(/^(?:remark-lint|handoff):/, "")),
    place: placeOfNode(node),
    ours: ours !== null,
    covers: null,
  };
}

function nextBlock(parent: Parents | undefined, index: number | undefined): Control["covers"] {
  const following: Nodes[] = parent?.children.slice((index ?? 0) + 1) ?? [];
  const next = following.find((node) => node.type !== "html");
  const place = next === undefined ? undefined : placeOfNode(next);
  return place === undefined ? null : { start: place.start, end: place.end };
}

/** Whether comments turn a rule off at a place. The last `disable` or `enable` before it counts. */
export function isTurnedOff(controls: readonly Control[], rule: string, place: Place): boolean {
  let disabled = false;
  for (const control of controls) {
    if (control.rules.length > 0 && !control.rules.includes(rule)) continue;
    const { verb, covers } = control;
    if (verb === "ignore" && covers !== null && place.start >= covers.start && place.start < covers.end)
      return true;
    if (verb === "next-line" && place.line === control.place.endLine + 1) return true;
    if (control.place.start <= place.start && (verb === "disable" || verb === "enable"))
      disabled = verb === "disable";
  }
  return disabled;
}
