/** The sentence that Codex puts above a summary for the model that goes on with it. */
const FRAME =
  /^Another language model started to solve this problem and produced a summary[^\n]*?(?:assist with your own analysis:|summary:)[ \t]*\n?/;

/** The summary of a compaction without the client's frame, trimmed; empty where the client keeps it encrypted. */
export function summaryText(message: string): string {
  return message.replace(FRAME, "").trim();
}
