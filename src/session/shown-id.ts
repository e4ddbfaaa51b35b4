/** Characters of a session's id that logs, searches and file names show. */
const SHOWN = 8;

/** What is shown of a session's id. */
export function shownId(sessionId: string): string {
  return sessionId.slice(0, SHOWN);
}

/** The ids that a person means who names one as it is shown, or more of it; none where less is named. */
export function idsThatBegin(given: string, sessionIds: Iterable<string>): string[] {
  if (given.length < SHOWN) return [];
  return [...new Set(sessionIds)].filter((id) => id.startsWith(given));
}
