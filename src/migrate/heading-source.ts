import type { ParsedMarkdown } from "../markdown/parse.ts";
import type { Frame } from "../relocate/blocks.ts";

/** The words of a heading as written, with their markup, and where they stand. */
export interface HeadingSource {
  text: string;
  start: number;
}

/** The source of each heading by the offset of its frame. */
export function headingSources(
  { tree, text }: Pick<ParsedMarkdown, "tree" | "text">,
  frames: readonly Frame[],
): ReadonlyMap<number, HeadingSource> {
  const byEnd = new Map<number, HeadingSource>();
  for (const node of tree.children) {
    if (node.type !== "heading") continue;
    const start = node.children[0]?.position?.start.offset ?? 0;
    const end = node.children.at(-1)?.position?.end.offset ?? start;
    byEnd.set(node.position?.end.offset ?? 0, { text: text.slice(start, end), start });
  }
  return new Map(
    frames.flatMap((frame) => {
      const source = frame.form === "heading" ? byEnd.get(frame.end) : undefined;
      return source === undefined ? [] : [[frame.start, source] as const];
    }),
  );
}
