import { findSecrets } from "./find-secrets.ts";
import { findInvisible } from "./invisible.ts";
import { replaceSpans, SECRET_MASK } from "./mask.ts";
import { findPrivateSpans } from "./private-spans.ts";

/** A text that may be kept, and how many pieces had to go. */
export interface CleanText {
  text: string;
  secrets: number;
  privateSpans: number;
  /** UTF-16 units of invisible characters removed. */
  invisible: number;
}

/**
 * Takes invisible characters and `<private>` spans out and masks value-shaped secrets by our own table. Synchronous and
 * linear in the length of the text: it runs on every text of a transcript. Invisible characters go first, since they
 * can hide a tag or a token from the other two.
 */
export function cleanText(text: string): CleanText {
  const hidden = findInvisible(text);
  const seen = replaceSpans(text, hidden, "");
  const spans = findPrivateSpans(seen);
  const open = replaceSpans(seen, spans, "");
  const secrets = findSecrets(open);
  return {
    text: replaceSpans(open, secrets, SECRET_MASK),
    secrets: secrets.length,
    privateSpans: spans.length,
    invisible: text.length - seen.length,
  };
}
