import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { HandoffError } from "../errors.ts";

const BOM = "\uFEFF";

/** A settings file's text, taken apart so that it can be put together again byte for byte. */
export interface JsonText {
  /** Without the BOM. */
  text: string;
  bom: boolean;
  /** The root object; null for a file without content. */
  root: Node | null;
}

/**
 * Reads the bytes of a settings file; comments and trailing commas are allowed, as editors write them. A file without
 * content counts as an empty object. Errors: `settings-invalid` with line and column of the first fault.
 */
export function readJsonText(bytes: Uint8Array, path: string): JsonText {
  const whole = utf8(bytes, path);
  const bom = whole.startsWith(BOM);
  const text = bom ? whole.slice(1) : whole;
  if (text.trim() === "") return { text, bom, root: null };
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined || root === undefined) {
    const place = placeOf(text, first?.offset ?? 0);
    throw new HandoffError("settings-invalid", { path, ...place, expected: expectedFor(first) });
  }
  if (root.type !== "object") {
    throw new HandoffError("settings-invalid", {
      path,
      ...placeOf(text, root.offset),
      expected: "one object",
    });
  }
  return { text, bom, root };
}

/**
 * Where a text stops being strict JSON: at its first comment or trailing comma. Null when it is strict, or has no
 * content. The client ignores a whole file that is not (see hosts/claude-code/README.md).
 */
export function looseAt({ text, root }: JsonText): { line: number; column: number } | null {
  if (root === null) return null;
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [first] = errors;
  return first === undefined ? null : placeOf(text, first.offset);
}

/** The bytes of a text that was read with a BOM or without. */
export function bytesOf(text: string, bom: boolean): Buffer {
  return Buffer.from(bom ? BOM + text : text, "utf8");
}

/** Line and column (UTF-16 units), both from 1. */
export function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 };
}

function utf8(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new HandoffError("settings-invalid", { path, expected: "UTF-8 text" }, error);
  }
}

/** What would have been right, by the parser's name for the fault. */
const EXPECTED: Readonly<Record<string, string>> = {
  InvalidSymbol: "a JSON value",
  InvalidNumberFormat: "a JSON number",
  PropertyNameExpected: "a property name in double quotes",
  ValueExpected: "a value",
  ColonExpected: "a colon",
  CommaExpected: "a comma",
  CloseBraceExpected: "a closing brace",
  CloseBracketExpected: "a closing bracket",
  EndOfFileExpected: "the end of the file",
  UnexpectedEndOfComment: "the end of the comment",
  UnexpectedEndOfString: "the end of the string",
};

function expectedFor(error: ParseError | undefined): string {
  return (error === undefined ? undefined : EXPECTED[printParseErrorCode(error.error)]) ?? "valid JSON";
}
