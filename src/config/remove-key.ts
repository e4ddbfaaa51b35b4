import { createScanner, type Edit, type Node, parseTree } from "jsonc-parser";

/** `SyntaxKind.CommaToken` of jsonc-parser, whose constant enum cannot be imported from here. */
const COMMA = 5;

/**
 * Edits that take a key out of a JSON object with comments; empty when it is not there. Unlike those of jsonc-parser
 * they leave the comments around it, and its line goes when nothing else stands on it.
 */
export function removeKeyEdits(text: string, key: string): Edit[] {
  const properties = parseTree(text, [], { allowTrailingComma: true })?.children ?? [];
  const at = properties.findLastIndex((property) => property.children?.[0]?.value === key);
  const property = properties[at];
  if (property === undefined) return [];
  const comma = commaAfter(text, property);
  if (comma !== null) return [cut(text, property.offset, comma + 1)];
  const previous = properties[at - 1];
  const before = previous === undefined ? null : commaAfter(text, previous);
  const own = cut(text, property.offset, property.offset + property.length);
  return before === null ? [own] : [{ offset: before, length: 1, content: "" }, own];
}

/** Position of the comma that follows a property, comments passed over; null where the object ends. */
function commaAfter(text: string, property: Node): number | null {
  const scanner = createScanner(text, true);
  scanner.setPosition(property.offset + property.length);
  return (scanner.scan() as number) === COMMA ? scanner.getTokenOffset() : null;
}

function cut(text: string, start: number, end: number): Edit {
  const before = /(?:^|\n)([ \t]*)$/u.exec(text.slice(0, start));
  const after = /^[ \t]*\r?\n/u.exec(text.slice(end));
  if (before === null || after === null) return { offset: start, length: end - start, content: "" };
  const from = start - (before[1]?.length ?? 0);
  return { offset: from, length: end + after[0].length - from, content: "" };
}
