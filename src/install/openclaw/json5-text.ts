import type { Node } from "jsonc-parser";
import { type AnyNode, parse } from "@humanwhocodes/momoa";
import { HandoffError } from "../../errors.ts";
import { type JsonText, placeOf } from "../json-text.ts";

const BOM = "\uFEFF";

/**
 * Reads the bytes of a configuration in JSON5, which OpenClaw takes, into the nodes that splices work on. A file without
 * content counts as an empty object. Errors: `settings-invalid` with line and column of the first fault.
 */
export function readJson5Text(bytes: Uint8Array, path: string): JsonText {
  const whole = utf8(bytes, path);
  const bom = whole.startsWith(BOM);
  const text = bom ? whole.slice(1) : whole;
  const root = parseJson5(text, path);
  if (root !== null && root.type !== "object") {
    const place = placeOf(text, root.offset);
    throw new HandoffError("settings-invalid", { path, ...place, expected: "one object" });
  }
  return { text, bom, root };
}

/** The nodes of a JSON5 text without BOM; null for a text without content. Errors: `settings-invalid`. */
export function parseJson5(text: string, path: string): Node | null {
  if (text.trim() === "") return null;
  try {
    return nodeOf(parse(text, { mode: "json5" }).body);
  } catch (error) {
    if (error instanceof HandoffError) throw error;
    const at = placeOfFault(error);
    // The parser's own message quotes what it found.
    throw new HandoffError("settings-invalid", { path, ...at, expected: "valid JSON5" });
  }
}

/** Offsets of the comments of a JSON5 text. */
export function commentsIn(text: string): { start: number; end: number }[] {
  const { tokens = [] } = parse(text, { mode: "json5", tokens: true });
  return tokens
    .filter(({ type }) => type === "LineComment" || type === "BlockComment")
    .map(({ loc }) => ({ start: loc.start.offset, end: loc.end.offset }));
}

function nodeOf(node: AnyNode): Node {
  const { start, end } = node.loc;
  const base = { offset: start.offset, length: end.offset - start.offset };
  switch (node.type) {
    case "Object":
      return withChildren({ ...base, type: "object" }, node.members.map(nodeOf));
    case "Array":
      return withChildren({ ...base, type: "array" }, node.elements.map(nodeOf));
    case "Member":
      return withChildren({ ...base, type: "property" }, [nodeOf(node.name), nodeOf(node.value)]);
    case "Element":
      return nodeOf(node.value);
    case "String":
      return { ...base, type: "string", value: node.value };
    case "Identifier":
      return { ...base, type: "string", value: node.name };
    case "Number":
      return { ...base, type: "number", value: node.value };
    case "Boolean":
      return { ...base, type: "boolean", value: node.value };
    case "NaN":
      return { ...base, type: "number", value: Number.NaN };
    case "Infinity":
      return { ...base, type: "number", value: node.sign === "-" ? -Infinity : Infinity };
    default:
      return { ...base, type: "null", value: null };
  }
}

function withChildren(base: Node, children: Node[]): Node {
  const node: Node = { ...base, children };
  for (const child of children) Object.assign(child, { parent: node });
  return node;
}

function placeOfFault(error: unknown): { line: number; column: number } {
  const fault = error instanceof Error && "line" in error && "column" in error ? error : null;
  const { line, column } = fault ?? { line: 1, column: 1 };
  return typeof line === "number" && typeof column === "number" ? { line, column } : { line: 1, column: 1 };
}

function utf8(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new HandoffError("settings-invalid", { path, expected: "UTF-8 text" }, error);
  }
}
