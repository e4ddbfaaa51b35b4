import type { Nodes } from "mdast";

/** Lines a node stands on. */
export function lineCount(node: Nodes): number {
  return (node.position?.end.line ?? 1) - (node.position?.start.line ?? 1) + 1;
}

/** "1 line", "4 lines": a count with its word. */
export function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

/** What every content rule of the index asks for. */
export const MOVE = "move it to a topic file and leave a pointer";
