/**
 * How a value stands behind its name: between quotes; alone on a line that begins with the name; behind `:` or `=`
 * elsewhere; behind a verb ("is"); or behind a space only.
 */
export type ValueShape = "quoted" | "line" | "assigned" | "sentence" | "spaced";

/** Stand-ins, whole or in part. */
const STAND_IN =
  /x{4,}|\*{3,}|\.{3,}|•|…|_{4,}|(?:^|[-_. ])(?:your|my-?password|example[0-9]*|placeholder|redacted|dummy|sample|goes-here|some)(?:$|[-_. ])|change[-_ ]?(?:me|this|it)|replace[-_ ]?(?:me|this|with)|^[<[{(]|\$\{|\$\(|^\$[A-Za-z_]|\{\{|^%|^@[A-Za-z]|process\.env|os\.(?:environ|getenv)|import\.meta|^env[.:(]|^(?:https?|file|op|vault|secretsmanager|arn|ssm|ref|str|bcrypt|sha):|^!\w/i;

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Words that stand behind "password:" or "the password is" and are none: types, rules, states, prose, code. */
const ORDINARY = new Set(
  words(`string str boolean bool number int integer bigint null nil none undefined void any unknown never object array
    bytes bytea text varchar nvarchar char textfield field label input output type schema model class enum optional
    required requires nullable default secretstr sensitive hidden masked redacted encrypted hashed plain plaintext
    true false yes on off ok empty blank missing present absent set unset unchanged changed rotated updated removed
    valid invalid wrong correct incorrect right weak strong short long expired unknown same different new old current
    must should cannot can could may might will would needs need has have is are was were not no only never always
    this that these those the and for from with without via into over under about when where which what who how why
    here there then also just still already again later soon before after because unless until while
    reset change changes update updates check checks checking auth authentication authorization login logout signin
    signup flag option options argument arguments param params parameter parameters value values variable env
    environment config secret secrets password passwords passwort passwd pass pwd passphrase passcode token tokens
    user username email admin name account credential credentials key keys keyring keychain vault prompt file
    manager protected protection policy policies rules rule length strength hash hashing salt form page screen prompts
    bcrypt scrypt argon base payload body request response header headers cookie session data props state args kwargs
    minlength maxlength min max pattern regex validator validation confirmation confirmed matches match mismatch
    done todo pending fixed broken working works failed fails passed skipped tbd unused used stored saved provided
    given shared disabled enabled allowed denied forbidden locked generated random temporary test testing tests
    example sample placeholder dummy fake mock stub demo anything something nothing whatever empty-string
    your our his her its their please least more less than you make sure does did been being them they all any each
    contraseña passwort kennwort senha mdp motdepasse пароль wrong-password password-reset
    write read writeonly readonly repeat confirm enter type submit select click see use using read-only
    falsch richtig erforderlich incorrecta incorrecto correcta incorrect requis requise obligatoire obligatoria`),
);

/** Names of technology that look like a mix of letters and digits. */
const TECHNICAL =
  /^(?:sha-?[0-9]+\w*|md[45]|argon2\w*|bcrypt\w*|pbkdf2\w*|oauth\d?\w*|base\d\d\w*|utf-?\d+\w*|aes-?\d+\w*|rsa-?\d+|x509|pkcs#?\d+|hs\d+|rs\d+|es\d+|[234]fa|k8s|i18n|a11y|l10n|ntlmv2|tls1\S*|http[23]?|ipv[46]|u?int\d+|float\d+|u?int\d+\w*|float\d+\w*|varchar\d*|char\d+|v\d+(?:\.\d+)*\w*|\d+(?:\.\d+)*(?:px|ms|s|m|h|d|k|kb|mb|gb|min|mins|sec|secs|hours?|days?|bits?|bytes?|x|th|st|nd|rd|chars?|characters)?|\d[\d.,:/-]*|\d+[-+](?:\w+-?)+|(?:line|step|test|case|phase|section|page|row|part|level|type|option|field|item|task|issue|pr|input|param|arg|string|str|value|user)s?[-_]?\d+)$/i;

const REFERENCE =
  /[\w$\])?]\(|^[A-Za-z_][\w.]*\[|^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*|\[['"\w]+\]|::[A-Za-z_]\w*|->\w+)+$|=>|&&|\|\||^&[a-z]|^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$|^_{0,2}[a-z]+(?:_[a-z]+)+\d?$/;
const PATH =
  /^\.{0,2}\/|^~|^[A-Za-z]:[\\/]|\/.*\/|\\|^(?:src|lib|test|docs|config|packages?|app)\/|\.(?:tsx?|jsx?|mjs|cjs|py|rs|go|rb|java|kt|sh|md|mdx|txt|json|ya?ml|toml|env|conf|cfg|ini|html?|css|sql|log|pem|key|db|php|cs|swift|svg|png|lock)(?::\d+)*$/i;
const EMAIL = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}$/i;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Variables of code: what it was made of gives a camel-case name away. */
const IDENTIFIER_PART =
  /(?:pass|pwd|hash|user|input|value|secret|token|config|plain|form|data|encrypted|stored|env|random|generate|default|admin|db|login|client|temp|test|invalid|wrong|valid|error|schema|field|type|key|text|string|label|is|has|get|new|old|raw|current)/i;

/** Stand-ins, references to where the value is, and words of prose and of code. */
export function isNoValue(value: string, quoted: boolean): boolean {
  if (STAND_IN.test(value) || UUID.test(value)) return true;
  if (ORDINARY.has(value.toLowerCase())) return true;
  if (new Set(value).size <= 2) return true;
  if (quoted) return /^[\s/]|\s{2}|^\w+\|\w+/.test(value);
  if (/^[a-z]+(?:[A-Z][a-z]+)+[0-9]{0,2}$/.test(value) && IDENTIFIER_PART.test(value)) return true;
  return (REFERENCE.test(value) && !isOddDotted(value)) || PATH.test(value);
}

/** Letters with digits or signs: what nobody writes in a sentence. `least` is the shortest one in UTF-16 units. */
export function isMixed(value: string, least: number): boolean {
  if (value.length < least || TECHNICAL.test(value) || PATH.test(value) || EMAIL.test(value)) return false;
  if (!/\p{L}/u.test(value)) return false;
  if (/[0-9]/.test(value)) return !isLabel(value);
  return /[\p{L}0-9][!@#$%^&*+=~?]+[\p{L}0-9!]/u.test(value) && !/^\w+[=@]\w+(?:\.\w+)*$/.test(value);
}

/** Words joined by signs with a short number at an end: `web-3`, `auth_v2`, `step-1-done`, `2026-03-foo`. */
function isLabel(value: string): boolean {
  const pieces = value.split(/[-_./:]/);
  if (pieces.length < 2) return false;
  return pieces.every((piece) => /^(?:\p{L}+[0-9]{0,1}|[0-9]{1,4}|v[0-9]+|)$/u.test(piece));
}

/**
 * A label that no place or step is called by: `hunter2-very-Secret9`. Letters of both cases, and a digit inside a word.
 */
export function isOddLabel(value: string): boolean {
  if (isOddDotted(value)) return true;
  return isChosenJoin(value) && hasBothCases(value) && value.split(/[-_]/).some(endsInDigit);
}

/** First words of what code reads, and last words of what a password is called there: `config.Db2`, `app1.Password`. */
const CODE_ROOT =
  /^(?:this|self|that|super|config|cfg|conf|settings?|env|process|os|sys|req|request|res|response|body|props|state|data|form|users?|account|options?|opts|params?|args?|values?|secrets?|vault|vars?|local|each|module|model|input|output|db|database|ctx|context|app|event|payload|client|server|system|console|session|auth|login|test|fixture|www|api|http|mail|smtp|web|node|python|java|net|com|org|io)[0-9]*$/i;
const CODE_LEAF =
  /pass|pwd|kennwort|token|key|credential|^(?:com|net|org|io|dev|local|internal|value|text|data)$/i;

/** The same with dots, `hunter2.very.Secret9`: what is no way to a value in code, no host and no release. */
function isOddDotted(value: string): boolean {
  if (!/^[\p{L}0-9]+(?:[-_.][\p{L}0-9]+)+$/u.test(value) || !value.includes(".") || value.length < 8)
    return false;
  const pieces = value.split(/[-_.]/);
  if (!hasBothCases(value) || !pieces.some(endsInDigit)) return false;
  if (CODE_ROOT.test(pieces[0] ?? "") || CODE_LEAF.test(pieces.at(-1) ?? "")) return false;
  return !pieces.some(
    (piece) => /\p{Ll}\p{Lu}/u.test(piece) || (/\p{L}/u.test(piece) && TECHNICAL.test(piece)),
  );
}

const hasBothCases = (value: string): boolean => /\p{Ll}/u.test(value) && /\p{Lu}/u.test(value);

const endsInDigit = (piece: string): boolean => /\p{L}[0-9]/u.test(piece) && !/^v[0-9]+$/i.test(piece);

/** What stands behind a password's colon alone: `sunny-day-2024`, `hunter2-cat`; not `web-3`, `step-1-done`. */
function isChosenJoin(value: string): boolean {
  // With dots only what ends in a year or the like: `db1.internal` is a host.
  if (/^\p{Ll}{3,}(?:\.\p{Ll}{3,})+\.[0-9]{2,4}$/u.test(value))
    return !CODE_ROOT.test(value.split(".")[0] ?? "");
  if (value.length < 8 || !/^[\p{L}0-9]+(?:[-_][\p{L}0-9]+)+$/u.test(value) || !/[0-9]/.test(value))
    return false;
  if (!/\p{Ll}/u.test(value) || /^[0-9]{4}-[0-9]{2}-/.test(value)) return false;
  const pieces = value.split(/[-_]/);
  if (pieces.some((piece) => /\p{L}/u.test(piece) && TECHNICAL.test(piece))) return false;
  if (pieces.filter((piece) => ORDINARY.has(piece.toLowerCase())).length * 3 > pieces.length) return false;
  return /\p{L}[0-9]|\p{Lu}|[0-9]{2}/u.test(value);
}

/** True for a value that a password's name introduces. */
export function isPassword(value: string, shape: ValueShape): boolean {
  if (isNoValue(value, shape === "quoted")) return false;
  if (/^[0-9]+$/.test(value)) return value.length >= (shape === "spaced" ? 6 : 4) && value.length <= 20;
  const prose = shape === "sentence" || shape === "spaced";
  if (isMixed(value, prose ? 6 : 5) || (shape !== "spaced" && isOddLabel(value))) return true;
  if (!prose && isChosenJoin(value) && !isNoValue(value, false) && !TECHNICAL.test(value)) return true;
  if (shape === "quoted") return isChosenWord(value, 5) || isChosenLabel(value);
  return shape === "line" && isChosenWord(value, 6);
}

/** `correct-horse-battery`: words and signs only, between quotes. */
function isChosenLabel(value: string): boolean {
  return (
    value.length >= 12 && /^\p{Ll}+(?:[-_.][\p{Ll}0-9]+){2,}$/u.test(value) && !IDENTIFIER_PART.test(value)
  );
}

/** One word of ASCII letters that is neither prose nor a variable. */
export function isChosenWord(value: string, least: number): boolean {
  if (value.length < least || ORDINARY.has(value.toLowerCase())) return false;
  if (/^[a-z]+$/.test(value)) return true;
  return (
    /^[A-Za-z]+$/.test(value) && /[a-z]/.test(value) && /.[A-Z]/.test(value) && !IDENTIFIER_PART.test(value)
  );
}

/** Four to eight plain words, at most one of them a word that sentences are made of. */
export function isPhrase(value: string): boolean {
  const pieces = value.split(" ");
  return (
    pieces.length >= 4 &&
    pieces.every((piece) => piece.length >= 3) &&
    pieces.filter((piece) => ORDINARY.has(piece)).length <= 1
  );
}

/** True for a made value that is shorter or plainer than the generic rule wants: letters with digits, no words. */
export function isMadeValue(value: string): boolean {
  if (value.length < 8 || isNoValue(value, false) || !isMixed(value, 8)) return false;
  const pieces = value.split(/[-_./:+=]/).filter((piece) => piece !== "");
  return pieces.some(
    (piece) =>
      piece.length >= 6 && /[A-Za-z][0-9]+[A-Za-z]|[0-9][A-Za-z]+[0-9]|[A-Za-z]{4,}[0-9]{3,}/.test(piece),
  );
}
