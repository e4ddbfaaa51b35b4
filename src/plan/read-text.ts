import { parseMarkdown, type ParsedMarkdown } from "../markdown/parse.ts";
import { type Fact, factsOf } from "../memory/facts.ts";

/** A text as parsed, with its facts. */
export interface ReadText {
  markdown: ParsedMarkdown;
  facts: readonly Fact[];
}

/** One update reads the text before and after its edit several times; a plan works on few texts at once. */
const KEPT = 24;
const known = new Map<string, ReadText>();

/** Parses a text as stored; the last few texts are kept, so that each is parsed once. */
export function readText(text: string): ReadText {
  const found = known.get(text);
  if (found !== undefined) return found;
  const markdown = parseMarkdown(text);
  const read = { markdown, facts: factsOf(markdown.tree, markdown.text) };
  known.set(text, read);
  const [oldest] = known.keys();
  if (known.size > KEPT && oldest !== undefined) known.delete(oldest);
  return read;
}
