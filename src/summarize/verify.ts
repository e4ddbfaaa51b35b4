import { type Handoff, rankOf } from "../handoff/handoff.ts";
import { SAID_ONCE, type Update } from "../handoff/update.ts";
import { SECRET_MASK } from "../privacy/mask.ts";
import { hasOverridePhrase } from "../privacy/override-phrases.ts";
import { isRefuted } from "../session/fold.ts";
import type { Session } from "../session/session.ts";
import type { Statement, WorkingState } from "../session/working-state.ts";
import { type ClaimKind, claimsOf } from "./claims.ts";
import { earned, isGeneral } from "./earned.ts";
import { runsOf, type ShortenRuns } from "./raw-run.ts";
import { flatten, occurs, sessionText, type SessionText } from "./session-text.ts";
import type { KnownFact } from "./summarizer.ts";

/** Why an update may not land by itself. */
type UnverifiedReason =
  | "no-evidence"
  | "only-summary"
  | `unknown-${ClaimKind}`
  | "unknown-target"
  | "corrects-person"
  | "refuted"
  | typeof SAID_ONCE
  | "instruction"
  | "holds-secret";

/** A verified handoff and what was found. */
export interface Verified {
  handoff: Handoff;
  /** Updates that go to the inbox. */
  unverified: number;
  /** Statements of the working state taken out. */
  droppedStatements: number;
}

/** What an update or statement is checked against. */
interface Grounds {
  session: SessionText;
  /** What the session took back. */
  state: Session["state"];
  shorten: ShortenRuns;
  facts: ReadonlyMap<string, KnownFact>;
  /** True for a summarizer that writes its own words. */
  model: boolean;
}

/**
 * Checks a handoff by code: evidence exists, and every path, number, version, identifier, quotation and URL occurs in
 * the session or in the fact that is corrected. Updates that fail are marked `unverified` with an `UnverifiedReason`,
 * none is dropped; statements of the working state that fail are taken out. Runs of words copied from anyone but the
 * person are shortened to `MAX_RUN`.
 */
export function verifyHandoff(handoff: Handoff, session: Session, facts: readonly KnownFact[]): Handoff {
  return verify(handoff, session, facts).handoff;
}

/** `verifyHandoff` with its counts. */
export function verify(handoff: Handoff, session: Session, facts: readonly KnownFact[]): Verified {
  const grounds: Grounds = {
    session: sessionText(session),
    state: session.state,
    shorten: runsOf(session),
    facts: new Map(facts.map((fact) => [fact.id, fact])),
    model: rankOf(handoff.provider) > 0,
  };
  const updates = handoff.updates.map((update) => verifyUpdate(update, handoff.boundary.entryId, grounds));
  const { state, dropped } = verifyState(handoff.state, grounds);
  return {
    handoff: { ...handoff, state, updates },
    unverified: updates.filter((update) => update.unverified !== undefined).length,
    droppedStatements: dropped,
  };
}

function verifyUpdate(update: Update, boundaryEntry: string, grounds: Grounds): Update {
  const evidence = update.evidence.filter((id) => exists(id, grounds.session));
  const reason = update.unverified ?? reasonAgainst(update, evidence, grounds);
  const checked: Update = {
    ...update,
    text: grounds.shorten(update.text),
    // an update must name an entry: without any of its own it hangs on the boundary, marked
    evidence: evidence.length > 0 ? evidence : [boundaryEntry],
    confidence: grounds.model ? earned(update, evidence, grounds.session) : update.confidence,
  };
  if (reason !== null) checked.unverified = reason;
  return checked;
}

function reasonAgainst(update: Update, evidence: readonly string[], grounds: Grounds): string | null {
  const said = [update.subject, update.text];
  if (said.some(hasOverridePhrase)) return reasons("instruction");
  if (said.some((text) => text.includes(SECRET_MASK))) return reasons("holds-secret");
  if (evidence.length === 0) return reasons("no-evidence");
  // The host's own summary is a model's word: it may lead to a fact, but not show it.
  if (grounds.model && evidence.every((id) => grounds.session.entries.get(id)?.kind === "compaction"))
    return reasons("only-summary");
  if (isRefuted(grounds.state, update.text)) return reasons("refuted");
  const target = update.target === undefined ? undefined : grounds.facts.get(update.target);
  if (grounds.model && update.op !== "add") {
    if (target === undefined) return reasons("unknown-target");
    if (target.stated !== false) return reasons("corrects-person");
  }
  const invented = inventedClaim(said.join("\n"), grounds.session, target);
  if (invented !== null) return reasons(`unknown-${invented}`);
  const isWish = grounds.model && update.op === "add" && update.kind === "preference";
  return isWish && !isGeneral(update, evidence, grounds.session) ? reasons(SAID_ONCE) : null;
}

/** Keeps the reasons to the documented ones. */
function reasons(reason: UnverifiedReason): UnverifiedReason {
  return reason;
}

function inventedClaim(text: string, session: SessionText, target: KnownFact | undefined): ClaimKind | null {
  const old = target === undefined ? "" : flatten(`${target.subject}\n${target.text}`);
  const invented = claimsOf(text).find(
    (claim) => !occurs(claim, session.text, session.cwd) && !occurs(claim, old),
  );
  return invented?.kind ?? null;
}

function exists(id: string, session: SessionText): boolean {
  return session.entries.has(id) || session.earlier.has(id);
}

const LISTS = ["done", "next", "openQuestions", "findings", "decisions"] as const;
const SINGLES = ["task", "lastRequest", "status"] as const;

function verifyState(state: WorkingState, grounds: Grounds): { state: WorkingState; dropped: number } {
  const checked = { ...state };
  const short = (said: Statement): Statement => ({ ...said, text: grounds.shorten(said.text) });
  let dropped = 0;
  for (const name of LISTS) {
    const stands = name === "findings" ? isKnown : holds;
    checked[name] = state[name].filter((statement) => stands(statement, grounds)).map(short);
    dropped += state[name].length - checked[name].length;
  }
  for (const name of SINGLES) {
    const statement = state[name];
    if (statement === null) continue;
    const isHeld = holds(statement, grounds);
    checked[name] = isHeld ? short(statement) : null;
    if (!isHeld) dropped += 1;
  }
  return { state: checked, dropped };
}

function holds(statement: Statement, grounds: Grounds): boolean {
  if (hasOverridePhrase(statement.text)) return false;
  if (grounds.model && !statement.evidence.some((id) => exists(id, grounds.session))) return false;
  return inventedClaim(statement.text, grounds.session, undefined) === null;
}

/** Holds, and was not taken back later. */
function isKnown(statement: Statement, grounds: Grounds): boolean {
  return holds(statement, grounds) && !isRefuted(grounds.state, statement.text);
}
