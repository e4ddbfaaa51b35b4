import { createHash } from "node:crypto";
import type { Update } from "../handoff/update.ts";
import { identityOf } from "../memory/overlap.ts";
import { slugOf } from "../manifest/slug.ts";
import { buryFact, type Tombstone, tombstoneFor } from "../memory/tombstone.ts";
import {
  changeRecord,
  dispose,
  type Draft,
  matchedFacts,
  putText,
  recordsOf,
  textOf,
  timeOf,
} from "./draft.ts";
import { factsAbout, isOneWord } from "./about.ts";
import type { Amended } from "./amend.ts";
import { dropEmptied } from "./emptied.ts";
import { forgetFields } from "./follow-fields.ts";
import { toInbox } from "./inbox.ts";
import type { Standing } from "./known.ts";
import { reasonFor } from "./correct.ts";
import { meantFacts } from "./meant.ts";
import { isOlder, updateId } from "./provenance-edits.ts";
import { takeBack } from "./take-back.ts";
import { headOf, removeFact, replaceFact } from "./topic-file.ts";

/** Facts of one name that a person's word may take out at once. */
const MOST_AT_ONCE = 5;

/**
 * Lands a `retire`: said by a person, with one clear match, the fact goes wherever it stands and a tombstone keeps it
 * from being learnt again; with a name in place of a statement, the few facts that are clearly about it go. Everything
 * else waits in the inbox as a proposal, and a note tells that nothing was found.
 */
export function retireFact(draft: Draft, update: Update): void {
  const base = { kind: update.kind, subject: update.subject, factId: updateId(update) };
  // of an earlier run: a person may ask to forget two things in one breath
  const buried = draft.snapshot.tombstones.find((stone) =>
    update.evidence.some((id) => stone.evidence.includes(id)),
  );
  if (buried !== undefined) {
    dispose(draft, { ...base, outcome: "duplicate", file: null, reason: "it was forgotten before" });
    return;
  }
  const asked = askedFor(draft, update);
  if (asked.facts.length === 0 || update.confidence !== "stated") {
    const reason = asked.facts.length > 0 ? "only a person's word removes a fact" : asked.reason;
    if (update.confidence === "stated") draft.notes.push(NOTES[asked.found]);
    if (asked.found === "none" && isName(update)) {
      dispose(draft, { ...base, outcome: "forgotten", file: null, reason: NOTHING_FOUND });
      return;
    }
    toInbox(draft, update, reason, { about: update.targetText ?? "" });
    return;
  }
  const at = update.at ?? draft.handoff.boundary.at;
  const older = asked.facts.filter(({ match }) => !isOlder(at, match.record?.at ?? null));
  if (older.length === 0) {
    const reason = "it was said again since";
    dispose(draft, { ...base, outcome: "older", file: asked.facts[0]?.path ?? null, reason });
    return;
  }
  // a statement may be a part of what a fact says; a name means all that is said of it
  const parts = older.map((standing): Amended =>
    isName(update) ? { as: "whole" } : partOf(draft, update, standing),
  );
  if (parts.some(({ as }) => as === "unclear")) {
    toInbox(draft, update, "the fact says more than what is to go", { about: update.targetText ?? "" });
    return;
  }
  const partAt = (at: number): Amended => parts[at] ?? { as: "whole" };
  const removed = older.filter((standing, at) => removeOne(draft, update, standing, partAt(at)));
  for (const path of new Set(removed.map((one) => one.path))) {
    const gone = older.filter(
      (one, at) => one.path === path && removed.includes(one) && partAt(at).as === "whole",
    );
    const told = gone.map(({ match }) => ({
      text: match.fact.text,
      evidence: match.record?.evidence ?? [],
    }));
    const isAll = isName(update) && isTopic(draft, path, update);
    for (const field of forgetFields(draft, path, told, isAll)) bury(draft, update, field);
  }
  const emptied = removed.filter(({ match }) => match.record?.origin === "capture");
  for (const { path } of emptied) dropEmptied(draft, path);
  if (removed.length < older.length) {
    toInbox(draft, update, "part of it stands where no line can be taken out", {
      about: update.targetText ?? "",
    });
    return;
  }
  if (asked.left > 0) draft.notes.push("asked to forget; other facts name it too and stay");
  dispose(draft, {
    ...base,
    outcome: "retired",
    file: removed[0]?.path ?? null,
    reason: "a person asked to forget it",
  });
}

/** Whether a topic file is that of the name which is to be forgotten. */
function isTopic(draft: Draft, path: string, { targetText = "" }: Update): boolean {
  const records = recordsOf(draft, path);
  return records.length > 0 && records.every(({ subject }) => slugOf(subject) === slugOf(targetText));
}

/** Reason of the disposition when a name that is to be forgotten stands nowhere. */
const NOTHING_FOUND = "nothing in this memory matches";

const NOTES = {
  none: `asked to forget; ${NOTHING_FOUND}`,
  unclear: "asked to forget; which facts are meant is not clear: see the inbox",
} as const;

interface Asked {
  facts: readonly Standing[];
  found: keyof typeof NOTES;
  reason: string;
  /** Facts that name it as well and are not taken out. */
  left: number;
}

function askedFor(draft: Draft, update: Update): Asked {
  const name = update.targetText;
  if (name === undefined || !isName(update)) {
    const meant = meantFacts(draft, update);
    const found = meant.as === "none" ? "none" : "unclear";
    return { facts: meant.as === "one" ? meant.facts : [], found, reason: reasonFor(meant), left: 0 };
  }
  const { clear, vague } = factsAbout(draft, name, isWhole(update));
  const few = new Set(clear.map(({ match }) => match.fact.hash)).size <= MOST_AT_ONCE;
  if (clear.length > 0 && few) return { facts: clear, found: "unclear", reason: "", left: vague.length };
  const reason = few
    ? "it is not clear that they are about it"
    : `more than ${MOST_AT_ONCE} facts are about it`;
  if (clear.length + vague.length > 0) return { facts: [], found: "unclear", reason, left: 0 };
  return { facts: [], found: "none", reason: "no fact matches it", left: 0 };
}

/** A name in so many words ("everything about X"): subject and target are one. */
const isWhole = ({ subject, targetText }: Update): boolean => subject !== "" && subject === targetText;

/** The words that name what goes are a name, and no statement. */
function isName(update: Update): boolean {
  const { targetText } = update;
  if (targetText === undefined || isWhole(update)) return targetText !== undefined;
  return !/[\p{Nd}\p{Script=Han}]/u.test(targetText) && isOneWord(targetText);
}

/**
 * The tombstone that holds a new fact back; null when it may land. A person who says it again, later, lifts it.
 */
export function heldBack(draft: Draft, update: Update): Tombstone | null {
  const stone = tombstoneFor(update, draft.tombstones);
  if (stone === null) return null;
  const isSameSource = update.evidence.some((id) => stone.evidence.includes(id));
  if (isSameSource || update.confidence !== "stated" || !isOlder(stone.at, update.at)) return stone;
  draft.tombstones = draft.tombstones.filter((other) => other !== stone);
  return null;
}

function partOf(draft: Draft, update: Update, { path, match }: Standing): Amended {
  const head = headOf(textOf(draft, path) ?? "", match.fact);
  return head === null || update.targetText === undefined
    ? { as: "whole" }
    : takeBack(head, update.targetText);
}

function removeOne(draft: Draft, update: Update, { path, match }: Standing, part: Amended): boolean {
  const standing = matchedFacts(draft, path).find(({ fact }) => fact.hash === match.fact.hash);
  const before = textOf(draft, path);
  if (standing === undefined || before === null) return false;
  const { record, fact } = standing;
  const after = part.as === "part" ? replaceFact(before, fact, part.text) : removeFact(before, fact);
  if (after === null) return false;
  putText(draft, path, after, "forgotten on a person's word");
  const rest = part.as === "part" ? identityOf(part.text) : null;
  if (record !== null)
    changeRecord(draft, path, record.id, (old) => (rest === null ? null : { ...old, ...rest }));
  bury(draft, update, {
    id: record?.id ?? updateId(update),
    text: rest === null ? fact.text : (update.targetText ?? update.text),
    evidence: record?.evidence ?? [],
  });
  return true;
}

/** Keeps what went from being learnt again. */
function bury(draft: Draft, update: Update, gone: { id: string; text: string; evidence: string[] }): void {
  const evidence = [...new Set([...gone.evidence, ...update.evidence])];
  const at = new Date(timeOf(draft, update.at));
  draft.tombstones = [...draft.tombstones, buryFact({ ...gone, evidence }, at, saltOf(gone.id, update))];
}

/** The salt only has to differ from fact to fact; derived, so that the same run plans the same bytes. */
function saltOf(id: string, update: Update): string {
  return createHash("sha256")
    .update(`${id}\n${update.evidence.join("\n")}`)
    .digest("hex")
    .slice(0, 32);
}
