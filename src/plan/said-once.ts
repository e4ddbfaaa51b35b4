import { SAID_ONCE, type Update } from "../handoff/update.ts";
import { INBOX_KIND } from "../manifest/pattern.ts";
import { matchRow } from "../manifest/routes.ts";
import { sameWish } from "../session/signals/sentence.ts";
import { changeRecord, dispose, type Draft, matchedFacts, putText, textOf } from "./draft.ts";
import { toInbox } from "./inbox.ts";
import { type Standing, standingFact } from "./known.ts";
import { standingFacts } from "./meant.ts";
import { addFact } from "./merge.ts";
import { confirmRecord } from "./provenance-edits.ts";
import { removeFact } from "./topic-file.ts";

/** What of an inbox line is the wish: behind its label, before the reason why it waits. */
const WAITING = new RegExp(`^[^:]*: (.+) \\(unverified: ${SAID_ONCE}\\)$`, "su");

interface Waiting {
  path: string;
  id: string;
  evidence: readonly string[];
  sessionId: string | null;
}

/**
 * Lands a preference that one session asked for and not as a rule. It waits in the inbox, whose line and record are the
 * candidate; when another session asks for the same, it becomes a preference that rests on both, and the line goes. A
 * person who takes the line out ends it.
 */
export function landWish(draft: Draft, update: Update): void {
  const { unverified: _waits, ...rule } = update;
  const standing = standingLike(draft, update);
  if (standing !== null) return confirm(draft, update, standing);
  const waiting = waitingLike(draft, update).filter(({ sessionId }) => sessionId !== sessionOf(draft));
  if (waiting.length === 0) return toInbox(draft, update, `unverified: ${SAID_ONCE}`, null);
  const evidence = [...new Set([...update.evidence, ...waiting.flatMap((one) => one.evidence)])];
  addFact(draft, { ...rule, evidence });
  settleWish(draft, update);
}

/** The rule that asks for the same already, in whatever words. */
function standingLike(draft: Draft, { kind, text }: Update): Standing | null {
  const same = standingFact(draft, text);
  if (same !== null) return same;
  const rules = standingFacts(draft).filter(({ match }) => match.record?.kind === kind);
  return rules.find(({ match }) => sameWish(match.fact.text, text)) ?? null;
}

function confirm(draft: Draft, update: Update, { path, match }: Standing): void {
  const { kind, subject } = update;
  const { record } = match;
  if (record !== null) confirmRecord(draft, path, record, update);
  const reason = "the same fact stands already";
  dispose(draft, { kind, subject, outcome: "duplicate", file: path, factId: record?.id ?? null, reason });
  settleWish(draft, update);
}

/** Takes the candidate out of the inbox once a fact that says the same stands. */
export function settleWish(draft: Draft, update: Update): void {
  const landed = draft.dispositions.at(-1)?.outcome;
  if (landed !== "added" && landed !== "duplicate") return;
  for (const waiting of waitingLike(draft, update)) takeOut(draft, waiting);
}

const sessionOf = ({ handoff }: Draft): string => handoff.boundary.sessionId;

/** Candidates in the inbox that ask for the same. */
function waitingLike(draft: Draft, { kind, text }: Update): Waiting[] {
  const inboxes = [...draft.provenance].flatMap(([path, { facts }]) =>
    facts.some((record) => record.kind === kind) && matchRow(draft.manifest, path)?.kind === INBOX_KIND
      ? [path]
      : [],
  );
  return inboxes.sort().flatMap((path) =>
    matchedFacts(draft, path).flatMap(({ fact, record }) => {
      const wish = WAITING.exec(fact.text.trim())?.[1];
      if (wish === undefined || record === null || record.kind !== kind || !sameWish(wish, text)) return [];
      const { id, evidence, sessionId } = record;
      return [{ path, id, evidence, sessionId }];
    }),
  );
}

function takeOut(draft: Draft, { path, id }: Waiting): void {
  const match = matchedFacts(draft, path).find(({ record }) => record?.id === id);
  const before = textOf(draft, path);
  const after = match === undefined || before === null ? null : removeFact(before, match.fact);
  if (after === null) return;
  putText(draft, path, after, "asked for again by another session: no candidate any more");
  changeRecord(draft, path, id, () => null);
}
