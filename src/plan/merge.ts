import type { Update } from "../handoff/update.ts";
import type { FileRow } from "../manifest/manifest.ts";
import { appendDated } from "./append.ts";
import { correctFact } from "./correct.ts";
import { dispose, type Draft, putText, textOf, timeOf } from "./draft.ts";
import { inlineText } from "./fragment.ts";
import type { FieldValue } from "./front-matter.ts";
import { refusedRules } from "./gate.ts";
import { toInbox } from "./inbox.ts";
import { firstSafe } from "../lint/shown-text.ts";
import { standingFact } from "./known.ts";
import { confirmRecord, recordFact, updateId } from "./provenance-edits.ts";
import { restatedBy } from "./restated.ts";
import { type Route, routeUpdate } from "./route.ts";
import { insertFact, newTopicFile } from "./topic-file.ts";
import { addedFact } from "./unharmed.ts";

/** A route that leads to a file. */
export type FileRoute = Extract<Route, { to: "file" }>;

/**
 * Lands an `add`: as a new fact of its topic, in place of the fact whose one value it says anew, or not at all when the
 * same stands somewhere.
 */
export function addFact(draft: Draft, update: Update): void {
  const base = { kind: update.kind, subject: update.subject, factId: updateId(update) };
  const restated = restatedBy(draft, update);
  if (restated.as === "corrects") {
    const { fact, record } = restated.standing.match;
    const { text, old } = restated;
    // a line without an id is named by its words
    const target =
      record === null ? { targetText: fact.text } : { target: record.id, targetText: old ?? fact.text };
    correctFact(draft, { ...update, ...target, op: "correct", text });
    return;
  }
  if (restated.as === "conflict") draft.notes.push(`${restated.standing.path} may now say two things of one`);
  const standing = restated.as === "same" ? restated.standing : standingFact(draft, update.text);
  if (standing !== null) {
    const { record } = standing.match;
    if (record !== null) confirmRecord(draft, standing.path, record, update);
    const reason = "the same fact stands already";
    dispose(draft, {
      ...base,
      outcome: "duplicate",
      file: standing.path,
      factId: record?.id ?? null,
      reason,
    });
    return;
  }
  const route = routeUpdate(draft, update, true);
  if (route.to === "inbox") {
    toInbox(draft, update, route.reason, null);
    return;
  }
  const before = textOf(draft, route.path) ?? newFileText(draft, route, update);
  const after = withFact(draft, route.row, before, update);
  const fact = after === null ? null : addedFact(before, after);
  if (after === null || fact === null) {
    toInbox(draft, update, "its file has an open block that would swallow it", null);
    return;
  }
  const refused = refusedRules(draft.snapshot, route.path, textOf(draft, route.path), after);
  if (refused.length > 0) {
    toInbox(draft, update, `the gate: ${refused.join(", ")}`, null);
    return;
  }
  putText(
    draft,
    route.path,
    after,
    `${update.kind} added${update.subject === "" ? "" : ` to ${route.name}`}`,
  );
  recordFact(draft, route.path, update, fact);
  const reason = `kind ${update.kind}: ${route.exists ? "" : "new file "}${route.path}`;
  dispose(draft, { ...base, outcome: "added", file: route.path, reason });
}

/** Text of a file that does not exist yet: title, and the front matter its row asks for. */
export function newFileText(draft: Draft, route: FileRoute, update: Update): string {
  return newTopicFile(route.name, newFields(draft, route, update));
}

function withFact(draft: Draft, row: FileRow, before: string, update: Update): string | null {
  if (row.write === "append") return appendDated(before, timeOf(draft, update.at).slice(0, 10), update.text);
  const subject = inlineText(update.subject);
  const heading = row.unit === "fact" && subject !== "" ? subject : null;
  return insertFact(before, { heading }, update.text);
}

/** The row's fixed fields, the name in the first free one, and a short description where the row has a place for it. */
function newFields(draft: Draft, { row, name }: FileRoute, update: Update): FieldValue[] {
  const first = row.fields.find((field) => field.value === null);
  const about = update.field === undefined ? update.text : "";
  const fields: FieldValue[] = [];
  for (const field of row.fields) {
    if (field.value !== null) fields.push({ name: field.name, value: field.value });
    else if (field === first) fields.push({ name: field.name, value: name });
    else if (field.name === "description") {
      const texts = row.unit === "fact" ? [row.holds] : [about, row.holds];
      fields.push({ name: field.name, value: firstSafe(draft.manifest, texts) });
    }
  }
  return row.fields.some((field) => field.name === "metadata.type")
    ? [...fields, ...clientFields(draft)]
    : fields;
}

/** What the client adds to files that its own tool writes; ours look the same. */
function clientFields(draft: Draft): FieldValue[] {
  return [
    { name: "metadata.node_type", value: "memory" },
    { name: "metadata.originSessionId", value: draft.handoff.boundary.sessionId },
    { name: "metadata.modified", value: timeOf(draft, null) },
  ];
}
