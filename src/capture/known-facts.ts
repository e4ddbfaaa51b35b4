import type { MemorySnapshot } from "../memory/snapshot.ts";
import { topicsOf } from "../memory/topic.ts";
import { matchProvenance } from "../memory/match.ts";
import type { Session } from "../session/session.ts";
import type { KnownFact } from "../summarize/summarize.ts";

/** At most this many existing facts are shown to a model. */
const MOST = 40;

/**
 * The recorded facts that the session may bear on, closest first: those that share names with its working state. Only
 * facts with a provenance record have an id that a correction can name.
 */
export function knownFacts(snapshot: MemorySnapshot, session: Session): KnownFact[] {
  const words = new Set(wordsOf(JSON.stringify(session.state)));
  const scored = topicsOf(snapshot).flatMap((topic) =>
    matchProvenance(topic.facts, snapshot.provenance.get(topic.file)).flatMap(({ fact, record }) => {
      if (record === null) return [];
      const own = wordsOf(fact.text);
      const shared = own.filter((word) => words.has(word)).length / Math.max(1, own.length);
      return [
        {
          shared,
          known: {
            id: record.id,
            file: topic.file,
            kind: record.kind,
            subject: record.subject,
            text: fact.text,
            stated: record.confidence === "stated" || record.origin === "person",
          },
        },
      ];
    }),
  );
  scored.sort((a, b) => b.shared - a.shared);
  return scored
    .filter((item) => item.shared > 0.2)
    .slice(0, MOST)
    .map((item) => item.known);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}_./-]{3,}/gu) ?? [];
}
