import { inboxRow, matchRow } from "../manifest/routes.ts";
import { normalise } from "../memory/normalise.ts";
import { matchFields, matchProvenance } from "../memory/match.ts";
import type { ProvenanceRecord } from "../memory/provenance.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { readTopic, type Topic, topicsOf } from "../memory/topic.ts";

/** A fact that a question names, and where it comes from. */
export interface ExplainedFact {
  text: string;
  file: string;
  headings: string[];
  /** Null: a person wrote it into the file. */
  record: ProvenanceRecord | null;
  /** A person changed its words since it was recorded. */
  edited: boolean;
}

/**
 * Facts whose text holds every word of the question, those that hold it as it stands first; at most `limit`. An empty
 * question names none.
 */
export function explainFacts(snapshot: MemorySnapshot, question: string, limit = 20): ExplainedFact[] {
  const asked = normalise(question);
  const words = asked.split(" ").filter((word) => word !== "");
  if (words.length === 0) return [];
  const found = allFacts(snapshot).flatMap((fact) => {
    const text = normalise(fact.text);
    if (!words.every((word) => text.includes(word))) return [];
    return [{ fact, whole: text.includes(asked) }];
  });
  found.sort((a, b) => Number(b.whole) - Number(a.whole));
  return found.slice(0, limit).map((item) => item.fact);
}

function allFacts(snapshot: MemorySnapshot): ExplainedFact[] {
  return [...topicsOf(snapshot), ...inboxOf(snapshot)].flatMap((topic) => {
    const provenance = snapshot.provenance.get(topic.file);
    const body = matchProvenance(topic.facts, provenance).map(({ fact, record, edited }) => ({
      text: fact.text,
      file: topic.file,
      headings: [...fact.headings],
      record,
      edited,
    }));
    const fields = matchFields(topic.fields, provenance).map(({ field, record, edited }) => ({
      text: `${field.name}: ${field.value}`,
      file: topic.file,
      headings: [],
      record,
      edited,
    }));
    return [...body, ...fields];
  });
}

/** What waits in the inbox is asked for like any other fact. */
function inboxOf(snapshot: MemorySnapshot): Topic[] {
  const row = inboxRow(snapshot.manifest);
  if (row === null) return [];
  const files = [...snapshot.files.values()].filter((file) => matchRow(snapshot.manifest, file.path) === row);
  return files.map((file) => readTopic(file, row, snapshot.provenance.get(file.path)));
}
