import { commandPasswords } from "./command-passwords.ts";
import { longRuns } from "./long-runs.ts";
import { mergeSpans, type Span } from "./mask.ts";
import { passwordAnchors } from "./password-names.ts";
import { passwordSecrets } from "./passwords.ts";
import { assignedSecrets, headerSecrets, keyBlocks, urlSecrets } from "./secret-assignments.ts";
import { SECRET_FORMATS, type SecretFormat } from "./secret-formats.ts";

const escaped = (hint: string): string => hint.replace(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);

const HINTS = [...new Set(SECRET_FORMATS.flatMap((one) => one.hints))];
const KNOWN_HINTS = new Set(HINTS);
/** Formats by the hint that no other one begins: at a place where several stand, the shortest speaks for all. */
const BY_HINT = formatsByRoot();
/** One look for all formats: a look per format costs six times as much. */
const ANY_HINT = new RegExp([...BY_HINT.keys()].map(escaped).join("|"), "g");
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

/** Each hint is looked up by its beginnings: comparing all with all would cost a hook more than its look at a file. */
function formatsByRoot(): ReadonlyMap<string, readonly SecretFormat[]> {
  const formats = new Map<string, SecretFormat[]>();
  for (const one of SECRET_FORMATS) {
    for (const root of new Set(one.hints.map(rootOf))) formats.set(root, [...(formats.get(root) ?? []), one]);
  }
  return formats;
}

function rootOf(hint: string): string {
  for (let length = 1; length < hint.length; length += 1) {
    const beginning = hint.slice(0, length);
    if (KNOWN_HINTS.has(beginning)) return beginning;
  }
  return hint;
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
