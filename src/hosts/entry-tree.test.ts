import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EntryTree, type TreeNode } from "./entry-tree.ts";

const entry = (id: string, parentId?: string | null): TreeNode => ({ id, parentId, kind: "entry" });
function treeOf(...nodes: TreeNode[]): EntryTree {
  const tree = new EntryTree({ leaf: null, complete: true });
  for (const node of nodes) tree.add(node);
  return tree;
}
const pathOf = (tree: EntryTree): string => [...tree.path()].reverse().join("");

describe("the way to the newest entry", () => {
  it("is every entry where each goes on from the one before it", () => {
    const tree = treeOf(entry("a", null), entry("b", "a"), entry("c"));
    expect([pathOf(tree), tree.branched]).toEqual(["abc", false]);
  });

  it("leaves out what followed the entry that a person went back to", () => {
    const tree = treeOf(entry("a", null), entry("b", "a"), entry("c", "b"), entry("d", "a"));
    expect([pathOf(tree), tree.branched]).toEqual(["ad", true]);
  });

  it("takes a parent that no record has for the entry before", () => {
    const tree = treeOf(entry("a", "header"), entry("b", "call-1"), entry("c", "b"));
    expect([pathOf(tree), tree.branched]).toEqual(["abc", false]);
  });

  it("passes over records that hang aside, also where the next entry names one as its parent", () => {
    const tree = treeOf(entry("a", null), { id: "x", parentId: "a", kind: "aside" }, entry("b", "x"));
    expect([pathOf(tree), tree.branched]).toEqual(["ab", false]);
  });

  it("goes on from where a switch points, and ignores one that points nowhere", () => {
    const back: TreeNode = { id: "s", parentId: "b", kind: "switch", target: "a" };
    expect(pathOf(treeOf(entry("a", null), entry("b", "a"), back, entry("c", "s")))).toBe("ac");
    const nowhere: TreeNode = { ...back, target: "gone" };
    expect(pathOf(treeOf(entry("a", null), entry("b", "a"), nowhere, entry("c", "b")))).toBe("abc");
  });

  it("never leads out of a window", () => {
    const tree = new EntryTree({ leaf: "reset", complete: true });
    for (const node of [entry("a", "reset"), entry("b", "older"), entry("c", null)]) tree.add(node);
    expect([...tree.path()]).toEqual(["c", "b", "a", "reset"]);
    expect(tree.branched).toBe(false);
  });
});

describe("a tree that goes on from an earlier read", () => {
  it("knows when a record hangs on one it was not told of", () => {
    const tree = new EntryTree({ leaf: "b", complete: false });
    tree.add(entry("c", "b"));
    expect(tree.unplaced).toBe(false);
    tree.add(entry("d", "a"));
    expect(tree.unplaced).toBe(true);
  });
});

it("ends for any records: the path holds known ids and the newest entry", () => {
  const id = fc.constantFrom("a", "b", "c", "d", "e");
  const node = fc.record<TreeNode>({
    id,
    parentId: fc.option(id, { nil: null }),
    kind: fc.constantFrom("entry", "aside", "switch"),
    target: fc.option(id, { nil: null }),
  });
  fc.assert(
    fc.property(fc.array(node, { maxLength: 30 }), (nodes) => {
      const tree = treeOf(...nodes);
      const ids = new Set(nodes.map((one) => one.id));
      for (const step of tree.path()) expect(ids.has(step)).toBe(true);
      const last = nodes.at(-1);
      if (last?.kind === "entry") expect(tree.path().has(last.id)).toBe(true);
    }),
  );
});
