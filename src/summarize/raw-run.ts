import { cutClause } from "../session/plain-text.ts";
import { MAX_COPIED } from "../session/fold.ts";
import type { Session } from "../session/session.ts";

/** Characters of words that a memory may hold at a stretch as they stand in the record; a person may be quoted whole. */
export const MAX_RUN = MAX_COPIED;

/** What `cutClause` adds. */
const CUT_MARK = 2;

/** Shortens a text whose run of copied words is longer than `MAX_RUN`; any other stays as it is. */
export type ShortenRuns = (text: string) => string;

/** `ShortenRuns` for a session. The session's words are put in order only when a text is long enough to hold a run. */
export function runsOf(session: Session): ShortenRuns {
  let source: Source | null = null;
  return (text) => {
    if (text.length <= MAX_RUN) return text;
    source ??= sourceOf(session);
    return shortened(text, source);
  };
}

/** Words in order, one line an entry: of the person, and of everyone else. */
interface Source {
  said: string;
  record: string;
}

function sourceOf({ entries }: Session): Source {
  const said: string[] = [];
  const record: string[] = [];
  for (const entry of entries) {
    if (entry.kind === "human") said.push(entry.text);
    else if (entry.kind === "tool-call") record.push(entry.command ?? "", entry.detail);
    else record.push(entry.text);
  }
  return { said: said.map(plain).join("\n"), record: record.map(plain).join("\n") };
}

interface Word {
  text: string;
  /** Where it ends in the text it is of. */
  end: number;
}

/** Words without case and the marks between them: what is copied stays so with other marks. */
function wordsOf(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{N}_](?:[\p{L}\p{N}_./-]*[\p{L}\p{N}_])?/gu)].map((match) => ({
    text: match[0].toLowerCase(),
    end: match.index + match[0].length,
  }));
}

function plain(text: string): string {
  return ` ${wordsOf(text)
    .map((word) => word.text)
    .join(" ")} `;
}

function shortened(text: string, source: Source): string {
  const words = wordsOf(text);
  for (let from = 0; from < words.length; from += 1) {
    const length = tooLong(words, from);
    if (length === null) return text;
    const run = ` ${words
      .slice(from, from + length)
      .map((word) => word.text)
      .join(" ")} `;
    if (!source.record.includes(run) || source.said.includes(run)) continue;
    return cutClause(text, (words[from + length - 2]?.end ?? 0) + CUT_MARK);
  }
  return text;
}

/** How many words from `from` on are just longer than may stay; null where all that is left may stay. */
function tooLong(words: readonly Word[], from: number): number | null {
  let chars = -1;
  for (let at = from; at < words.length; at += 1) {
    chars += (words[at]?.text.length ?? 0) + 1;
    if (chars > MAX_RUN) return at - from + 1;
  }
  return null;
}
