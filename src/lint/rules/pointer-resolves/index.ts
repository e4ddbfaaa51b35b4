import { matchRow } from "../../../manifest/routes.ts";
import type { Pointer } from "../../../memory/pointers.ts";
import type { MemorySnapshot } from "../../../memory/snapshot.ts";
import { readMemoryFile } from "../../../memory/topic.ts";
import { anchorsOf, hasAnchor } from "../../anchors.ts";
import { placeOfNode, placer } from "../../place.ts";
import type { Finding, Place, Rule, RuleContext, Surroundings } from "../../rule.ts";
import { walk } from "../../../markdown/walk.ts";
import { followPointers, type Resolved, type Unresolved } from "../../unresolved.ts";

/** Every pointer of the index and its sub-indexes leads to a file that exists, and to a heading that exists in it. */
export const rule: Rule = {
  meta: {
    id: "pointer-resolves",
    target: "index-pages",
    severity: "error",
    summary: "Every pointer of the index leads to a file and heading that exist.",
    fixable: false,
    options: {},
    needsSnapshot: true,
  },
  check,
};

type PlaceAt = (start: number, end: number) => Place;

function check(context: RuleContext): Finding[] {
  const { file, markdown, snapshot, surroundings } = context;
  if (snapshot === undefined) return [];
  const { resolved, unresolved } = followPointers({ file, markdown }, snapshot);
  const placeAt = placer(markdown.text);
  const missing = unresolved.flatMap((one) => missingFile(one, snapshot, surroundings, placeAt));
  const lost = resolved.flatMap((one) => missingAnchor(one, context, snapshot, placeAt));
  return [...missing, ...lost, ...ownAnchors(context)];
}

function missingFile(
  { pointer, target }: Unresolved,
  snapshot: MemorySnapshot,
  surroundings: Surroundings | undefined,
  placeAt: PlaceAt,
): Finding[] {
  if (surroundings?.paths.has(target) === true) return [];
  const { files } = snapshot;
  const isOutside = pointer.paths.length === 0;
  // Where nobody could look around, only files of the memory itself can be said to be missing.
  if (surroundings?.hasProject !== true && !belongsToMemory(pointer, target, snapshot)) return [];
  const place = placeAt(pointer.start, pointer.end);
  const folded = new Set(pointer.paths.map((path) => path.toLowerCase()));
  const other = [...files.keys()].find((path) => folded.has(path.toLowerCase()));
  if (other !== undefined) {
    const message = `the file is called ${other}, in other case; write it so, or it is not found on every system`;
    return [{ id: "other-case", place, message, fixable: false }];
  }
  if (isOutside) {
    const message =
      "leads out of the memory to nothing that exists in the project; correct the path, or take the pointer out";
    return [{ id: "outside", place, message, fixable: false }];
  }
  const message = "no such file in the memory or its project; correct the path, or take the pointer out";
  return [{ id: "missing-file", place, message, fixable: false }];
}

/** Whether a path can only mean a file of the memory: a row describes it, or one of its folders holds files already. */
function belongsToMemory(pointer: Pointer, target: string, { files, manifest }: MemorySnapshot): boolean {
  if (pointer.paths.length === 0 || !/\.md$/iu.test(target)) return false;
  if (pointer.form !== "bare") return true;
  if (/(?:^|\/)(?:AGENTS|CLAUDE|README|CHANGELOG|CONTRIBUTING|GEMINI)\.md$/u.test(target)) return false;
  const folder = target.slice(0, target.lastIndexOf("/") + 1);
  if (folder !== "") for (const path of files.keys()) if (path.startsWith(folder)) return true;
  return pointer.paths.some((path) => matchRow(manifest, path) !== null);
}

function missingAnchor(
  { pointer, path }: Resolved,
  { file, markdown }: RuleContext,
  { files }: MemorySnapshot,
  placeAt: PlaceAt,
): Finding[] {
  const target = files.get(path);
  if (pointer.anchor === null || target === undefined) return [];
  const tree = path === file ? markdown.tree : readMemoryFile(target).markdown.tree;
  if (hasAnchor(anchorsOf(tree), pointer.anchor)) return [];
  return [anchorFinding(placeAt(pointer.start, pointer.end), path)];
}

/** Links to a heading of the same page. */
function ownAnchors({ file, markdown: { tree } }: RuleContext): Finding[] {
  const findings: Finding[] = [];
  walk(tree, (node) => {
    if (node.type !== "link" || !node.url.startsWith("#") || node.url === "#") return undefined;
    if (!hasAnchor(anchorsOf(tree), decoded(node.url.slice(1))))
      findings.push(anchorFinding(placeOfNode(node), file));
    return undefined;
  });
  return findings;
}

function anchorFinding(place: Place, path: string): Finding {
  const message = `${path} has no heading of that anchor; correct it, or point to the file`;
  return { id: "missing-anchor", place, message, fixable: false };
}

function decoded(anchor: string): string {
  try {
    return decodeURIComponent(anchor);
  } catch {
    return anchor;
  }
}
