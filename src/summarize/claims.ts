/** What a sentence says that can be true or invented, and that code can look up. */
export type ClaimKind = "quote" | "url" | "path" | "version" | "number" | "identifier";

export interface Claim {
  kind: ClaimKind;
  text: string;
}

const QUOTED =
  /"([^"\n]{2,400})"|“([^”\n]{2,400})”|„([^“”\n]{2,400})[“”]|«([^»\n]{2,400})»|(?<![\p{L}\p{N}])'([^'\n]{2,400})'(?![\p{L}\p{N}])/gu;
const CODE_SPAN = /(`+)([^`\n]{1,400})\1/gu;
const URL = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s<>"'`«»“”]+/giu;
/** A run without spaces or brackets; commas stay inside numbers only. */
const RUN = /[\p{L}\p{M}\p{N}_~@#$%/\\.:+=*-]+(?:,\p{Nd}{3}(?!\p{Nd}))*/gu;
/** Punctuation around a token; the dot of `.env` and `./x` belongs to it. */
const EDGES = /^(?:[:,;!?=*+]|\.{2,}(?![/\\])|\.(?![\p{L}./\\]))+|[.:,;!?=*+/\\-]+$/gu;
const EXTENSION = /^[\p{L}\p{N}_.@+-]*[\p{L}_][\p{L}\p{N}_.@+-]*\.[a-z][a-z0-9]{0,9}$/iu;

/**
 * The checkable claims of a text: quotations, URLs, paths, versions, numbers, identifiers. Plain words are none. Each
 * piece of the text counts once, as the strictest kind it fits.
 */
export function claimsOf(text: string): Claim[] {
  const claims: Claim[] = [];
  let rest = text.replace(/^\s*(?:[-*+]|\d{1,3}[.)])\s+/u, "");
  rest = rest.replace(URL, (url) => take(claims, "url", url.replace(/[.,;:!?)\]]+$/u, "")));
  rest = rest.replace(CODE_SPAN, (_, _ticks: string, code: string) => take(claims, "quote", code));
  rest = rest.replace(QUOTED, (whole: string, ...groups: unknown[]) => {
    const inner = groups.slice(0, 5).find((group) => typeof group === "string");
    return take(claims, "quote", inner ?? whole);
  });
  for (const [run] of rest.matchAll(RUN)) {
    const token = run.replace(EDGES, "");
    const kind = kindOf(token, run);
    if (kind !== null) claims.push({ kind, text: kind === "number" ? (numberIn(token) ?? token) : token });
  }
  return claims;
}

function take(claims: Claim[], kind: ClaimKind, text: string): string {
  if (text.trim() !== "") claims.push({ kind, text: text.trim() });
  return " ";
}

function kindOf(token: string, run: string): ClaimKind | null {
  if (token === "" || !/[\p{L}\p{N}]/u.test(token)) return null;
  if (numberIn(token) !== null) return "number";
  if (/^[v^~=<>]*\p{Nd}+(?:\.\p{Nd}+){1,3}(?:[-+.][\p{L}\p{N}.-]+)?$/u.test(token)) return "version";
  if (isPath(token, run)) return "path";
  return isIdentifier(token) ? "identifier" : null;
}

/** The digits of a plain number, with sign, unit, ordinal or percent sign taken off; null for anything else. */
function numberIn(token: string): string | null {
  const match = /^[#~+$€£-]?(\p{Nd}+(?:[.,:]\p{Nd}+)*)(?:%|-?\p{L}{0,5})$/u.exec(token);
  if (match?.[1] === undefined) return null;
  // three groups are a version, a clock time with seconds or a grouped number; only the last two are numbers
  return /^\p{Nd}+\.\p{Nd}+\.\p{Nd}/u.test(match[1]) ? null : match[1];
}

function isPath(token: string, run: string): boolean {
  if (/^(?:~|\.{1,2})?[/\\]./u.test(run) || /^[a-z]:[/\\]/iu.test(token)) return true;
  if (EXTENSION.test(token) && !/^(?:e\.g|i\.e|т\.е|т\.д|т\.п)$/iu.test(token))
    return !isSentenceJoint(token);
  // "and/or" and "client/server" are words; a path has two separators, an extension, an underscore or a digit
  return /^[^/\\]+[/\\][^/\\]/u.test(token) && (/[/\\].*[/\\]|[_.\p{N}]/u.test(token) || run.endsWith("/"));
}

/** "done.Next": a missing space, not a file name. */
function isSentenceJoint(token: string): boolean {
  return /^\p{Ll}+\.\p{Lu}\p{Ll}+$/u.test(token);
}

/** Names from code: inner capitals, underscores, digits in letters, dots, flags, scopes. */
function isIdentifier(token: string): boolean {
  if (/^--?[\p{L}][\p{L}\p{N}-]+(?:=\S+)?$/u.test(token)) return true;
  if (/^@[\p{L}\p{N}]/u.test(token) || /[_$]/u.test(token) || /::|->|=/u.test(token)) return true;
  if (/\p{L}\p{Nd}|\p{Nd}\p{L}/u.test(token)) return true;
  if (/\p{Ll}\p{Lu}/u.test(token)) return true;
  return (
    /^[\p{L}\p{N}]+(?:\.[\p{L}\p{N}]+)+$/u.test(token) &&
    !/^(?:\p{L}\.)+\p{L}$/u.test(token) &&
    !isSentenceJoint(token)
  );
}
