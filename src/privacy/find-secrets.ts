import { commandPasswords } from "./command-passwords.ts";
import { longRuns } from "./long-runs.ts";
import { mergeSpans, type Span } from "./mask.ts";
import { passwordAnchors } from "./password-names.ts";
import { passwordSecrets } from "./passwords.ts";
import { assignedSecrets, headerSecrets, keyBlocks, urlSecrets } from "./secret-assignments.ts";
import { SECRET_FORMATS, type SecretFormat } from "./secret-formats.ts";

const escaped = (hint: string): string => hint.replace(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);

const HINTS = [...new Set(SECRET_FORMATS.flatMap((one) => one.hints))];
/** Hints that do not begin with another one: at a place where several stand, the shortest speaks for all. */
const ROOT_HINTS = HINTS.filter((hint) => !HINTS.some((other) => other !== hint && hint.startsWith(other)));
const BY_HINT = new Map<string, SecretFormat[]>(
  ROOT_HINTS.map((root) => [
    root,
    SECRET_FORMATS.filter((one) => one.hints.some((hint) => hint.startsWith(root))),
  ]),
);
/** One look for all formats: a look per format costs six times as much. */
const ANY_HINT = new RegExp(ROOT_HINTS.map(escaped).join("|"), "g");
const ANY_NAME = /secret|token|credential|auth|bearer|key|токен|секрет|ключ/iu;
const ANY_HEADER = /bearer|authorization/i;
/** Passwords may be shorter than any run that is looked at. */
const PASSWORD_NAME = /passw|passphrase|pwd|парол/iu;

/** Places of value-shaped secrets in a text, sorted, not overlapping. Linear in the length of the text. */
export function findSecrets(text: string): Span[] {
  const runs = longRuns(text);
  const anchors = passwordAnchors(text);
  const password = anchors.length > 0 && PASSWORD_NAME.test(text);
  const spans = formatSecrets(text, runs);
  if (password || (runs.length > 0 && ANY_NAME.test(text))) {
    spans.push(...assignedSecrets(text));
    if (ANY_HEADER.test(text)) spans.push(...headerSecrets(text));
  }
  spans.push(...passwordSecrets(text, anchors), ...commandPasswords(text));
  if (text.includes("://") && text.includes("@")) spans.push(...urlSecrets(text));
  if (text.includes("PRIVATE KEY")) spans.push(...keyBlocks(text));
  return mergeSpans(spans);
}

/** Units before a run that a pattern may want to see: the letter of an escape, `&amp;`. */
const LEAD = 8;

function formatSecrets(text: string, runs: readonly Span[]): Span[] {
  const spans: Span[] = [];
  for (const run of runs) {
    const piece = text.slice(run.start, run.end);
    const formats = hintedFormats(piece);
    if (formats.size === 0) continue;
    const start = Math.max(0, run.start - LEAD);
    const seen = text.slice(start, run.end);
    for (const format of formats) spans.push(...formatSpans(seen, start, format));
  }
  return spans;
}

function hintedFormats(piece: string): Set<SecretFormat> {
  const found = new Set<SecretFormat>();
  ANY_HINT.lastIndex = 0;
  for (let match = ANY_HINT.exec(piece); match !== null; match = ANY_HINT.exec(piece)) {
    for (const format of BY_HINT.get(match[0]) ?? []) found.add(format);
    ANY_HINT.lastIndex = match.index + 1;
  }
  return found;
}

function formatSpans(text: string, offset: number, format: SecretFormat): Span[] {
  return Array.from(text.matchAll(format.pattern), (match) => {
    const [start, end] = match.indices?.groups?.["value"] ?? [match.index, match.index + match[0].length];
    return { start: start + offset, end: end + offset };
  });
}
