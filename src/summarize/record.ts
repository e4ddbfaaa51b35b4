import type { Entry } from "../session/entry.ts";
import type { Session } from "../session/session.ts";
import { estimateTokens } from "../session/tokens.ts";

/** What a model reads of a session, and which entry each of its refs stands for. */
export interface SessionRecord {
  text: string;
  refs: ReadonlyMap<string, string>;
}

export function sessionRecord(session: Session, tokens: number): SessionRecord {
  const refs = new Map<string, string>();
  const lines: string[] = [];
  let left = tokens;
  for (const [position, entry] of [...session.entries.entries()].toReversed()) {
    const line = `[e${position + 1}] ${entry.kind}: ${said(entry)}`;
    left -= estimateTokens(line);
    if (left < 0) break;
    refs.set(`e${position + 1}`, entry.id);
    lines.unshift(line);
  }
  return { text: lines.join("\n"), refs };
}

function said(entry: Entry): string {
  if (entry.kind === "tool-call") return [entry.tool, entry.command ?? "", ...entry.files].join(" ");
  if (entry.kind === "tool-result") return entry.errorLine ?? (entry.failed ? "failed" : "ok");
  return entry.text.slice(0, 2000);
}
