import type { Span } from "./mask.ts";

/** Shortest value of any named format, its prefix included. */
const SHORTEST = 15;

/** ASCII signs that values are made of: anything visible but quotes, backslash, angle brackets, comma, semicolon. */
const IN_VALUE = new Uint8Array(128).map((_, code) =>
  code > 0x20 && code < 0x7f && !"\"'`\\<>,;".includes(String.fromCharCode(code)) ? 1 : 0,
);

/**
 * Places of runs long enough to be a secret. Looks at the far end of a window first and jumps over what cannot be one,
 * so that prose costs a look every few characters; patterns then run on the runs alone.
 */
export function longRuns(text: string): Span[] {
  const runs: Span[] = [];
  const { length } = text;
  let start = 0;
  while (start + SHORTEST <= length) {
    let at = start + SHORTEST - 1;
    while (at >= start && inValue(text.charCodeAt(at))) at -= 1;
    if (at >= start) {
      start = at + 1;
      continue;
    }
    let end = start + SHORTEST;
    while (end < length && inValue(text.charCodeAt(end))) end += 1;
    runs.push({ start, end });
    start = end + 1;
  }
  return runs;
}

function inValue(code: number): boolean {
  return code < 128 && IN_VALUE[code] === 1;
}
