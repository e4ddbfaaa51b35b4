import { applyEdits, type Node } from "jsonc-parser";
import {
  appendElement,
  appendProperty,
  type JsonStyle,
  propertyOf,
  removeChildren,
  replaceValue,
  styleOf,
} from "../json-splice.ts";
import { commentsIn, parseJson5 } from "./json5-text.ts";

/** A place in a configuration: the names of the objects on the way, and of the property itself. */
export type Path = readonly [string, ...string[]];

/** The value at a path; undefined where there is none. */
export function nodeAt(root: Node | null, path: readonly string[]): Node | undefined {
  return path.reduce<Node | undefined>((node, name) => propertyOf(node, name), root ?? undefined);
}

/**
 * The text with `value` at `path`: replaced where something stands, else put behind the last property of the deepest
 * object on the way. Everything else keeps its bytes. Undefined members of an object are left out.
 */
export function withValue(text: string, path: Path, value: unknown): string {
  const root = parseJson5(text, "");
  if (root === null)
    return `${JSON.stringify(nested(path, value), null, 2)}\n`.replaceAll("\n", styleOf(text).eol);
  const there = nodeAt(root, path);
  if (there !== undefined) return applyEdits(text, [replaceValue(there, value)]);
  const depth = path.findIndex((_, at) => nodeAt(root, path.slice(0, at + 1)) === undefined);
  const parent = nodeAt(root, path.slice(0, depth));
  const [name, ...rest] = path.slice(depth);
  if (parent?.type !== "object" || name === undefined) return text;
  return applyEdits(text, appendProperty(text, parent, name, nested(rest, value), styleIn(text, root)));
}

/** The text with `element` at the end of the list at `path`, which is made where it is missing. */
export function withElement(text: string, path: Path, element: unknown): string {
  const root = parseJson5(text, "");
  const list = nodeAt(root, path);
  if (list?.type !== "array") return withValue(text, path, [element]);
  return applyEdits(text, appendElement(text, list, element, styleIn(text, root)));
}

/**
 * The text without the property at `path`. Objects on the way that are left empty go as well, unless `before` (the text
 * of an earlier time) had them, or a comment stands in them.
 */
export function withoutValue(text: string, path: Path, before: Node | null): string {
  const root = parseJson5(text, "");
  const node = nodeAt(root, path);
  if (node?.parent === undefined) return text;
  return cutUpwards(text, { root, path, gone: node.parent }, before);
}

/** The text without the elements of the list at `path` that `isGone` picks; the empty list goes as above. */
export function withoutElements(
  text: string,
  path: Path,
  isGone: (element: Node) => boolean,
  before: Node | null,
): string {
  const root = parseJson5(text, "");
  const list = nodeAt(root, path);
  if (list?.type !== "array") return text;
  const gone = (list.children ?? []).filter(isGone);
  if (gone.length === 0) return text;
  const isLeft = gone.length < (list.children?.length ?? 0) || nodeAt(before, path) !== undefined;
  if (isLeft || list.parent === undefined || hasOtherComment(text, list, gone))
    return applyEdits(text, removeChildren(text, list, gone));
  return cutUpwards(text, { root, path, gone: list.parent }, before);
}

interface Cut {
  root: Node | null;
  path: readonly string[];
  /** The property that goes. */
  gone: Node;
}

/** Takes a property out of the outermost object that it alone keeps from being empty. */
function cutUpwards(text: string, { root, path, gone }: Cut, before: Node | null): string {
  const container = gone.parent;
  if (container === undefined) return text;
  const above = path.slice(0, -1);
  const isEmptied = container.children?.length === 1 && !hasOtherComment(text, container, [gone]);
  const goesAsWell = above.length > 0 && isEmptied && nodeAt(before, above) === undefined;
  if (goesAsWell && container.parent !== undefined)
    return cutUpwards(text, { root, path: above, gone: container.parent }, before);
  return applyEdits(text, removeChildren(text, container, [gone]));
}

/** Whether a comment stands in a container, outside of the parts that go. */
function hasOtherComment(text: string, container: Node, gone: readonly Node[]): boolean {
  const inside = ({ start, end }: { start: number; end: number }, { offset, length }: Node): boolean =>
    start >= offset && end <= offset + length;
  return commentsIn(text).some(
    (comment) => inside(comment, container) && !gone.some((node) => inside(comment, node)),
  );
}

/** How a text is written: one step of indentation is that of its first property, which may have no quotes. */
function styleIn(text: string, root: Node | null): JsonStyle {
  const style = styleOf(text);
  const first = root?.children?.[0]?.offset;
  const indent = first === undefined ? null : /[\r\n]([ \t]+)$/.exec(text.slice(0, first));
  return { ...style, indent: indent?.[1] ?? style.indent };
}

function nested(path: readonly string[], value: unknown): unknown {
  return path.reduceRight((inner, name) => ({ [name]: inner }), value);
}
