import { identifiersIn } from "./identifiers.ts";
import { signal } from "./languages.ts";
import { mainClause } from "./languages/de-clause.ts";
import type { Found } from "./named.ts";
import { capitalised } from "./plain-text.ts";
import { contentWords, pointsBack } from "./sentence.ts";

/** Reads what is to be remembered as a rule, a person or a machine; null where it is none of these. */
type ReadAs = (text: string) => Found | null;

/** What ends a request so that only what is to be kept can follow. */
const MARKED =
  /(?:that|this|following|to|что|следующее|это|que|dass|[:：]|(?:reference|record|будущее|заметку|виду),?)\s*$/iu;
const HAN = /\p{Script=Han}/u;

/**
 * "Remember that X", "Remember X is Y", "Note that X": the statement to keep. Null for a question, for a thing without a
 * statement ("remember the config"), and for an order of this task ("remember to run the tests") that is no rule.
 */
export function remember(sentence: string, readAs: ReadAs): Found | null {
  const match = signal("remember", "start").exec(sentence);
  if (match === null) return null;
  const said = told(sentence.slice(match[0].length).replace(/^[\s,:：，]+(?:that |что )?/u, ""));
  const text = /(?<!\p{L})dass\s*$/iu.test(match[0]) ? mainClause(said) : said;
  if (!says(text) || isUnclear(text)) return null;
  const opening = match[0];
  const isNote = /note/iu.test(opening) && !/for/iu.test(opening);
  const isMarked = MARKED.test(opening) && !isNote;
  if (!isMarked && !HAN.test(opening) && !signal("stated").test(text)) return null;
  if (!isMarked && signal("recalled", "start").test(text)) return null;
  if (isNote && (signal("onceOnly").test(text) || signal("hedge").test(text))) return null;
  const named = readAs(text);
  const kind = named?.kind ?? "fact";
  if (kind === "fact" && /(?:^|\s)to\s*$/iu.test(opening)) return null;
  return {
    kind,
    op: "add",
    subject: named?.subject ?? "",
    text: capitalised(text),
    targetText: null,
    scope: named?.scope ?? "project",
    explicit: true,
  };
}

/** True where it cannot be told what is meant. "The second server is …", "this project uses …" name their thing. */
function isUnclear(text: string): boolean {
  return pointsBack(text) && !NAMES_ITS_THING.test(text);
}

const NAMES_ITS_THING = new RegExp(
  "^(?:there (?:is|are|was|were) |both (?!of )|" +
    "(?:the (?:same|first|second|other)|this|that|these|those|эт(?:от|а|и)|тот|та|те|оба|обе) " +
    "(?!(?:ones?|is|are|was|were|isn't|aren't|will|would|should|can|could|must|may|might|has|have|had|does|do|did|and|or|of|" +
    "for|in|on|to|at|when|if|way|time|thing|works?|uses?|runs?|needs?|самы[йе]|же|не)(?!\\p{L})))\\p{L}",
  "iu",
);

/** True for an order to keep or drop what follows, or to keep nothing of it, even where what follows cannot be read. */
export function ordersMemory(sentence: string): boolean {
  if (NOT_TO_KEEP.test(sentence)) return true;
  const opening = (
    signal("remember", "start").exec(sentence) ?? signal("forget", "start").exec(sentence)
  )?.[0];
  return opening !== undefined && MARKED.test(opening) && !/\sto\s*$/iu.test(opening);
}

const NOT_TO_KEEP =
  /^(?:(?:do not|don't|dont|never) (?:remember|memori[sz]e) |не запоминай|не надо запоминать|merk(?:e)? dir .{0,60}nicht[.!]*$|no (?:recuerdes|memorices) |(?:别|不要|不用|別)(?:记|記))/iu;

/** "Remember the following:" on a line of its own: every item below it is to be kept. */
export function listOpens(sentence: string): boolean {
  const match = signal("remember", "start").exec(sentence);
  if (match === null || !/[:：]\s*$/u.test(sentence)) return false;
  return /^[\s:：]*(?:(?:this|these|the following)(?: \w+)?|следующее|это|вот что)?[\s:：]*$/iu.test(
    sentence.slice(match[0].length),
  );
}

/** More words behind "forget about" tell a change of plan, not a name. */
const MOST_NAME_WORDS = 8;

/**
 * "Forget that X": the statement to drop. "Forget everything about X": `subject` is X as well, every fact about it is
 * meant. "Forget about the tests" may only put something off: X is then named by its words alone.
 */
export function forget(sentence: string): Found | null {
  const about = signal("forgetAbout", "start").exec(sentence);
  const match = about ?? signal("forget", "start").exec(sentence);
  if (match === null) return null;
  const target = told(sentence.slice(match[0].length).replace(/^[\s"'“”«»]+|["'“”«»]+(?=[\s.!]*$)/gu, ""));
  if ((contentWords(target).length < 1 && !HAN.test(target)) || isUnclear(target)) return null;
  const bare = target.replace(/^(?:the|our|my|el|la|los|las|der|die|das|den|dem) /iu, "");
  const isWeak = /(?:forget about|забудь(?:те)? (?:про|обо|об|о))\s*$/iu.test(match[0]);
  if (isWeak) {
    const isName = /^\p{Lu}/u.test(bare) || identifiersIn(bare).length > 0;
    if (signal("onceOnly").test(target) || /[,;:—–]/u.test(target)) return null;
    if (bare.split(/\s+/u).length > MOST_NAME_WORDS && !isName) return null;
    return dropped(isName ? bare : target, isName ? bare : "");
  }
  return about === null ? dropped(target, "") : dropped(bare, bare);
}

function dropped(text: string, subject: string): Found {
  return { kind: "fact", op: "retire", subject, text, targetText: text, scope: "project", explicit: true };
}

/** Enough for a statement: two words, or four letters of a script without spaces. */
function says(text: string): boolean {
  if (HAN.test(text)) return (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= 4;
  return contentWords(text).length >= 1 && text.split(/\s+/u).length >= 2;
}

function told(text: string): string {
  return text.replace(/^[\s,:;.—–：，-]+|[\s.;,:!。！；]+$/gu, "").trim();
}
