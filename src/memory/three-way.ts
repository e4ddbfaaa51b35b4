/** Who changed a derived value since it was written: nobody, its source, the place where it stands, or both. */
export type Change = "none" | "source" | "standing" | "both";

/**
 * The three-way decision about a derived value: what stands there now, what we wrote there last time (the base), and
 * what its source says now.
 */
export function changeSince(standing: string, base: string, source: string): Change {
  if (standing === source) return "none";
  if (standing === base) return "source";
  return source === base ? "standing" : "both";
}
