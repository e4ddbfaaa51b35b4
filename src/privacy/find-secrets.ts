import { mergeSpans, type Span } from "./mask.ts";
import { assignedSecrets, headerSecrets, keyBlocks, urlSecrets } from "./secret-assignments.ts";
import { SECRET_FORMATS, type SecretFormat } from "./secret-formats.ts";

const escaped = (hint: string): string => hint.replace(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);

/** One pass that tells whether any named format can occur at all: most texts end here. */
const ANY_HINT = new RegExp(
  SECRET_FORMATS.flatMap((one) => one.hints)
    .map(escaped)
    .join("|"),
);
const ANY_NAME = /passw|passphrase|pwd|secret|token|credential|auth|bearer|key|парол|токен|секрет|ключ/iu;

/** Places of value-shaped secrets in a text, sorted, not overlapping. Linear in the length of the text. */
export function findSecrets(text: string): Span[] {
  const spans: Span[] = [];
  if (ANY_HINT.test(text)) for (const format of SECRET_FORMATS) spans.push(...formatSpans(text, format));
  if (ANY_NAME.test(text)) spans.push(...assignedSecrets(text), ...headerSecrets(text));
  if (text.includes("://")) spans.push(...urlSecrets(text));
  if (text.includes("PRIVATE KEY")) spans.push(...keyBlocks(text));
  return mergeSpans(spans);
}

function formatSpans(text: string, format: SecretFormat): Span[] {
  if (!format.hints.some((hint) => text.includes(hint))) return [];
  return Array.from(text.matchAll(format.pattern), (match) => {
    const value = match.indices?.groups?.["value"];
    if (value !== undefined) return { start: value[0], end: value[1] };
    return { start: match.index, end: match.index + match[0].length };
  });
}
