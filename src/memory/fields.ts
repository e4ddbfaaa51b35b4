import { isMap, isScalar, isSeq, type YAMLMap } from "yaml";
import { parseYaml } from "../markdown/yaml.ts";
import { type ParsedMarkdown, parseMarkdown } from "../markdown/parse.ts";
import { hardTokens } from "./hard-tokens.ts";
import { factHash } from "./normalise.ts";

/** A front matter field of a topic file: a fact at heading path `@name`. */
export interface FieldFact {
  /** Dotted (`metadata.type`). */
  name: string;
  /** As plain text; a list joined by `, `. */
  value: string;
  /** The items of a list; one item for a plain value. */
  values: string[];
  /** UTF-16 offsets of the value into the text without BOM. */
  start: number;
  end: number;
  hash: string;
  hardTokens: string[];
}

/** The heading path under which provenance keeps a field. */
export function fieldHeading(name: string): string {
  return `@${name}`;
}

/** Fields of the front matter in order, nested maps flattened; none when there is no valid front matter. */
export function readFields(source: string): FieldFact[] {
  return source.replace("\uFEFF", "").startsWith("---") ? fieldsIn(parseMarkdown(source)) : [];
}

/** Same, for a file that is parsed already. */
export function fieldsIn({ tree, text }: Pick<ParsedMarkdown, "tree" | "text">): FieldFact[] {
  const node = tree.children[0];
  if (node?.type !== "yaml") return [];
  const end = node.position?.end.offset ?? 0;
  // the node's own value has its line ends made equal; offsets need the text
  const body = /^---[^\S\r\n]*(\r\n|\n|\r)/u.exec(text)?.[0].length ?? 0;
  const yaml = text.slice(body, Math.max(body, end - 3));
  const document = parseYaml(yaml);
  if (document.errors.length > 0 || !isMap(document.contents)) return [];
  return fieldsOf(document.contents, "", body);
}

function fieldsOf(map: YAMLMap, prefix: string, offset: number): FieldFact[] {
  return map.items.flatMap((pair) => {
    if (!isScalar(pair.key)) return [];
    const name = `${prefix}${String(pair.key.value)}`;
    if (isMap(pair.value)) return fieldsOf(pair.value, `${name}.`, offset);
    const node = isScalar(pair.value) || isSeq(pair.value) ? pair.value : null;
    const values = (isSeq(node) ? node.items : [node]).flatMap(plainValue);
    const value = values.join(", ");
    if (node === null || !node.range || value === "") return [];
    const [start, end] = node.range;
    return [
      {
        name,
        value,
        values,
        start: offset + start,
        end: offset + end,
        hash: factHash(value),
        hardTokens: hardTokens(value),
      },
    ];
  });
}

function plainValue(node: unknown): string[] {
  if (!isScalar(node)) return [];
  const value: unknown = node.value;
  if (value instanceof Date) return [value.toISOString()];
  if (typeof value === "number") return [node.source ?? String(value)];
  return typeof value === "string" || typeof value === "boolean" ? [String(value).trim()] : [];
}
