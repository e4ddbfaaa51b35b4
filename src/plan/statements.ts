import { signal } from "../session/signals/languages.ts";

/** One of the statements that a fact makes: its words and where they stand in the fact. */
export interface Statement {
  text: string;
  start: number;
  end: number;
}

/** A word as it stands in a text. `key`: as it is compared. */
export interface Word {
  key: string;
  start: number;
  end: number;
}

/** What may stand between two statements. */
const JOINTS =
  /\s*[,;]\s+(?:(?:and|but|while|und|aber|y|pero|и|а|но)\s+)?|\s+(?:and|und|y|и)\s+|\s*[，；、。]\s*(?:并且|而且|并)?|并且|而且|以及|和/giu;
const HAN = /\p{Script=Han}/gu;
/** A part without a verb we know states something from so many words, or Chinese signs, on. */
const LEAST_WORDS = 3;
const LEAST_SIGNS = 4;

const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/** Words of a text in their order. */
export function wordsIn(text: string): Word[] {
  return [...segmenter.segment(text)]
    .filter((part) => part.isWordLike === true)
    .map(({ segment, index }) => ({
      key: segment.normalize("NFKC").toLowerCase().replaceAll("ё", "е"),
      start: index,
      end: index + segment.length,
    }));
}

/**
 * The statements of a fact, "the host is called X and listens on Y" being two. Parts that state nothing ("Fridays and
 * Mondays") belong to the one before them.
 */
export function statementsIn(text: string): Statement[] {
  const out: Statement[] = [];
  let start = 0;
  const close = (end: number): void => {
    const last = out.at(-1);
    const part = { text: text.slice(start, end), start, end };
    if (last === undefined || (isStatement(part.text) && isStatement(last.text))) out.push(part);
    else out[out.length - 1] = { text: text.slice(last.start, end), start: last.start, end };
  };
  for (const joint of text.matchAll(JOINTS)) {
    close(joint.index);
    start = joint.index + joint[0].length;
  }
  close(text.replace(/[\s.!。]+$/u, "").length);
  return out;
}

function isStatement(part: string): boolean {
  if (signal("stated").test(part) && wordsIn(part).length > 1) return true;
  return wordsIn(part).length >= LEAST_WORDS || (part.match(HAN)?.length ?? 0) >= LEAST_SIGNS;
}

/**
 * What a fact's first statement is about: the text before its verb, or all but its last word where no verb is known.
 */
export function subjectOf(statement: string): string {
  const [first, ...rest] = wordsIn(statement);
  if (first === undefined || rest.length === 0) return "";
  const verb = signal("stated").exec(statement.slice(first.end));
  const last = rest.at(-1);
  const end = verb === null ? (last?.start ?? first.end) : first.end + verb.index;
  return statement.slice(0, end).trim();
}
