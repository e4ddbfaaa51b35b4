/** Colour and cursor sequences, and operating system commands such as window titles. */
// oxlint-disable-next-line no-control-regex -- terminal output holds exactly these
const TERMINAL = /\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[@-Z\\-_]/g;
/** Control characters that mean nothing in text; tab, newline and CR stay. */
// oxlint-disable-next-line no-control-regex -- see above
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
/** With the `u` flag only halves that stand alone. */
const LONE_SURROGATE = /\p{Surrogate}/gu;
/** Any control character except tab and newline, or half a surrogate pair: most texts hold none. */
// oxlint-disable-next-line no-control-regex -- see above
const SUSPECT = /[\u0000-\u0008\u000b-\u001f\u007f\ud800-\udfff]/;

/**
 * The text as a person saw it: no terminal sequences, no control characters, LF line ends, of a line rewritten with CR
 * (a progress bar) the last state only, no lone surrogates (they cannot be written as UTF-8).
 */
export function plainText(raw: string): string {
  if (!SUSPECT.test(raw)) return raw;
  const visible = raw.replaceAll(TERMINAL, "");
  const lines = visible.includes("\r") ? visible.split("\n").map(lastState).join("\n") : visible;
  return lines.replaceAll(CONTROL, "").replaceAll(LONE_SURROGATE, "\ufffd");
}

function lastState(line: string): string {
  const whole = line.replace(/\r+$/, "");
  return whole.slice(whole.lastIndexOf("\r") + 1);
}

/** The first `cap` UTF-16 units, never ending in half a character; `…` shows that something was cut. */
export function cutText(text: string, cap: number): string {
  if (text.length <= cap) return text;
  const end = isHighSurrogate(text.charCodeAt(cap - 2)) ? cap - 2 : cap - 1;
  return detached(`${text.slice(0, end)}…`);
}

/** Begin and end of a text, with `…` on a line of its own for the middle; at most `cap` UTF-16 units. */
export function cutMiddle(text: string, cap: number): string {
  if (text.length <= cap) return text;
  const head = Math.floor((cap - 3) * 0.6);
  const tail = cap - 3 - head;
  const end = isHighSurrogate(text.charCodeAt(head - 1)) ? head - 1 : head;
  const begin = text.length - tail;
  const start = isHighSurrogate(text.charCodeAt(begin - 1)) ? begin + 1 : begin;
  return detached(`${text.slice(0, end)}\n…\n${text.slice(start)}`);
}

/**
 * The same text as a string of its own. A slice keeps the whole string it was cut from in memory, which for a short
 * excerpt of a large output is most of what a read would hold.
 */
export function detached(text: string): string {
  return Buffer.from(text, "utf8").toString("utf8");
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** A cut at the end of a clause is taken where it keeps at least this share of what may stay. */
const CLAUSE_FROM = 0.6;

/** At most `max` UTF-16 units of a sentence, ended at a clause or a word and marked as cut. */
export function cutClause(text: string, max: number): string {
  if (text.length <= max) return text;
  const kept = text.slice(0, max - 2);
  const clause = Math.max(...[". ", "; ", ": ", ", ", " — ", " ("].map((mark) => kept.lastIndexOf(mark)));
  const end = clause >= max * CLAUSE_FROM ? clause : Math.max(kept.lastIndexOf(" "), 0) || kept.length;
  return `${detached(kept.slice(0, end)).trimEnd()} …`;
}
