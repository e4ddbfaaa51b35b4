import { inboxRow, matchRow } from "../manifest/routes.ts";
import { normalise } from "../memory/normalise.ts";
import type { FieldFact } from "../memory/fields.ts";
import { matchFields, matchProvenance, type MatchedField } from "../memory/match.ts";
import { repeatsFacts } from "../plan/description.ts";
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
    const texts = topic.facts.map((fact) => fact.text);
    const isMade = ({ field, record }: MatchedField): boolean =>
      record === null && isOwnFrontMatter(topic, field, texts);
    const fields = matchFields(topic.fields, provenance)
      .filter((field) => !isMade(field))
      .map(({ field, record, edited }) => ({
        text: `${field.name}: ${field.value}`,
        file: topic.file,
        headings: [],
        record,
        edited,
      }));
    return [...body, ...fields];
  });
}

/** Front matter that handoff or the client derives: the name of the topic, its fixed marks, a description made of its facts. */
function isOwnFrontMatter(
  { row, title }: Topic,
  { name, value }: FieldFact,
  facts: readonly string[],
): boolean {
  if (name === "description") return repeatsFacts(value, [...facts, row.holds]);
  if (name === row.fields.find((field) => field.value === null)?.name) return value === title;
  return CLIENT_FIELDS.has(name) || row.fields.some((field) => field.name === name && field.value === value);
}

/** What the client keeps in its files about themselves. */
const CLIENT_FIELDS: ReadonlySet<string> = new Set([
  "metadata.node_type",
  "metadata.originSessionId",
  "metadata.modified",
]);

/** What waits in the inbox is asked for like any other fact. */
function inboxOf(snapshot: MemorySnapshot): Topic[] {
  const row = inboxRow(snapshot.manifest);
  if (row === null) return [];
  const files = [...snapshot.files.values()].filter((file) => matchRow(snapshot.manifest, file.path) === row);
  return files.map((file) => readTopic(file, row, snapshot.provenance.get(file.path)));
}
