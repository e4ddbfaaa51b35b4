import type { Update } from "../../handoff/update.ts";
import type { Candidate } from "../../session/fold/state.ts";
import { type Ground, MAX_UPDATE } from "./updates.ts";

/** What the person said to keep, correct or drop, and the rules, people and machines they named. */
export function spokenUpdates({ state, project }: Ground): Update[] {
  return state.candidates
    .filter((candidate) => candidate.text.length <= MAX_UPDATE)
    .map((candidate) => ({
      ...placed(candidate, project),
      op: candidate.op,
      text: candidate.text,
      ...(candidate.targetText === null ? {} : { targetText: candidate.targetText }),
      scope: candidate.scope,
      confidence: "stated" as const,
      evidence: [candidate.id],
      at: candidate.at,
    }));
}

/** A fact without a kind of its own is one about the project; without a project it has no route and waits in the inbox. */
function placed(candidate: Candidate, project: string | null): { kind: string; subject: string } {
  if (candidate.kind !== "fact") return { kind: candidate.kind, subject: candidate.subject };
  return project === null ? { kind: "fact", subject: "" } : { kind: "project", subject: project };
}
