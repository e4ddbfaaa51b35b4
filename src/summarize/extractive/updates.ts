import type { Update } from "../../handoff/update.ts";
import type { Session } from "../../session/session.ts";
import type { WorkingState } from "../../session/working-state.ts";

/** What is worth keeping beyond the next session; an empty list is a normal result. */
export function updatesOf(_session: Session, _state: WorkingState): Update[] {
  return [];
}
