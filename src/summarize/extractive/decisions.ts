import type { Update } from "../../handoff/update.ts";
import type { Note } from "../../session/fold/state.ts";
import { identifiersIn } from "../../session/signals/identifiers.ts";
import { signal } from "../../session/signals/languages.ts";
import { standsAlone } from "./durable.ts";
import type { Ground } from "./ground.ts";

const MOST = 4;
const OVER = /(?<!\p{L})(?:instead of|rather than|вместо)(?!\p{L})/iu;

/**
 * Choices of the agent, stated with a reason or in so many words, and acted on: a file was changed after them. What the
 * person decided is among what they said.
 */
export function decisionUpdates({ state }: Ground): Update[] {
  const taken = state.notes.filter((note) => isTaken(note, state.files));
  return taken.slice(-MOST).map((note) => ({
    kind: "decision",
    subject: "",
    op: "add",
    text: note.text,
    scope: "project",
    confidence: "inferred",
    evidence: [note.id],
    at: note.at,
  }));
}

function isTaken(note: Note, files: Ground["state"]["files"]): boolean {
  if (note.by !== "assistant" || !standsAlone(note.text)) return false;
  // "X instead of Y because Z" is noted as a finding for its reason; what is said of a bug is none of ours.
  const weighs =
    note.kind === "finding" && OVER.test(note.text) && !signal("causeStart", "start").test(note.text);
  if (note.kind !== "decision" && !weighs) return false;
  if (signal("housekeeping", "start").test(note.text)) return false;
  // A line of a report ("HIGH — Added …") says what was done.
  if (note.text.split(/ [—–] /u).some((part) => signal("doneStart", "start").test(part))) return false;
  const names = identifiersIn(note.text).length;
  const reasoned = signal("reason").test(note.text) && signal("agentDecision").test(note.text);
  // What is done instead of what, about two named things, says what was chosen.
  const weighed = names >= 2 && OVER.test(note.text) && !signal("requestStart", "start").test(note.text);
  if (!signal("decided").test(note.text) && !reasoned && !weighed) return false;
  return names > 0 && files.some((file) => file.edits > 0);
}
