/** What a name promises: a password is chosen by a person, a pin has digits only, a token is made by a machine. */
export type NameKind = "password" | "pass" | "pwd" | "phrase" | "pin" | "token";

/** Words that may introduce a password, and what every match of them holds in lower case. */
interface Anchor {
  pattern: RegExp;
  roots: readonly string[];
}

/**
 * What may introduce a password; everything else runs at these places only. One pattern of many words costs ten times
 * as much as several of few: an engine skips ahead only while the words are alike. A plain search for the roots costs
 * a tenth of a pattern that ignores case, and most texts hold few of them.
 */
const ANCHORS: readonly Anchor[] = [
  { pattern: /pass|pwd/gi, roots: ["pass", "pwd"] },
  { pattern: /secret|token/gi, roots: ["secret", "token"] },
  { pattern: /login|creds|credential/gi, roots: ["login", "cred"] },
  { pattern: /api.?key/gi, roots: ["key"] },
  { pattern: /contrase|kennwort|identified by/gi, roots: ["contrase", "kennwort", "identified by"] },
  { pattern: /(?:pin|mdp)(?:[ :="'`*]|[ -]?code)/gi, roots: ["pin", "mdp"] },
  {
    pattern: /парол|токен|секрет|логин|пин.?код|密[码碼]|口令|パスワード/gi,
    roots: ["парол", "токен", "секрет", "логин", "пин", "密", "口令", "パスワード"],
  },
];

/** Offsets of all that may introduce a password, ascending. */
export function passwordAnchors(text: string): number[] {
  const found: number[] = [];
  const lower = text.toLowerCase();
  for (const { pattern, roots } of ANCHORS) {
    if (!roots.some((root) => lower.includes(root))) continue;
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) found.push(match.index);
  }
  return found.sort((a, b) => a - b);
}

/** A name at an anchor. Spellings with more letters stand before shorter ones. */
export const NAME =
  /(?<password>passwor[dt]s?|(?<=mots? de )passe(?![a-z])|identified by|passcode|passwd|passw|парол(?:[ьяюе]|ем)?|contrase(?:ñ|n)as?|kennwort|mdp|密[码碼]|口令|パスワード)|(?<phrase>passphrase)|(?<pass>pass)|(?<pwd>pwd)|(?<pin>pin(?:[ -]?code)?|пин(?:[ -]?код)?)|(?<token>(?:secret|token|токен|секрет)(?:[ _-]?key)?|api[ _-]?key)/iuy;

/** What may hang on a name: `_1`, `_PROD`, `Value`; none of `Field`, `Length`, `Hash`. */
const TAIL =
  /^(?:[_-]?(?:value|val|prod|production|dev|staging|test|live|old|new|current|plain|text|string|str|[0-9]{1,3})){0,3}$/i;

/** The kind of a name that `NAME` matched; null where it is part of another word. */
export function kindOfName(match: RegExpExecArray, before: string, tail: string): NameKind | null {
  if (!TAIL.test(tail)) return null;
  const { password, phrase, pass, pwd, pin, token } = match.groups ?? {};
  if (password !== undefined) return "password";
  if (phrase !== undefined) return "phrase";
  if (token !== undefined) return "token";
  if (!isOwnWord(match[0], before)) return null;
  if (pin !== undefined) return "pin";
  if (pwd !== undefined) return "pwd";
  return pass !== undefined && tail === "" ? "pass" : null;
}

/** `pass`, `DB_PASS`, `dbPass`; not `bypass`. */
function isOwnWord(name: string, before: string): boolean {
  const last = before.slice(-1);
  if (!/[\p{L}0-9]/u.test(last)) return true;
  return /\p{Ll}/u.test(last) && /^\p{Lu}\p{Ll}/u.test(name);
}
