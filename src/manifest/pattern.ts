import { pathFault } from "./relative-path.ts";

/** Placeholders of a file pattern. */
const PLACEHOLDERS = ["slug", "session", "date", "time", "yyyy-mm", "person"] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** A stretch of a pattern: literal text or a placeholder. */
export type PatternPart = { literal: string } | { placeholder: Placeholder };

/** What a placeholder accepts as a matcher: people name files as they like, so `{slug}` takes any stem. */
const ACCEPTS: Readonly<Record<Placeholder, string>> = {
  slug: "[^/.][^/]*",
  person: "[^/.][^/]*",
  session: "[\\p{L}\\p{M}\\p{N}_-]+",
  date: "\\d{4}-\\d{2}-\\d{2}",
  time: "\\d{6}",
  "yyyy-mm": "\\d{4}-\\d{2}",
};

/** The path that no row may name whatever the manifest says. */
export const MANIFEST_FILE = "MANIFEST.md";
/** The inbox: what has no route. */
export const INBOX_KIND = "*";
/** Our own state below the memory root. */
export const STATE_FOLDER = ".handoff";

/** Splits a pattern; an unknown placeholder or a stray brace gives null. */
export function patternParts(pattern: string): PatternPart[] | null {
  const parts: PatternPart[] = [];
  let rest = pattern;
  while (rest !== "") {
    const open = rest.search(/[{}]/u);
    if (open === -1) return [...parts, { literal: rest }];
    if (open > 0) parts.push({ literal: rest.slice(0, open) });
    const close = rest.indexOf("}", open);
    const placeholder = PLACEHOLDERS.find((name) => name === rest.slice(open + 1, close));
    if (rest[open] !== "{" || placeholder === undefined) return null;
    parts.push({ placeholder });
    rest = rest.slice(close + 1);
  }
  return parts;
}

/** True for a pattern without placeholders. */
export function isLiteral(pattern: string): boolean {
  return !pattern.includes("{");
}

/** Why a pattern may not stand in a manifest, in our own words; null when it may. */
export function patternFault(pattern: string, index: string): string | null {
  const parts = patternParts(pattern);
  if (parts === null) {
    return `unknown placeholder; known: ${PLACEHOLDERS.map((name) => `{${name}}`).join(" ")}`;
  }
  const sample = parts.map((part) => ("literal" in part ? part.literal : "x")).join("");
  const fault = pathFault(sample);
  if (fault !== null) return fault;
  if (!/\.md$/iu.test(sample)) return "does not end in .md";
  return isReservedPath(sample, index) ? `names ${MANIFEST_FILE}, the index or ${STATE_FOLDER}/` : null;
}

/** True for MANIFEST.md, the index, and everything in a hidden folder of ours or of git; case is ignored. */
export function isReservedPath(path: string, index: string): boolean {
  const folded = path.toLowerCase();
  if (folded === MANIFEST_FILE.toLowerCase() || folded === index.toLowerCase()) return true;
  return folded.split("/").some((segment) => segment === STATE_FOLDER || segment === ".git");
}

/** A pattern as a matcher of whole paths. */
interface Matcher {
  exact: RegExp;
  /** Also the `-2`, `-3` … files that follow a full one. */
  continued: RegExp;
  names: Placeholder[];
}

const matchers = new Map<string, Matcher>();

/** How a path fits a pattern: as it stands, as the continuation of a full file, or not at all (null). */
export function fitOf(pattern: string, path: string): "exact" | "continued" | null {
  const matcher = matcherOf(pattern);
  if (matcher.exact.test(path)) return "exact";
  return matcher.continued.test(path) ? "continued" : null;
}

/** What the placeholders of a pattern stand for in a path (the first of each name); null when it does not match. */
export function placeholdersIn(pattern: string, path: string): ReadonlyMap<Placeholder, string> | null {
  const matcher = matcherOf(pattern);
  const match = matcher.exact.exec(path) ?? matcher.continued.exec(path);
  if (match === null) return null;
  const values = new Map<Placeholder, string>();
  for (const [position, name] of matcher.names.entries()) {
    if (!values.has(name)) values.set(name, match[position + 1] ?? "");
  }
  return values;
}

function matcherOf(pattern: string): Matcher {
  const known = matchers.get(pattern);
  if (known !== undefined) return known;
  const parts = patternParts(pattern) ?? [{ literal: pattern }];
  const source = parts
    .map((part) => ("literal" in part ? escapeRegExp(part.literal) : `(${ACCEPTS[part.placeholder]})`))
    .join("");
  const matcher: Matcher = {
    exact: new RegExp(`^${source}$`, "u"),
    continued: new RegExp(`^${source.replace(/\\\.md$/iu, "-[1-9]\\d*$&")}$`, "u"),
    names: parts.flatMap((part) => ("literal" in part ? [] : [part.placeholder])),
  };
  matchers.set(pattern, matcher);
  return matcher;
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&");
}
