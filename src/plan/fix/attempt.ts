import type { MemoryDraft } from "../draft.ts";

/** Runs a change of the draft; when it says that it did not come off (null or false), the draft is as before. */
export function attempt<T>(draft: MemoryDraft, change: () => T): T {
  const files = new Map(draft.files);
  const reasons = new Map(draft.reasons);
  const done = change();
  if (done === null || done === false) {
    refill(draft.files, files);
    refill(draft.reasons, reasons);
  }
  return done;
}

function refill<K, V>(map: Map<K, V>, before: ReadonlyMap<K, V>): void {
  map.clear();
  for (const [key, value] of before) map.set(key, value);
}
