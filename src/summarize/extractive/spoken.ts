import { SAID_ONCE, type Update } from "../../handoff/update.ts";
import { slugOf } from "../../manifest/slug.ts";
import type { Candidate } from "../../session/fold/state.ts";
import { signal } from "../../session/signals/languages.ts";
import { sameWish } from "../../session/signals/sentence.ts";
import { lasts, ofTheMoment, readsWell } from "./durable.ts";
import type { Ground } from "./ground.ts";

/** What the person said to keep, correct or drop, and the rules, choices, people, machines and open work they named. */
export function spokenUpdates({ state, project }: Ground): Update[] {
  const out: Update[] = [];
  for (const candidate of state.candidates) {
    // A rule speaks to the agent ("your"), and so it stays.
    const fits = candidate.kind === "preference" ? lasts : readsWell;
    // What a person asks to keep or to drop is theirs to word, however short.
    const isAsked = candidate.kind === "fact" && (candidate.op === "retire" || !ofTheMoment(candidate.text));
    if (!isAsked && !fits(candidate.text)) continue;
    if (candidate.kind === "preference" && !candidate.explicit) continue;
    if (candidate.kind === "project" && !isAbout(candidate.subject, project)) continue;
    out.push(updateOf(candidate, project), ...cellOf(candidate));
  }
  return [...out, ...reproofs(state.candidates)];
}

function updateOf(candidate: Candidate, project: string | null): Update {
  const update: Update = {
    kind: candidate.kind,
    subject: candidate.subject,
    op: candidate.op,
    text: candidate.text,
    scope: candidate.scope,
    confidence: "stated",
    evidence: [candidate.id],
    at: candidate.at,
  };
  if (candidate.targetText !== null) update.targetText = candidate.targetText;
  // A fact without a kind of its own is about the project.
  if (candidate.op === "retire" && candidate.subject !== "")
    Object.assign(update, { kind: project === null ? candidate.kind : "project" });
  else if ((candidate.kind === "fact" || candidate.kind === "project") && project !== null)
    Object.assign(update, { kind: "project", subject: project });
  // Outside of any project: what a person wants to be remembered must not wait in the inbox.
  if (update.kind === "fact" && update.op === "add")
    Object.assign(update, { kind: "project", subject: NO_PROJECT });
  return update;
}

const NO_PROJECT = "General notes";

const CELLS: Readonly<Record<string, string>> = { person: "role", infrastructure: "notes" };
const MAX_CELL = 70;

/** What the index shows beside the name: what the sentence says of it, without the name. */
function cellOf(candidate: Candidate): Update[] {
  const field = CELLS[candidate.kind];
  const { subject, text } = candidate;
  const start = text.toLowerCase().indexOf(subject.toLowerCase());
  // Only where the sentence begins with the name.
  if (field === undefined || candidate.op !== "add" || start > 4 || start < 0) return [];
  const [said = ""] = text.slice(start + subject.length).split(/[,;]/u);
  if (candidate.kind === "infrastructure" && !signal("runsOn", "start").test(said.trim())) return [];
  const cell = said
    .replace(/^\s*(?:(?:is|will be|—|–|-)\s+)?(?:(?:our|my|the|an?|наш\p{L}*|мой|моя)\s+)?/u, "")
    .trim();
  if (cell.length < 4 || cell.length > MAX_CELL) return [];
  return [{ ...updateOf(candidate, null), text: cell, field }];
}

/** True when a name that was said is the project's: the same, or one that shares a telling word with its folder. */
function isAbout(name: string, project: string | null): boolean {
  if (project === null) return false;
  if (name === "" || slugOf(name) === slugOf(project)) return true;
  const words = new Set(slugOf(project).split("-"));
  return slugOf(name)
    .split("-")
    .some((word) => word.length >= 5 && words.has(word));
}

/** Corrections of the agent that may be rules: more in one session are the talk of a bad day. */
const MOST_REPROOFS = 2;

/**
 * The same correction in two turns or more is a rule, although nobody said it as one; one that came once waits until
 * another session asks for the same.
 */
function reproofs(candidates: readonly Candidate[]): Update[] {
  const said = candidates.filter((one) => one.kind === "preference" && !one.explicit);
  const repeated: Update[] = [];
  const once: Update[] = [];
  const taken = new Set<Candidate>();
  for (const first of said) {
    if (taken.has(first)) continue;
    const same = said.filter(
      (one) => one === first || (one.id !== first.id && sameWish(one.text, first.text)),
    );
    const isOnce = new Set(same.map((one) => one.id)).size < 2;
    for (const one of same) taken.add(one);
    const last = same.at(-1) ?? first;
    const update: Update = {
      kind: "preference",
      subject: "",
      op: "add",
      text: last.text,
      scope: last.scope,
      confidence: "inferred",
      evidence: [...new Set(same.map((one) => one.id))].reverse().slice(0, 4),
      at: last.at,
    };
    if (!isOnce) repeated.push(update);
    else if (lasts(update.text)) once.push({ ...update, confidence: "stated", unverified: SAID_ONCE });
  }
  return [...repeated, ...once.slice(-MOST_REPROOFS)];
}
