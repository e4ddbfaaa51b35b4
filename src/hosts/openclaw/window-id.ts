/** Loaded by hooks: no schema library may be imported from here. */

/** Id of a window: the session's own for the first one, else with the id of the `reset` record that opened it. */
export function windowId(sessionId: string, openedBy: string | null): string {
  return openedBy === null ? sessionId : `${sessionId}~${openedBy}`;
}

/** The session's own id in the id of a window. */
export function hostIdOf(id: string): string {
  return id.split("~", 1)[0] ?? id;
}
