const RULES_FOLDER = "https://github.com/session-handoff/session-handoff/blob/main/src/lint/rules";

/** Where a rule is explained: its readme in the repository. */
export function ruleUrl(id: string): string {
  return `${RULES_FOLDER}/${id}/readme.md`;
}
