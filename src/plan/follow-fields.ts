import { type FieldFact, fieldHeading, readFields } from "../memory/fields.ts";
import { normalise } from "../memory/normalise.ts";
import { identityOf } from "../memory/overlap.ts";
import type { ProvenanceRecord } from "../memory/provenance.ts";
import { changeRecord, type Draft, putRecords, putText, recordsOf, textOf } from "./draft.ts";
import { removeField, setField } from "./front-matter.ts";

/** A fact as it was: its text, and the entries that it rests on. */
interface Told {
  text: string;
  evidence: readonly string[];
}

/**
 * Takes out the fields of a topic that say what was forgotten: those that were told in the same entry as one of the facts
 * that went, with a value that stands in it, or all that captures set where everything about the topic is to go. What a
 * person wrote there stays. Returns what went.
 */
export function forgetFields(
  draft: Draft,
  path: string,
  gone: readonly Told[],
  isAll: boolean,
): { id: string; text: string; evidence: string[] }[] {
  const forgotten = [];
  for (const { field, record } of capturedFields(draft, path)) {
    if (!isAll && !gone.some((fact) => isToldIn(fact, field, record))) continue;
    const before = textOf(draft, path);
    const after = before === null ? null : removeField(before, field.name);
    if (after === null) continue;
    putText(draft, path, after, "forgotten on a person's word");
    putRecords(
      draft,
      path,
      recordsOf(draft, path).filter((other) => other.id !== record.id),
    );
    forgotten.push({ id: record.id, text: field.value, evidence: record.evidence });
  }
  return forgotten;
}

/**
 * Brings the fields of a topic in line with a fact that was corrected there: a value that was told with the old words, in
 * the same entry, becomes what the new ones say in its place, and goes where they do not tell. What a person wrote there
 * stays. `at`: when it was corrected; older sessions do not set it back.
 */
export function correctFields(draft: Draft, path: string, was: Told, is: string, at: string | null): void {
  for (const { field, record } of capturedFields(draft, path)) {
    if (!isToldIn(was, field, record) || normalise(is).includes(normalise(field.value))) continue;
    const value = inPlaceOf(field.value, was.text, is);
    const before = textOf(draft, path) ?? "";
    const after =
      value === null ? removeField(before, field.name) : setField(before, { name: field.name, value });
    if (after === null) continue;
    putText(draft, path, after, `${field.name} follows the corrected fact`);
    changeRecord(draft, path, record.id, (old) =>
      value === null ? null : { ...old, ...identityOf(value), at },
    );
  }
}

/** A word that both hold is not enough: "status: live" has nothing to do with a fact on live reload. */
function isToldIn(fact: Told, field: FieldFact, record: ProvenanceRecord): boolean {
  const isShared = record.evidence.some((id) => fact.evidence.includes(id));
  return isShared && normalise(fact.text).includes(normalise(field.value));
}

/** What stands in the new words where the value stood in the old ones; null where they do not open alike. */
function inPlaceOf(value: string, was: string, is: string): string | null {
  const at = was.toLowerCase().indexOf(value.toLowerCase());
  if (at < 0 || is.slice(0, at).toLowerCase() !== was.slice(0, at).toLowerCase()) return null;
  const rest = was.slice(at + value.length);
  const said = is.slice(at);
  const text = rest !== "" && said.endsWith(rest) ? said.slice(0, said.length - rest.length) : said;
  const [clause = ""] = text.split(/[.;,，；。]\s|[.。]$/u);
  return clause.trim() === "" ? null : clause.trim();
}

/** Fields that a capture set and nobody changed since. */
function capturedFields(draft: Draft, path: string): { field: FieldFact; record: ProvenanceRecord }[] {
  return readFields(textOf(draft, path) ?? "").flatMap((field) => {
    const record = fieldRecord(draft, path, field.name);
    return record?.origin === "capture" && record.hash === field.hash ? [{ field, record }] : [];
  });
}

/** The newest record of a front matter field, or null. */
export function fieldRecord(draft: Draft, path: string, name: string): ProvenanceRecord | null {
  return recordsOf(draft, path).findLast((record) => record.headings[0] === fieldHeading(name)) ?? null;
}
