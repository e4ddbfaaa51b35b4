/** One record of a session file as a node of its tree. */
interface Node {
  id: string | null;
  /** Null: a root; undefined: an old file that names no parents, where each record follows the one before. */
  parent: string | null | undefined;
  offset: number;
}

/**
 * The tree that the records of one pass form. A person who goes back and says something else leaves a branch behind in
 * the same file; the session is the path from the root to the last record.
 */
export class EntryTree {
  readonly #nodes: Node[] = [];
  readonly #places = new Map<string, number>();
  readonly #base: string | null;

  /** `base`: id of the last record before the pass, null when it starts at the begin of the file. */
  constructor(base: string | null) {
    this.#base = base;
  }

  add(node: Node): void {
    if (node.id !== null) this.#places.set(node.id, this.#nodes.length);
    this.#nodes.push(node);
  }

  /** Offsets of the records that lie on branches left behind; null: the path leads to a record before this pass. */
  left(): ReadonlySet<number> | null {
    const left = new Set(this.#nodes.map(({ offset }) => offset));
    let at = this.#nodes.length - 1;
    for (let node = this.#nodes[at]; node !== undefined; node = this.#nodes[at]) {
      left.delete(node.offset);
      const next = this.#before(node, at);
      if (next === "elsewhere") return null;
      at = next;
    }
    return left;
  }

  /** Index of a node's parent, -1 behind the first one. */
  #before({ parent }: Node, at: number): number | "elsewhere" {
    if (parent === null && this.#base !== null) return "elsewhere";
    if (parent === null) return -1;
    if (parent === undefined) return at - 1;
    const place = this.#places.get(parent);
    if (place !== undefined && place < at) return place;
    if (this.#base === null) return at - 1; // Its parent's line is damaged.
    return parent === this.#base ? -1 : "elsewhere";
  }
}
