import { lintSource } from "@secretlint/core";
import { secretLintProfiler } from "@secretlint/profiler";
import { creator as recommended } from "@secretlint/secretlint-rule-preset-recommend";
import { cleanText } from "./clean.ts";
import { findSecrets } from "./find-secrets.ts";
import { longRuns } from "./long-runs.ts";
import { mergeSpans, replaceSpans, SECRET_MASK, type Span } from "./mask.ts";

const RULES = [{ id: "@secretlint/secretlint-rule-preset-recommend", rule: recommended }];

// Secretlint times each of its rules for each text and searches all times kept so far: in a process that masks some
// thousand texts that is minutes. Nobody reads them here.
secretLintProfiler.mark = () => undefined;

/**
 * Masks secrets by secretlint's recommended rules and by our own table. For texts that leave the machine or reach disk;
 * `cleanText` is the fast half of it. Returns the text and how many places were masked.
 */
export async function maskSecrets(text: string): Promise<{ text: string; secrets: number }> {
  const own = findSecrets(text);
  const others = (await knownToSecretlint(text)).filter((span) => !isUrlAround(text, span, own));
  const spans = mergeSpans([...own, ...others]);
  return { text: replaceSpans(text, spans, SECRET_MASK), secrets: spans.length };
}

/** A URL whose password we mask already: the rest of it is no secret, and names the host. */
function isUrlAround(text: string, span: Span, own: readonly Span[]): boolean {
  if (!text.slice(span.start, span.end).includes("://")) return false;
  return own.some((inner) => span.start < inner.start && inner.end <= span.end);
}

/** Text that secretlint can say nothing about: neither a long run of a token's characters, nor an address with a login. */
function isPlain(text: string): boolean {
  return longRuns(text).length === 0 && !(text.includes("://") && text.includes("@"));
}

/** Places that secretlint's recommended rules take for secrets, beside our own table; UTF-16 offsets. */
export async function findKnownSecrets(text: string): Promise<Span[]> {
  if (isPlain(text)) return [];
  const own = findSecrets(text);
  return (await knownToSecretlint(text)).filter((span) => !isUrlAround(text, span, own));
}

async function knownToSecretlint(text: string): Promise<Span[]> {
  const { messages } = await lintSource({
    source: { content: text, filePath: "text.txt", contentType: "text", ext: ".txt" },
    options: { config: { rules: RULES }, maskSecrets: true, noPhysicFilePath: true },
  });
  return messages
    .filter((message) => message.type === "message")
    .map((message) => ({ start: message.range[0], end: message.range[1] }))
    .filter((span) => span.end > span.start);
}

/** `cleanText`, then `maskSecrets`: the text as it may leave the machine or reach a disk. */
export async function safeText(text: string): Promise<string> {
  return (await maskSecrets(cleanText(text).text)).text;
}
