/**
 * What a start tells the session, computed when the memory was written: a hook only reads it. No schema library here:
 * this is loaded by hooks.
 */
export interface PrecomputedResume {
  version: 1;
  /** Memory root it was made from. */
  root: string;
  /** Session whose handoff it tells; null when the memory has none. */
  sessionId: string | null;
  /** Fenced, at most `resumeChars`; empty when there is nothing to tell. */
  text: string;
  /** Content that others wrote into the index, as one line; null or absent: none. */
  strays?: string | null;
  /** ISO time it was made. */
  at: string;
  /** Every file it was made from and the index, absolute: another size or time on disk means it is out of date. */
  sources: { path: string; size: number; mtimeMs: number }[];
}

/** The record of a file's text, or null when it is none that this version understands. */
export function parsePrecomputed(text: string): PrecomputedResume | null {
  try {
    const record: unknown = JSON.parse(text);
    return isPrecomputed(record) ? record : null;
  } catch {
    return null;
  }
}

function isPrecomputed(value: unknown): value is PrecomputedResume {
  if (typeof value !== "object" || value === null) return false;
  const record = value as Record<string, unknown>;
  return (
    record["version"] === 1 &&
    typeof record["root"] === "string" &&
    typeof record["text"] === "string" &&
    typeof record["at"] === "string" &&
    (record["sessionId"] === null || typeof record["sessionId"] === "string") &&
    Array.isArray(record["sources"])
  );
}
