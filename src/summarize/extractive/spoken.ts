import type { Update } from "../../handoff/update.ts";
import { type Ground, MAX_UPDATE } from "./ground.ts";

/** What the person said to keep, correct or drop, and the rules, people and machines they named. */
export function spokenUpdates({ state, project }: Ground): Update[] {
  const fitting = state.candidates.filter((candidate) => candidate.text.length <= MAX_UPDATE);
  return fitting.map((candidate) => {
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
    // A fact without a kind of its own is about the project; without one it has no route and waits in the inbox.
    if (candidate.kind === "fact" && project !== null)
      Object.assign(update, { kind: "project", subject: project });
    return update;
  });
}
