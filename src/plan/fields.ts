import type { Update } from "../handoff/update.ts";
import { rankOf } from "../handoff/handoff.ts";
import { fieldHeading, readFields } from "../memory/fields.ts";
import { factHash } from "../memory/normalise.ts";
import type { ProvenanceRecord } from "../memory/provenance.ts";
import { dispose, type Draft, putRecords, putText, recordsOf, textOf } from "./draft.ts";
import { setField } from "./front-matter.ts";
import { fieldRecord } from "./follow-fields.ts";
import { toInbox } from "./inbox.ts";
import { newFileText } from "./merge.ts";
import { confirmRecord, isOlder, recordOf, updateId } from "./provenance-edits.ts";
import { routeUpdate } from "./route.ts";

/** Sets a front matter field of a topic: newer evidence wins, older evidence never replaces a newer value. */
export function applyField(draft: Draft, update: Update, name: string): void {
  const route = routeUpdate(draft, { ...update, text: "" }, false);
  if (route.to === "inbox") {
    toInbox(draft, update, route.reason, null);
    return;
  }
  const isFree = route.row.fields.some((field) => field.name === name && field.value === null);
  if (!isFree) {
    toInbox(draft, update, `kind ${update.kind} has no field ${name}`, null);
    return;
  }
  const { path } = route;
  const value = update.text.replace(/\s+/gu, " ").trim();
  const before = textOf(draft, path) ?? newFileText(draft, route, update);
  const current = readFields(before).find((field) => field.name === name);
  const record = fieldRecord(draft, path, name);
  const base = { kind: update.kind, subject: update.subject, file: path, factId: updateId(update) };
  if (current !== undefined && current.hash === factHash(value)) {
    if (record !== null) confirmRecord(draft, path, record, update);
    if (textOf(draft, path) === null) putText(draft, path, before, `${name} of ${route.name}`);
    dispose(draft, { ...base, outcome: "duplicate", reason: `${name} says so already` });
    return;
  }
  if (current !== undefined && current.value !== "" && current.hash !== record?.hash) {
    toInbox(draft, update, `a person wrote ${name} of ${route.name}`, null);
    return;
  }
  if (record !== null && outranks(draft, record, update)) {
    dispose(draft, { ...base, outcome: "older", reason: `${name} has a newer value` });
    return;
  }
  const after = setField(before, { name, value });
  if (after === null) {
    toInbox(draft, update, `the front matter of ${path} cannot take ${name}`, null);
    return;
  }
  putText(draft, path, after, `${name} of ${route.name}`);
  const made = recordOf(draft, update, { headings: [fieldHeading(name)], text: value });
  const kept = recordsOf(draft, path).filter((other) => other.id !== record?.id);
  const supersedes = record === null ? [] : [record.id, ...record.supersedes];
  putRecords(draft, path, [...kept, { ...made, supersedes }]);
  dispose(draft, { ...base, outcome: "field", reason: `${name} of ${path}` });
}

/** A value stands against newer evidence never, against equally old evidence when its rank is not lower. */
function outranks(draft: Draft, record: ProvenanceRecord, update: Update): boolean {
  const at = update.at ?? draft.handoff.boundary.at;
  if (isOlder(at, record.at)) return true;
  return at !== null && at === record.at && record.rank > rankOf(draft.handoff.provider);
}
