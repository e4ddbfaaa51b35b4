import type { Entry, ToolCallEntry } from "../session/entry.ts";
import type { Session } from "../session/session.ts";
import type { Claim, ClaimKind } from "./claims.ts";

/** Everything a session says, ready to be searched, and the ids of its entries. */
export interface SessionText {
  /** Lower case, single spaces, one line a piece. */
  text: string;
  entries: ReadonlyMap<string, Entry>;
  /** Tool calls by the id that their result names. */
  calls: ReadonlyMap<string, ToolCallEntry>;
  /** Ids that only the folded state remembers: entries of earlier reads. */
  earlier: ReadonlySet<string>;
  /** The working folder, lower case, or null. */
  cwd: string | null;
}

/**
 * The masked text of all entries, and of the folded state, which stands for the entries that an earlier read already
 * took in.
 */
export function sessionText(session: Session): SessionText {
  const pieces: string[] = [
    session.cwd ?? "",
    session.gitBranch ?? "",
    session.title ?? "",
    session.clientVersion ?? "",
  ];
  const entries = new Map<string, Entry>();
  const calls = new Map<string, ToolCallEntry>();
  for (const entry of session.entries) {
    entries.set(entry.id, entry);
    if (entry.kind === "tool-call") calls.set(entry.callId, entry);
    if (entry.at !== null) pieces.push(entry.at);
    pieces.push(...piecesOf(entry));
  }
  const remembered: string[] = [];
  collectStrings(session.state, remembered);
  const earlier = new Set(remembered.filter((one) => one.length <= 120 && !/\s/u.test(one)));
  return {
    text: [...pieces, ...remembered].map(flatten).join("\n"),
    entries,
    calls,
    earlier,
    cwd: session.cwd === null ? null : flatten(session.cwd).replace(/\/+$/u, ""),
  };
}

/** The form in which texts are compared: lower case, plain quotes, single spaces. */
export function flatten(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll("ё", "е")
    .replace(/[`*"“”„«»]/gu, "")
    .replace(/[‘’]/gu, "'")
    .replace(/\s+/gu, " ")
    .trim();
}

/** How a claim of each kind is looked up: a whole token, in the forms people write it. */
const FINDERS: Readonly<Record<ClaimKind, (needle: string, text: string, cwd: string | null) => boolean>> = {
  quote: (needle, text) => quoted(needle, text),
  url: (needle, text) => found(text, needle.replace(/\/+$/u, ""), /[\p{L}\p{N}]$/u, /^[\p{L}\p{N}_-]/u),
  path: (needle, text, cwd) =>
    pathForms(needle, cwd).some((form) =>
      found(text, form, /[\p{L}\p{N}_.-]$/u, /^(?:[\p{L}\p{N}_-]|\.[\p{L}\p{N}])/u),
    ),
  version: (needle, text) =>
    found(text, needle.replace(/^[v^~=<>]+/u, ""), /(?:\p{N}|\p{N}[.,])$/u, /^(?:\p{N}|\.\p{N})/u),
  number: (needle, text) =>
    numberForms(needle).some((form) => found(text, form, NUMBER_BEFORE, NUMBER_AFTER)),
  identifier: (needle, text) =>
    found(text, needle.replace(/\(\)$/u, ""), /[\p{L}\p{N}_]$/u, /^[\p{L}\p{N}_]/u),
};

/** Not a part of a longer number, a name or a hash; a unit of up to five letters may follow. */
const NUMBER_BEFORE = /(?:[\p{L}\p{N}_]|\p{N}[.,:])$/u;
const NUMBER_AFTER = /^(?:[\p{N}_]|[.,]\p{N}|\p{L}{0,12}\p{N}|\p{L}{6})/u;

/** Whether a claim occurs in a flattened text, as a whole token of its kind. */
export function occurs(claim: Claim, text: string, cwd: string | null = null): boolean {
  const needle = flatten(claim.text);
  return needle === "" || FINDERS[claim.kind](needle, text, cwd);
}

/** A quotation may leave words out; each part must stand. */
function quoted(needle: string, text: string): boolean {
  const parts = needle.split(/\s*(?:…|\.{3})\s*/u).map((part) => part.replace(/[\s.,;:!?]+$/u, ""));
  return parts.every((part) => part === "" || found(text, part, /[\p{L}\p{N}_]$/u, /^[\p{L}\p{N}_]/u));
}

function found(text: string, needle: string, notBefore: RegExp, notAfter: RegExp): boolean {
  if (needle === "") return true;
  const startsInWord = /^[\p{L}\p{N}_]/u.test(needle);
  const endsInWord = /[\p{L}\p{N}_]$/u.test(needle);
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + 1)) {
    const end = at + needle.length;
    const leftOk = !startsInWord || !notBefore.test(text.slice(Math.max(0, at - 3), at));
    if (leftOk && (!endsInWord || !notAfter.test(text.slice(end, end + 16)))) return true;
  }
  return false;
}

/** As written, without `./`, and relative to the working folder. */
function pathForms(path: string, cwd: string | null): string[] {
  const plain = path
    .replaceAll("\\", "/")
    .replace(/^\.\//u, "")
    .replace(/(?<=.)\/+$/u, "");
  const forms = [path, plain];
  if (cwd !== null && plain.startsWith(`${cwd}/`)) forms.push(plain.slice(cwd.length + 1));
  return forms;
}

/** As written, and with the group separators people use. */
function numberForms(number: string): string[] {
  const bare = /^\d{1,3}(?:,\d{3})+$/u.test(number) ? number.replaceAll(",", "") : number;
  const forms = [number, bare];
  if (/^\d{4,}$/u.test(bare)) {
    for (const separator of [",", " ", "_", "."]) forms.push(bare.replace(/\B(?=(?:\d{3})+$)/gu, separator));
  }
  return forms;
}

function piecesOf(entry: Entry): string[] {
  if (entry.kind === "tool-call") {
    const todos: string[] = [];
    collectStrings(entry.todos, todos);
    return [entry.tool, entry.command ?? "", entry.detail, ...entry.files, ...todos];
  }
  if (entry.kind === "tool-result") {
    return [entry.text, entry.errorLine ?? "", entry.exitCode === null ? "" : `exit ${entry.exitCode}`];
  }
  return [entry.text];
}

function collectStrings(value: unknown, into: string[]): void {
  if (typeof value === "string") into.push(value);
  else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      if (!Array.isArray(value)) into.push(key);
      collectStrings(inner, into);
    }
  }
}
