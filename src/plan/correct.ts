import type { Update } from "../handoff/update.ts";
import { type Amended, amend } from "./amend.ts";
import { identityOf } from "../memory/overlap.ts";
import {
  changeRecord,
  dispose,
  type Draft,
  matchedFacts,
  putRecords,
  putText,
  recordsOf,
  textOf,
} from "./draft.ts";
import { correctFields } from "./follow-fields.ts";
import { refusedRules } from "./gate.ts";
import { toInbox } from "./inbox.ts";
import type { Standing } from "./known.ts";
import { type Meant, meantFacts } from "./meant.ts";
import { isOlder, recordOf, updateId } from "./provenance-edits.ts";
import { headOf, replaceFact } from "./topic-file.ts";

/**
 * Lands a `correct`: the one fact it means is replaced where it stands, everywhere it stands; of a fact that says more,
 * only the part that is corrected. Without one clear match, where words would be lost that it does not speak of, or
 * against what a person stated, it waits in the inbox as a proposal.
 */
export function correctFact(draft: Draft, update: Update): void {
  const meant = meantFacts(draft, update);
  if (meant.as !== "one") {
    toInbox(draft, update, reasonFor(meant), { about: update.targetText ?? "" });
    return;
  }
  const base = { kind: update.kind, subject: update.subject, factId: updateId(update) };
  const at = update.at ?? draft.handoff.boundary.at;
  const [first] = meant.facts;
  const newer = meant.facts.find(({ match }) =>
    isOlder(at, match.record?.correctedAt ?? match.record?.at ?? null),
  );
  if (newer !== undefined) {
    dispose(draft, {
      ...base,
      outcome: "older",
      file: newer.path,
      reason: "the fact is newer than its correction",
    });
    return;
  }
  if (!mayChange(update, meant.facts)) {
    toInbox(draft, update, "a person stated the fact", { about: first?.match.fact.text ?? "" });
    return;
  }
  if (meant.facts.some((standing) => amended(draft, update, standing).as === "unclear")) {
    const about = first?.match.fact.text ?? "";
    toInbox(draft, update, "the fact says more than what it corrects", { about });
    return;
  }
  const done = meant.facts.filter((standing) => replaceOne(draft, update, standing));
  if (done.length < meant.facts.length) {
    toInbox(draft, update, "part of it stands where no line can be replaced", {
      about: first?.match.fact.text ?? "",
    });
    return;
  }
  dispose(draft, {
    ...base,
    outcome: "corrected",
    file: first?.path ?? null,
    reason: "replaced where it stood",
  });
}

/** What is not said by a person changes only facts that no person said or wrote. */
function mayChange(update: Update, facts: readonly Standing[]): boolean {
  if (update.confidence === "stated") return true;
  return facts.every(({ match }) => {
    const { record, edited } = match;
    return record !== null && !edited && record.origin === "capture" && record.confidence !== "stated";
  });
}

export function reasonFor(meant: Meant): string {
  return meant.as === "none" ? "no fact matches it" : "more than one fact may be meant";
}

function amended(draft: Draft, update: Update, { path, match }: Standing): Amended {
  const head = headOf(textOf(draft, path) ?? "", match.fact);
  return head === null ? { as: "whole" } : amend(head, update.text, update.targetText);
}

function replaceOne(draft: Draft, update: Update, { path, match }: Standing): boolean {
  // an earlier replacement in the same file moved the offsets
  const standing = matchedFacts(draft, path).find(({ fact }) => fact.hash === match.fact.hash);
  const before = textOf(draft, path);
  if (standing === undefined || before === null) return false;
  const change = amended(draft, update, { path, match: standing });
  const text = change.as === "part" ? change.text : update.text;
  const after = replaceFact(before, standing.fact, text);
  if (after === null || refusedRules(draft.snapshot, path, before, after).length > 0) return false;
  const old = standing.record;
  putText(draft, path, after, `${update.kind} corrected`);
  const made = recordOf(draft, update, { headings: standing.fact.headings, text });
  const supersedes = old === null ? [] : [old.id, ...old.supersedes];
  const correctedAt = update.at ?? draft.handoff.boundary.at;
  const replaced = matchedFacts(draft, path).find(({ fact }) => fact.start === standing.fact.start)?.fact;
  const identity = identityOf(replaced?.text ?? text);
  const record = { ...made, ...identity, kind: old?.kind ?? made.kind, correctedAt, supersedes };
  if (old === null) putRecords(draft, path, [...recordsOf(draft, path), record]);
  else changeRecord(draft, path, old.id, () => record);
  const was = { text: standing.fact.text, evidence: old?.evidence ?? [] };
  correctFields(draft, path, was, replaced?.text ?? text, correctedAt);
  return true;
}
