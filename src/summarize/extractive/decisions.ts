import type { Update } from "../../handoff/update.ts";
import type { Note } from "../../session/fold/state.ts";
import { identifiersIn } from "../../session/signals/identifiers.ts";
import { signal } from "../../session/signals/languages.ts";
import { standsAlone } from "./durable.ts";
import type { Ground } from "./ground.ts";

const MOST = 6;

/** Decisions that were really taken: by the person in so many words, or by the agent and then acted on. */
export function decisionUpdates({ state }: Ground): Update[] {
  const taken = state.notes.filter((note) => note.kind === "decision" && isTaken(note, state.files));
  return taken.slice(-MOST).map((note) => ({
    kind: "decision",
    subject: "",
    op: "add",
    text: note.text,
    scope: "project",
    confidence: note.by === "human" ? "stated" : "inferred",
    evidence: [note.id],
    at: note.at,
  }));
}

function isTaken(note: Note, files: Ground["state"]["files"]): boolean {
  if (!standsAlone(note.text) || note.by === "host") return false;
  if (note.by === "human")
    return signal("decided").test(note.text) || signal("decidedByHuman").test(note.text);
  if (!signal("decided").test(note.text)) return false;
  // The agent's word counts once a file was changed after it.
  return identifiersIn(note.text).length > 0 && files.some((file) => file.edited > note.n);
}
