import type { Span } from "./mask.ts";

/*
 * Secrets known by where they stand: behind a name that says so, in an Authorization header, in the user part of a URL,
 * in a private key block. The value must look random too, since `password: string` and `token = process.env.X` are code.
 */

/** Name, closing quote, separator and opening quote; the value begins where the match ends. */
const ASSIGNMENT =
  /(?:passw(?:or)?d|passphrase|passwd|pwd|secret|token|credentials?|auth|bearer|key|пароль|токен|секрет|ключ)(?<tail>[A-Za-z0-9_-]{0,24})\\{0,3}["'`]?(?<separator>\s{0,4}(?:=>|:=|==?|:)\s{0,4}|\s{1,2}(?:is|это)\s|[ \t]|>)(?:\\{0,3}(?<quote>["'`]))?/giu;
const VALUE = /[A-Za-z0-9_\-+/=.~!@#$%^&*?]{8,512}/y;
/** Between quotes any sign may stand. */
const QUOTED_VALUE = /[^\s"'`\\]{8,512}/y;
const NAME_BEFORE = /[A-Za-z0-9_.-]{0,40}$/;
const TAIL =
  /^s?$|^(?:[_-]?(?:value|val|key|keys|base|base64|hex|prod|production|dev|staging|test|live|old|new|current|string|str|[0-9]{1,3})){1,3}$/i;
/** Keys that are looked up by, not kept secret. */
const OPEN_KEY =
  /(?:public|cache|primary|foreign|sort|partition|idempotency|object|row|map|hot|short|press|storage|dedupe|group|index|i18n|locale|query|lookup|composite|natural|surrogate|range|hash|routing|event|registry|data|host|session|translation|message|config|feature|react|item|list|api[_-]?public|pub)[_.-]?$/i;
const SECRET_KEY_PREFIX = /[A-Za-z0-9][_.-]?$/;

/** Values behind names such as `api_key`, `--token`, `"password"`. */
export function assignedSecrets(text: string): Span[] {
  const spans: Span[] = [];
  ASSIGNMENT.lastIndex = 0;
  for (let match = ASSIGNMENT.exec(text); match !== null; match = ASSIGNMENT.exec(text)) {
    const start = match.index + match[0].length;
    const value = valueAt(text, start, match);
    if (
      value !== null &&
      isSecretName(match, nameBefore(text, match.index)) &&
      isSecretValue(value, match[0])
    ) {
      spans.push({ start, end: start + value.length });
      ASSIGNMENT.lastIndex = start + value.length;
    } else {
      ASSIGNMENT.lastIndex = match.index + 3;
    }
  }
  return spans;
}

function nameBefore(text: string, at: number): string {
  return NAME_BEFORE.exec(text.slice(Math.max(0, at - 40), at))?.[0] ?? "";
}

/** The value at an offset; null where none is, and where the text goes on as an expression or an element. */
function valueAt(text: string, start: number, name: RegExpExecArray): string | null {
  const { quote, separator } = name.groups ?? {};
  const pattern = quote === undefined ? VALUE : QUOTED_VALUE;
  pattern.lastIndex = start;
  const raw = pattern.exec(text)?.[0];
  if (raw === undefined) return null;
  if (quote !== undefined) return raw;
  const next = text.charAt(start + raw.length);
  // `<password>…</password>` is the only place where an element's end may follow
  if (separator === ">") return next === "<" ? raw : null;
  if ("([{<".includes(next) && next !== "") return null;
  // in a query the next parameter begins at `&`
  const inQuery = /[?&][A-Za-z0-9_.-]*$/.test(text.slice(Math.max(0, name.index - 40), name.index));
  return (inQuery ? (raw.split("&")[0] ?? raw) : raw).replace(/[.,;:!?&*]+$/, "");
}

function isSecretName(match: RegExpExecArray, before: string): boolean {
  const { tail = "", separator = "" } = match.groups ?? {};
  if (!TAIL.test(tail)) return false;
  if (/^[ \t]$/.test(separator))
    return /(?:^|[^A-Za-z0-9_])--?[A-Za-z-]*$/.test(before) || before.startsWith("--");
  if (!/^key/i.test(match[0])) return true;
  return SECRET_KEY_PREFIX.test(before) && !OPEN_KEY.test(before);
}

function isSecretValue(value: string, name: string): boolean {
  if (isPlaceholder(value)) return false;
  if (/^passw|^pwd|^passphrase|^парол/i.test(name) && value.length < 16) return hasThreeClasses(value);
  return value.length >= 16 && looksRandom(value);
}

/** Stand-ins and references: whole words only, since chance can put such letters into a random value too. */
const PLACEHOLDER =
  /x{4,}|\*{3,}|\.{3,}|(?:^|[-_. ])(?:your|example|placeholder|changeme|redacted|dummy|sample)(?:$|[-_. ])|change[_-]me|^<|^\[|\$\{|\$\(|^\$[A-Za-z_]\w*$|\{\{|%[A-Z_]+%|process\.env|os\.environ|import\.meta|^env[.:]|^(?:https?|file|op|vault|secretsmanager|arn):|^(?:string|boolean|number|undefined|null)\b/i;

function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value) || new Set(value).size <= 4;
}

/** Short passwords: letters of both cases, digits, signs; three of the four, and no plain path or expression. */
function hasThreeClasses(value: string): boolean {
  if (/^[./~@-]|[/\\]|^[A-Za-z_]+(?:[._-][A-Za-z_0-9]+)+$/.test(value)) return false;
  const classes = [/[a-z]/, /[A-Z]/, /[0-9]/, /[!@#$%^&*?+=~]/].filter((one) => one.test(value)).length;
  return classes >= 3 && /[0-9]/.test(value) && !isWordy(value);
}

/**
 * True for at least 3.5 bits a character (hex, whose limit is 4: 3.0), letters with digits, and pieces that are no
 * words. UUIDs are identifiers.
 */
function looksRandom(value: string): boolean {
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) return false;
  if (!/[0-9]/.test(value) || !/[A-Za-z]/.test(value)) return false;
  if (/^[0-9a-f]+$/i.test(value)) return value.length >= 16 && entropy(value) >= 3;
  if (/^\.{0,2}\/|^~\/|^[A-Za-z]:[\\/]|\.[a-z]{1,4}$|^@[a-z]/i.test(value) && !value.endsWith("="))
    return false;
  return entropy(value) >= 3.5 && !isWordy(value);
}

/** Bits a character of the value's own distribution. */
function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const char of value) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}

/** Made of words, short numbers and versions: names, paths, member expressions, dates. */
function isWordy(value: string): boolean {
  const pieces = value.split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/).filter((piece) => piece !== "");
  const letters = pieces.join("").length;
  if (letters === 0) return true;
  const odd = pieces.filter((piece) => !/^(?:[A-Za-z]{1,24}[0-9]{0,2}|[0-9]{1,4}|v?[0-9]{1,3})$/.test(piece));
  return odd.join("").length < 5 && letters / pieces.length >= 3.2;
}

const AUTHORIZATION =
  /(?:authorization\\{0,3}["'`]?\s{0,3}[:=]\s{0,3}\\{0,3}["'`]?(?:bearer|basic|token|digest|apikey)?|bearer)\s{1,3}(?<value>[A-Za-z0-9._~+/=-]{16,})/dgi;

/** Credentials of Authorization headers and `Bearer …`. */
export function headerSecrets(text: string): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(AUTHORIZATION)) {
    const value = match.groups?.["value"] ?? "";
    const place = match.indices?.groups?.["value"];
    if (place !== undefined && !isPlaceholder(value) && looksRandom(value)) {
      spans.push({ start: place[0], end: place[1] });
    }
  }
  return spans;
}

const USER_INFO =
  /:\/\/(?<user>[^\s:@/?#"'`<>]{0,64}):(?<password>[^\s@/"'`<>]{4,256})@(?<host>[A-Za-z0-9.[\]-]{0,80})/dg;
const EASY_PASSWORD = /^(?:pass(?:word)?|pwd|secret|token|x-oauth-basic|pw|mypassword)$/i;

/** Passwords in the user part of URLs and connection strings. Development defaults on this machine are none. */
export function urlSecrets(text: string): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(USER_INFO)) {
    const { user = "", password = "", host = "" } = match.groups ?? {};
    const place = match.indices?.groups?.["password"];
    if (place === undefined || isPlaceholderPassword(password)) continue;
    if (password === user && !host.includes(".")) continue;
    spans.push({ start: place[0], end: place[1] });
  }
  return spans;
}

function isPlaceholderPassword(password: string): boolean {
  return EASY_PASSWORD.test(password) || PLACEHOLDER.test(password) || /^[[({%]|^\$/.test(password);
}

const KEY_BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;

/** Private key blocks, to their END line, or as far as the key's own characters go when it is cut off. */
export function keyBlocks(text: string): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(KEY_BEGIN)) {
    const start = match.index;
    if (start < (spans.at(-1)?.end ?? 0)) continue;
    const body = start + match[0].length;
    const end = text.indexOf("-----END ", body);
    const close = end === -1 ? -1 : text.indexOf("-----", end + 9);
    if (close !== -1 && close - body < 20_000) spans.push({ start, end: close + 5 });
    else spans.push({ start, end: body + keyCharacters(text, body) });
  }
  return spans;
}

function keyCharacters(text: string, from: number): number {
  const body = /[A-Za-z0-9+/=\s\\:,.-]{0,20000}/y;
  body.lastIndex = from;
  return body.exec(text)?.[0].length ?? 0;
}
