/**
 * Text as the content of a list item or paragraph: one line, and no leading mark that Markdown would read as a block
 * of its own. The rest stays as it was said.
 */
export function inlineText(text: string): string {
  const flat = text.replace(/\s+/gu, " ").trim();
  const escaped = flat.replace(/^(\d{1,9})([.)])(?=\s|$)/u, "$1\\$2");
  return /^(?:#{1,6}(?:\s|$)|[-*+](?:\s|$)|[-*_=](?:\s*[-*_=])*$|>|`{3,}|~{3,}|<|\[[^\]]*\]:|\||---)/u.test(
    escaped,
  )
    ? `\\${escaped}`
    : escaped;
}

/** Text of a heading: one line, no closing marks that would be eaten. */
export function headingText(text: string): string {
  return text
    .replace(/\s+/gu, " ")
    .trim()
    .replace(/(\s)(#+)$/u, "$1\\$2");
}
