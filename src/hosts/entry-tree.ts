/** Where one record hangs in a tree of entries. */
export interface TreeNode {
  id: string;
  /** Absent: behind the entry before it. */
  parentId: string | null | undefined;
  /** `entry` goes on from its parent; `aside` hangs there and nothing goes on from it; `switch` goes back to `target`. */
  kind: "entry" | "aside" | "switch";
  target?: string | null;
}

interface TreeStart {
  /** The entry that a first record goes on from; null: the tree begins here. */
  leaf: string | null;
  /** False where records before the first one are not told: what hangs on one of them cannot be placed. */
  complete: boolean;
}

/**
 * The tree of entries that OpenClaw and Pi write: a person may go back to an earlier entry and go on from there, which
 * leaves what followed it on a branch of its own. Only the branch that leads to the newest entry is the session. A parent
 * that no record has (a damaged or cut transcript) stands for the entry before it, as the hosts themselves read it.
 */
export class EntryTree {
  readonly #parents = new Map<string, string | null>();
  readonly #complete: boolean;
  /** A tree that goes on from an earlier entry has no second root. */
  readonly #rooted: boolean;
  #leaf: string | null;
  /** The record written last, an aside included: what the next one may name as its parent. */
  #last: string | null;
  #branched = false;
  #unplaced = false;

  constructor({ leaf, complete }: TreeStart) {
    this.#leaf = leaf;
    this.#last = leaf;
    this.#complete = complete;
    this.#rooted = leaf !== null;
    if (leaf !== null) this.#parents.set(leaf, null);
  }

  /** Some entry so far lies on a branch that was left. */
  get branched(): boolean {
    return this.#branched;
  }

  /** Some record hangs on one that was not told: only a read from the begin can place it. */
  get unplaced(): boolean {
    return this.#unplaced;
  }

  add(node: TreeNode): void {
    if (node.kind === "switch") this.#switch(node);
    else this.#hang(node);
  }

  /** Ids of the entries on the way to the newest one. A circle ends where it closes. */
  path(): ReadonlySet<string> {
    const path = new Set<string>();
    let id: string | null = this.#leaf;
    while (id !== null && !path.has(id)) {
      path.add(id);
      id = this.#parents.get(id) ?? null;
    }
    return path;
  }

  #hang({ id, parentId, kind }: TreeNode): void {
    const parent = this.#parentOf(parentId);
    this.#parents.set(id, parent);
    this.#last = id;
    if (kind === "aside") return;
    if (parent !== this.#leaf) this.#branched = true;
    this.#leaf = id;
  }

  #parentOf(named: string | null | undefined): string | null {
    if (named === undefined || named === this.#last) return this.#leaf;
    if (named !== null && this.#parents.has(named)) return named;
    if (!this.#complete) this.#unplaced = true;
    else if (named === null && !this.#rooted) return null;
    return this.#leaf;
  }

  #switch({ id, target }: TreeNode): void {
    const known = target === null ? !this.#rooted : target !== undefined && this.#parents.has(target);
    if (!known) {
      if (!this.#complete) this.#unplaced = true;
      return;
    }
    if (target !== this.#leaf) this.#branched = true;
    this.#leaf = target ?? null;
    this.#parents.set(id, this.#leaf);
    this.#last = id;
  }
}
