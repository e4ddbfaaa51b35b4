const OPEN = "<session-handoff>";
const CLOSE = "</session-handoff>";

/**
 * A fenced text of at most `max` UTF-16 units, cut at a line end; what stands first stays. The fence stays closed, so
 * that it is told from what others say. Empty when nothing of it fits.
 */
export function fit(text: string, max: number): string {
  const whole = text.trimEnd();
  if (whole.length <= max) return whole;
  const fenced = whole.startsWith(OPEN);
  const room = Math.max(-1, max - (fenced ? CLOSE.length + 1 : 0));
  // A line is whole when its end lies within the room: what stands behind the last end goes.
  const kept = whole
    .slice(0, room + 1)
    .split("\n")
    .slice(0, -1);
  if (kept.length <= (fenced ? 1 : 0)) return "";
  return [...kept, ...(fenced ? [CLOSE] : [])].join("\n");
}

/** The fenced text with one more line at its end, within `max` UTF-16 units; the line stays whole. */
export function withNote(text: string, note: string, max: number): string {
  const body = text.trimEnd();
  const lines = body === "" ? [OPEN, CLOSE] : fit(body, Math.max(0, max - note.length - 1)).split("\n");
  const inner = lines.filter((line, at) => line !== "" && !(at === lines.length - 1 && line === CLOSE));
  return [...(inner.length === 0 ? [OPEN] : inner), note, CLOSE].join("\n");
}
