import { isMap, isScalar, type Node, type Pair, stringify, type YAMLMap } from "yaml";
import { prevailingLineEnding } from "../markdown/tree.ts";
import { applySplices, type Splice } from "../markdown/splice.ts";
import { parseYaml } from "../markdown/yaml.ts";

const BOM = "\uFEFF";
const FRONT = /^---[ \t]*(\r\n|\n|\r)([\s\S]*?)^---[ \t]*(?:\r\n|\n|\r|$)/mu;

/** A key of the front matter (dotted: `metadata.type`) and the value it is to have. */
export interface FieldValue {
  name: string;
  value: string;
}

/**
 * The file with one front matter key set: other keys, comments, order and line ends stay. Null when it cannot be done
 * without guessing (broken YAML, a list or map where a text belongs).
 */
export function setField(source: string, field: FieldValue): string | null {
  const bom = source.startsWith(BOM) ? BOM : "";
  const text = source.slice(bom.length);
  const eol = prevailingLineEnding(text);
  const match = text.startsWith("---") ? FRONT.exec(text) : null;
  if (match === null || match.index !== 0) {
    if (/^---[ \t]*(\r\n|\n|\r)/u.test(text)) return null;
    return `${bom}${renderFrontMatter([field], eol)}${text === "" ? "" : eol}${text}`;
  }
  const start = text.indexOf(match[1] ?? eol) + (match[1] ?? eol).length;
  const yaml = match[2] ?? "";
  const splice = fieldSplice(yaml, field, eol);
  if (splice === null) return null;
  return bom + text.slice(0, start) + applySplices(yaml, [splice]) + text.slice(start + yaml.length);
}

/**
 * The file without one front matter key that stands on a line of its own; everything else stays. Null where it does not
 * (a list, a block, a map on one line) or there is no such key.
 */
export function removeField(source: string, name: string): string | null {
  const bom = source.startsWith(BOM) ? BOM : "";
  const text = source.slice(bom.length);
  const match = text.startsWith("---") ? FRONT.exec(text) : null;
  if (match === null || match.index !== 0) return null;
  const yaml = match[2] ?? "";
  const start = match[0].indexOf(yaml, 3);
  const line = fieldLine(yaml, name);
  if (line === null) return null;
  return bom + text.slice(0, start) + applySplices(yaml, [line]) + text.slice(start + yaml.length);
}

function fieldLine(yaml: string, name: string): Splice | null {
  const document = parseYaml(yaml);
  const root: unknown = document.contents;
  if (document.errors.length > 0 || !isMap(root)) return null;
  const [first = name, ...rest] = name.split(".");
  const outer = pairOf(root, first);
  const pair = rest.length > 0 && isMap(outer?.value) ? pairOf(outer.value, rest.join(".")) : outer;
  const key = isScalar(pair?.key) ? pair.key.range?.[0] : undefined;
  const end = isScalar(pair?.value) ? pair.value.range?.[1] : undefined;
  if (key === undefined || end === undefined) return null;
  const start = Math.max(yaml.lastIndexOf("\n", key - 1), yaml.lastIndexOf("\r", key - 1)) + 1;
  const lineEnd = /^[ \t]*(?:\r\n|\n|\r|$)/u.exec(yaml.slice(end))?.[0];
  if (lineEnd === undefined || /[\r\n]/u.test(yaml.slice(key, end)) || yaml.slice(start, key).trim() !== "")
    return null;
  return { start, end: end + lineEnd.length, insert: "" };
}

/** The YAML between the marks at the start of a file as stored; null when there are none. */
export function frontMatterText(source: string): string | null {
  const text = source.replace(/^\uFEFF/u, "");
  const match = text.startsWith("---") ? FRONT.exec(text) : null;
  return match === null || match.index !== 0 ? null : (match[2] ?? "");
}

/** A front matter block of these fields, closing line and its line end included; dotted names become nested keys. */
export function renderFrontMatter(fields: readonly FieldValue[], eol: string): string {
  const data: Record<string, unknown> = {};
  for (const { name, value } of fields) {
    const [first = name, ...rest] = name.split(".");
    if (rest.length === 0) data[first] = value;
    else {
      const inner = data[first];
      const map = typeof inner === "object" && inner !== null ? (inner as Record<string, unknown>) : {};
      map[rest.join(".")] = value;
      data[first] = map;
    }
  }
  const yaml = stringify(data, { lineWidth: 0 });
  return `---\n${yaml}---\n`.replaceAll("\n", eol);
}

function fieldSplice(yaml: string, field: FieldValue, eol: string): Splice | null {
  const document = parseYaml(yaml);
  if (document.errors.length > 0) return null;
  const root: unknown = document.contents;
  if (root !== null && !isMap(root)) return null;
  const [first = field.name, ...rest] = field.name.split(".");
  const outer = root === null ? undefined : pairOf(root, first);
  if (outer === undefined) return appendLine(yaml, yaml.length, renderKey(field, eol), eol);
  if (rest.length === 0) return valueSplice(yaml, outer, field.value, eol);
  if (!isMap(outer.value)) return null;
  const key = rest.join(".");
  const inner = pairOf(outer.value, key);
  if (inner !== undefined) return valueSplice(yaml, inner, field.value, eol);
  return innerSplice(yaml, outer.value, { name: key, value: field.value }, eol);
}

/** Adds a key to a nested map, in its own style and indentation. */
function innerSplice(yaml: string, map: YAMLMap, field: FieldValue, eol: string): Splice | null {
  const last = map.items.at(-1);
  const end = map.range?.[1];
  if (end === undefined) return null;
  if (map.flow === true) {
    const at = yaml.lastIndexOf("}", end);
    if (at < 0) return null;
    const before = yaml.slice(0, at).trimEnd().length;
    const comma = last === undefined ? " " : ", ";
    return {
      start: before,
      end: before,
      insert: `${comma}${field.name}: ${scalar(field.value, true)}${last === undefined ? " " : ""}`,
    };
  }
  const keyStart = (last?.key as Node | undefined)?.range?.[0];
  if (keyStart === undefined) return null;
  const lineStart = Math.max(yaml.lastIndexOf("\n", keyStart - 1), yaml.lastIndexOf("\r", keyStart - 1)) + 1;
  const indent = yaml.slice(lineStart, keyStart);
  if (indent.trim() !== "") return null;
  return appendLine(yaml, end, `${indent}${renderKey(field, eol)}`, eol);
}

/** Inserts a whole line behind the line on which `position` ends. */
function appendLine(yaml: string, position: number, line: string, eol: string): Splice {
  let at = position;
  while (at > 0 && at <= yaml.length && !/[\n\r]/u.test(yaml[at - 1] ?? "\n") && at < yaml.length) at += 1;
  if (yaml[at - 1] === "\r" && yaml[at] === "\n") at += 1;
  const open = at > 0 && !/[\n\r]$/u.test(yaml.slice(0, at));
  return { start: at, end: at, insert: `${open ? eol : ""}${line}${eol}` };
}

function valueSplice(yaml: string, pair: Pair, value: string, eol: string): Splice | null {
  const node: unknown = pair.value;
  if (!isScalar(node) || !node.range) return null;
  const [start, end] = node.range;
  const block = /^[|>]/u.test(yaml.slice(start, end));
  if (block)
    return {
      start,
      end,
      insert: `${scalar(value, false)}${/[\n\r]$/u.test(yaml.slice(start, end)) ? eol : ""}`,
    };
  const space = yaml[start - 1] === ":" ? " " : "";
  return { start, end, insert: space + scalar(value, false) };
}

function pairOf(map: YAMLMap, key: string): Pair | undefined {
  return map.items.find((item) => isScalar(item.key) && String(item.key.value) === key);
}

const renderKey = (field: FieldValue, eol: string): string => {
  const [line = ""] = renderFrontMatter([field], "\n").split("\n").slice(1, 2);
  const nested = renderFrontMatter([field], "\n").split("\n").slice(2, -2);
  return [line, ...nested].join(eol);
};

/** A YAML scalar on one line; quoted where it must be. */
function scalar(value: string, flow: boolean): string {
  const plain = stringify(value, { lineWidth: 0 }).trimEnd();
  return plain.includes("\n") || (flow && /[,{}[\]]/u.test(plain) && !/^["']/u.test(plain))
    ? JSON.stringify(value)
    : plain;
}
