import { pairAt, passwordColumn } from "./login-pairs.ts";
import type { Span } from "./mask.ts";
import { kindOfName, NAME, type NameKind } from "./password-names.ts";
import {
  isChosenWord,
  isMadeValue,
  isMixed,
  isOddLabel,
  isPassword,
  isPhrase,
  type ValueShape,
} from "./password-values.ts";

/*
 * Passwords are chosen by people, so a name that means one is evidence enough: no entropy is asked for. What has to be
 * told apart is the shape: a config line may hold a plain word, a sentence only what is no word.
 */

/** Ends a name and says of what: `"`, `**`, ` for the staging server`, ` (root)`. Every part is bounded. */
const NAME_END = String.raw`(?<tail>[A-Za-z0-9_-]{0,24})(?:\\{0,3}["'\x60]|\*{1,2}|\]|\)){0,2}`;
const CONTEXT = String.raw`(?:\s(?:for|of|on|to|at|in|from|für|von|der|des|zu|de|del|du|pour|para|для|от|на|к)\s(?:[^\n.:=;|"?!]|\.(?=\S)){1,48}?|\s\([^)\n]{1,40}\)|(?:\s(?:I|we|you|they|use|used|set|there|here|now|again|still)){1,3})?`;
const VERB = String.raw`\s{1,2}(?:(?:(?:was|is|been)\s)?(?:set|changed|reset|updated|rotated)\sto|is|was|это|ist|lautet|es|est|era)(?:\s(?:now|jetzt|теперь|ahora|maintenant|still))?[:\s]\s?`;
const OPENING = String.raw`(?:\*\*\s?)?(?<quote>\\{0,3}["'\x60])?`;
const STRONG = new RegExp(
  String.raw`${NAME_END}${CONTEXT}(?<mark>\s{0,4}(?:=>|:=|==?|[:：]|->|→|—|–)\s{0,4}|${VERB})${OPENING}`,
  "iuy",
);
const WEAK = new RegExp(
  String.raw`${NAME_END}(?<mark>\s{0,3}\|\s{1,40}|\s(?:to|auf|на)\s|[ \t]|>)${OPENING}`,
  "iuy",
);
/** Chinese and Japanese write no space, and no letter of theirs is part of the value. */
const UNSPACED = /(?<tail>)["'`”」]?(?<mark>\s?(?:[:：=]|是|为|為|は)?\s{0,2})(?<quote>["'`“「])?/uy;

/** CJK letters and signs end a value. */
const BARE = /[^\s"'`<>|\u2018-\u201F\u3000-\u9FFF\uFF00-\uFFEF]{4,128}/uy;
const QUOTED = /[^\n"'`\\\u2018-\u201F\u300C\u300D]{4,128}/uy;
const PHRASE = /[a-z]+(?: [a-z]+){3,7}/y;
const LINE_START =
  /^(?:\s*[0-9]+[→\t])?[\s>]*(?:[-*+]\s{1,3}|[0-9]+[.)]\s|export\s|set\s|#\s?)?["'`*]{0,3}[A-Za-z0-9_.-]*$/;
const LINE_END = /^\s*(?:$|[\r\n]|\s#)/;
/** Where the next parameter of a query, a connection string or a flow mapping begins. */
const NEXT_PARAMETER = /[&;,](?:amp;)?\s?[A-Za-z_][A-Za-z_ ]*[=:]/;

interface Place {
  kind: NameKind;
  /** The text of the same line before the name, up to 80 units. */
  before: string;
  mark: string;
  quoted: boolean;
  start: number;
}

/** Passwords, passphrases, pins and short tokens that a name, a login pair or a table introduces at one of the anchors. */
export function passwordSecrets(text: string, anchors: readonly number[]): Span[] {
  const spans: Span[] = [];
  let done = 0;
  let tableEnd = 0;
  for (const at of anchors) {
    if (at < done) continue;
    // "user/password" labels a pair; any other name its own value
    const labelsPair = /[/&+]\s?$/.test(text.slice(Math.max(0, at - 2), at));
    const span =
      (labelsPair ? pairAt(text, at) : null) ??
      secretAfter(text, at) ??
      pairAt(text, at) ??
      secretBefore(text, at);
    if (at >= tableEnd) {
      const column = passwordColumn(text, at);
      spans.push(...column.spans);
      tableEnd = column.end;
    }
    if (span === null) continue;
    spans.push(span);
    done = span.end;
  }
  return spans;
}

function secretAfter(text: string, at: number): Span | null {
  NAME.lastIndex = at;
  const name = NAME.exec(text);
  // "passed", "tokenizer": most places go on as another word
  if (name === null || /[a-rt-z]/.test(text.charAt(at + name[0].length))) return null;
  const line = text.slice(Math.max(0, at - 80), at);
  const before = line.slice(line.lastIndexOf("\n") + 1);
  for (const pattern of patternsFor(name)) {
    pattern.lastIndex = at + name[0].length;
    const match = pattern.exec(text);
    if (match === null) continue;
    const { tail = "", mark = "", quote } = match.groups ?? {};
    const kind = kindOfName(name, before, tail);
    if (kind === null) continue;
    const span = valueAt(text, {
      kind,
      before: /^ident/i.test(name[0]) && quote === "'" ? "with " : before,
      mark,
      quoted: quote !== undefined,
      start: pattern.lastIndex,
    });
    if (span !== null) return span;
  }
  return null;
}

function patternsFor(name: RegExpExecArray): readonly RegExp[] {
  if (/[\u3000-\u9FFF]/.test(name[0])) return [UNSPACED];
  return name.groups?.["token"] === undefined ? [STRONG, WEAK] : [STRONG];
}

function valueAt(text: string, place: Place): Span | null {
  const { start, quoted } = place;
  const phrase = phraseAt(text, place);
  if (phrase !== null) return phrase;
  const pattern = quoted ? QUOTED : BARE;
  pattern.lastIndex = start;
  const raw = pattern.exec(text)?.[0];
  if (raw === undefined) return null;
  const value = quoted ? raw : bareValue(raw);
  const end = start + value.length;
  return isSecretOf(place, value, text.slice(end, end + 40)) ? { start, end } : null;
}

function bareValue(raw: string): string {
  return (raw.split(NEXT_PARAMETER)[0] ?? raw).replace(/[.,;:)\]}*?]+$/, "");
}

function phraseAt(text: string, place: Place): Span | null {
  if (place.kind !== "phrase" && !(place.kind === "password" && place.quoted)) return null;
  PHRASE.lastIndex = place.start;
  const value = PHRASE.exec(text)?.[0];
  if (value === undefined || !isPhrase(value)) return null;
  const end = place.start + value.length;
  return /^(?:$|[\n"'`.,\\]|\s*$)/.test(text.slice(end, end + 8)) ? { start: place.start, end } : null;
}

function isSecretOf(place: Place, value: string, after: string): boolean {
  if (/\s/.test(value)) return false;
  const mark = place.mark.trim();
  if (mark === ">") return after.startsWith("</") && isPassword(value, "quoted");
  if (mark === "|")
    return (
      /^p(?:assword|hrase)$/.test(place.kind) &&
      (isMixed(value, 5) || isOddLabel(value)) &&
      !/^[^\n]*\n\s*\|?\s*:?-{2}/.test(after)
    );
  const shape = shapeOf(place, after);
  if (place.kind === "token") return shape !== "spaced" && isMadeValue(value);
  if (place.kind === "pin") return isPin(place, value, after);
  if (place.kind === "pass" && !isLoginPass(place, shape)) return false;
  if (
    /^\s?(?:characters?|chars?|letters|digits|times|tests?|files?|attempts?|symbols?|%|символ|zeichen)/i.test(
      after,
    )
  )
    return false;
  if (isFlag(place)) return isFlagValue(value, after);
  if (place.kind === "pwd" || place.kind === "pass")
    return isMixed(value, 6) || (place.quoted && isPassword(value, shape));
  return isPassword(value, shape);
}

function shapeOf(place: Place, after: string): ValueShape {
  const mark = place.mark.trim();
  if (mark === "")
    return place.quoted && /(?:\bwith|\bencrypted)\s$/i.test(place.before) ? "quoted" : "spaced";
  if (/^[\p{L}]/u.test(mark)) return place.quoted ? "quoted" : "sentence";
  if (place.quoted) return "quoted";
  return LINE_START.test(place.before) && LINE_END.test(after) ? "line" : "assigned";
}

function isPin({ mark, before }: Place, value: string, after: string): boolean {
  if (!/^[0-9]{4,8}$/.test(value) || /^\.?[\p{L}0-9/]/u.test(after)) return false;
  return mark.trim() !== "" || /\b(?:with|the|my|use|enter|code)\s$/i.test(before);
}

/** A bare "pass" also counts tests: it needs a user beside it, or a prefix, or a form that only settings have. */
function isLoginPass({ before, quoted, mark }: Place, shape: ValueShape): boolean {
  if (shape === "spaced") return false;
  if (/[A-Za-z0-9][_.-]?$/.test(before) || mark === "=") return true;
  return quoted || /user|login|логин|admin|root|ssh|ftp|smtp/i.test(before);
}

const isFlag = ({ before, mark }: Place): boolean =>
  /^[ \t]$/.test(mark) && /(?:^|[^A-Za-z0-9_-])--?(?:[A-Za-z]+-)*$/.test(before);

function isFlagValue(value: string, after: string): boolean {
  if (value.startsWith("-")) return false;
  return (
    isPassword(value, "assigned") || (isChosenWord(value, 8) && /^\s*(?:$|\n|\\|["'`&|]| -)/.test(after))
  );
}

/** "hunter2hunter2 is the password", "use … as the password". */
function secretBefore(text: string, at: number): Span | null {
  if (!/\s/.test(text.charAt(at - 1)) || !/^(?:passw|пароль)/iu.test(text.slice(at, at + 6))) return null;
  const from = Math.max(0, at - 90);
  const pieces = [...text.slice(from, at).matchAll(/\S+/g)];
  const verb = pieces.findLastIndex((piece) => /^(?:is|as|как|ist|als|como|comme)$/i.test(piece[0]));
  const piece = pieces[verb - 1];
  if (piece === undefined || verb < pieces.length - 4) return null;
  const bare = /^["'`*(]*(?<value>[^\s"'`*<>]{6,64})["'`*)]*$/.exec(piece[0])?.groups?.["value"] ?? "";
  const start = from + piece.index + piece[0].indexOf(bare);
  if (from > 0 && piece.index === 0) return null;
  return isPassword(bare, "spaced") ? { start, end: start + bare.length } : null;
}
