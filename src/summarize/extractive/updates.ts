import type { Update } from "../../handoff/update.ts";
import { prevailingLanguage } from "../../session/signals/languages.ts";
import { sameClaim } from "../../session/signals/sentence.ts";
import type { Session } from "../../session/session.ts";
import type { WorkingState } from "../../session/working-state.ts";
import { decisionUpdates } from "./decisions.ts";
import type { Ground } from "./ground.ts";
import { lessonUpdates } from "./lessons.ts";
import { procedureUpdates } from "./procedures.ts";
import { projectName, projectUpdates } from "./project.ts";
import { spokenUpdates } from "./spoken.ts";
import { todoUpdates } from "./todos.ts";

/**
 * What is worth keeping beyond the next session. A wrong line in a memory costs more than a missing one, so each kind
 * asks for a clear sign; an empty list is a normal result.
 */
export function updatesOf(session: Session, working: WorkingState): Update[] {
  const ground: Ground = {
    state: session.state,
    working,
    words: prevailingLanguage(session.state.languages),
    project: projectName(session.cwd),
  };
  const all = [
    ...spokenUpdates(ground),
    ...projectUpdates(ground),
    ...decisionUpdates(ground),
    ...lessonUpdates(ground),
    ...procedureUpdates(ground),
    ...todoUpdates(ground),
  ];
  return withoutTwins(all.filter((update) => update.text.length <= 600 && update.text.trim() !== ""));
}

/** Of two updates that say the same, the first one: what a person said goes before what was concluded. */
function withoutTwins(updates: readonly Update[]): Update[] {
  const kept: Update[] = [];
  for (const update of updates) {
    const twin = kept.some(
      (one) => one.op === update.op && one.field === update.field && sameClaim(one.text, update.text, 0.8),
    );
    if (!twin) kept.push(update);
  }
  return kept;
}
