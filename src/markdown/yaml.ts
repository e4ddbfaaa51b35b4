import { type Document, type DocumentOptions, parseDocument, type ParseOptions } from "yaml";

/**
 * Parses front matter; errors are in the document. A lone CR ends a line there as everywhere in Markdown (and in YAML 1.2,
 * 5.4), which the library does not know; offsets are those of the text given.
 */
export function parseYaml(text: string, options: ParseOptions & DocumentOptions = {}): Document.Parsed {
  return parseDocument(text.replace(/\r(?!\n)/gu, "\n"), { logLevel: "silent", ...options });
}
