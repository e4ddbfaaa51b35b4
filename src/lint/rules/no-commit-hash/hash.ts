/** A commit hash found in a text, as offsets into it. */
export interface HashSpan {
  start: number;
  end: number;
}

const HEX_RUN = /[0-9a-f]{7,40}/giu;

/** How far back a word counts as context. */
const CONTEXT_CHARS = 120;

/** Any absolute URL; what is inside is judged as a URL. */
const URL_SPAN = /\b[a-z][a-z0-9+.-]*:\/\/[^\s<>"'`|]+/giu;

/** A commit page of a forge. */
const COMMIT_URL = /\/commits?\/([0-9a-f]{7,40})(?![0-9a-z])/iu;

/** Words after which hex digits are a commit whatever they look like. Hashes between them and the place may be listed. */
const COMMIT_CONTEXT =
  /(?:\b(?:commits?|committed(?: as| in)?|sha-?1?|rev(?:ision)?|cherry-?pick(?:ed|s)?|git (?:show|checkout|revert|reset(?: --\w+)?)|--fixup)|коммит[а-я]*|ревизи[а-я]*|提交|コミット)(?:[\s:=#@`*_("'[\]]{1,6}(?:id|hash|sha|no\.?|is|was|от)?[\s:=#@`*_("'[\]]{0,6}|\s?)(?:[0-9a-f]{7,40}(?:\.{2,3}[0-9a-f]{7,40})?[\s,`]+(?:(?:and|or|и)\s+`?)?)*$/iu;

const OTHER_NAMES =
  "(?:sessions?|uuids?|guids?|mac|colou?rs?|containers?|checkpoints?|tasks?|agents?|jobs?|runs?|requests?|req|traces?|span|serial|addr(?:ess)?|tokens?|keys?|etag|md5|checksum|crc|sha-?(?:224|256|384|512)|digest|devices?|ids?|thread|message|conversation|workspace|account)";

/** Words after which hex digits are some other id; a list of them may stand between. */
const OTHER_CONTEXT = new RegExp(
  `(?:\\b${OTHER_NAMES}|сесси[а-я]*)(?:\\s+(?:ids?|no|number|is|was))?[\\s:=#\`*_("'[\\]]{1,6}(?:[0-9a-f]{7,40}[\\s,\`"']+(?:(?:and|or|и)\\s+[\`"']?)?)*$`,
  "iu",
);

/** Words of seven letters or more that are hex digits only, and names with digits. */
const WORDS = new Set([
  "acceded",
  "defaced",
  "effaced",
  "face2face",
  "ed25519",
  "0123456789abcdef",
  "fedcba9876543210",
]);

/**
 * Commit hashes of a text: 7 to 40 hex digits as a word with a digit and a letter, or after "commit" or "SHA", or in
 * the URL of a commit. `before` is what stands ahead of the text in its paragraph, as context; `otherIds` are known to
 * be no hashes unless one is called a commit.
 */
export function findCommitHashes(
  text: string,
  before = "",
  otherIds: ReadonlySet<string> = new Set(),
): HashSpan[] {
  const spans: HashSpan[] = [];
  const urls = [...text.matchAll(URL_SPAN)];
  for (const url of urls) {
    const span = hashOfCommitUrl(url[0]);
    if (span !== null) spans.push({ start: url.index + span.start, end: url.index + span.end });
  }
  // Of equal length, so that offsets stay.
  const plain = text.replace(URL_SPAN, (url) => "/".repeat(url.length));
  for (const match of plain.matchAll(HEX_RUN)) {
    const span = { start: match.index, end: match.index + match[0].length };
    if (isCommitHash(match[0], plain, span, { before, otherIds })) spans.push(span);
  }
  return spans.sort((a, b) => a.start - b.start);
}

/** Where the hash stands in the URL of a commit; null for another URL. */
export function hashOfCommitUrl(url: string): HashSpan | null {
  const match = COMMIT_URL.exec(url);
  const hash = match?.[1];
  if (match === null || hash === undefined) return null;
  const start = match.index + match[0].length - hash.length;
  return { start, end: start + hash.length };
}

/** Names of Markdown files in a text. From the begin of a name only: a long word is looked at once. */
const FILE_NAME = /(?<![\p{L}\p{N}_.-])[\p{L}\p{N}_.-]{1,255}\.md(?![\p{L}\p{N}])/giu;

/**
 * The ids a text calls a session, a container and so on, and those that files are named by (in the text, or `files`,
 * paths): elsewhere it may name them without that word.
 */
export function otherIdsOf(text: string, files: Iterable<string> = []): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const name of [...(text.match(FILE_NAME) ?? []), ...files])
    for (const id of name.match(/(?<![\p{L}\p{N}])[0-9a-f]{7,40}(?![\p{L}\p{N}])/giu) ?? []) ids.add(id);
  for (const match of text.matchAll(HEX_RUN)) {
    if (OTHER_CONTEXT.test(text.slice(Math.max(0, match.index - CONTEXT_CHARS), match.index)))
      ids.add(match[0]);
  }
  return ids;
}

interface HashContext {
  before: string;
  otherIds: ReadonlySet<string>;
}

function isCommitHash(hash: string, text: string, span: HashSpan, context: HashContext): boolean {
  const ahead = (context.before + text.slice(0, span.start)).slice(-CONTEXT_CHARS);
  if (!endsWord(text.slice(span.end)) || WORDS.has(hash.toLowerCase())) return false;
  if (isDay(hash)) return false;
  const isAfterCommit = COMMIT_CONTEXT.test(ahead);
  if (!startsWord(ahead, isAfterCommit)) return false;
  if (isAfterCommit) return !isRoundNumber(hash);
  return hasHashShape(hash) && !context.otherIds.has(hash) && !OTHER_CONTEXT.test(ahead);
}

/** Whether a word may start here: no part of a path, colour, number, id or file name. */
function startsWord(ahead: string, isAfterCommit: boolean): boolean {
  if (/(?:^|\s)[#:=]$/u.test(ahead)) return isAfterCommit;
  // `git describe` puts the hash behind `-g`; a range has two dots.
  if (/\d-g$/u.test(ahead) || /[0-9a-z]\.{2,3}$/iu.test(ahead)) return true;
  if (/[:=#]$/u.test(ahead)) return isAfterCommit;
  return !/[\p{L}\p{N}_./\\$%&?+~^-]$/u.test(ahead) || /коммит[а-я]*$|提交$|コミット$/iu.test(ahead);
}

/** Whether the word ends here. A full stop may end a sentence, `^` and `~1` name a parent. */
function endsWord(after: string): boolean {
  if (/^-dirty\b/u.test(after) || /^\.{2,3}[\p{L}\p{N}]/u.test(after)) return true;
  if (/^[.:][\p{L}\p{N}_/]/u.test(after)) return false;
  return !/^[\p{L}\p{N}_/\\@=$%&+-]/u.test(after) || /^\p{Script=Han}/u.test(after);
}

/** A digit, a letter and one case; no number with exponent or in binary, no UUID without its dashes. */
function hasHashShape(hash: string): boolean {
  if (!/\d/u.test(hash) || !/^(?=.*[a-f])[0-9a-f]+$/u.test(hash)) return false;
  if (/^\d+e\d+$|^0b[01]+$/u.test(hash)) return false;
  return !/^[0-9a-f]{12}[1-8][0-9a-f]{3}[89ab][0-9a-f]{15}$/u.test(hash);
}

/** A day such as 20260131, with or without a letter behind it. */
function isDay(digits: string): boolean {
  return /^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:\d{4}|\d{6})?[a-f]?$/u.test(digits);
}

function isRoundNumber(digits: string): boolean {
  return /^\d+0{3}$/u.test(digits);
}
