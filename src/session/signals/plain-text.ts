/** A run of prose with what stands around it. */
export interface Passage {
  text: string;
  /** Nearest heading (or bold line that serves as one) above, or "". */
  heading: string;
  isItem: boolean;
  /** A row of a table, cells joined. */
  isRow?: boolean;
}

const HASHES = /(?<![\w./-])(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}(?![\w/-]|\.\w)/gu;
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/giu;
const PASTED =
  /^\s*(?:[{}[\]]|\d{4}-\d\d-\d\d[T ]\d\d:|\[?\d\d:\d\d:\d\d|\w{3} +\d+ \d\d:\d\d:\d\d|at \S+ ?\(?.*:\d+|File ".*", line|Traceback|[+-]{3} |@@ |diff --git|[│├└┌❯➜➤⏺⎿$>]\s|<\/?[a-z][\w-]*[ >/]|[|+][-=+|: ]+$)|\|(?:DEBU|INFO|WARN|ERRO)\w*\||\b(?:DEBUG|INFO|WARN|ERROR)\b.*=|"\w+":\s*["{[]|[;{}]\s*$|^\s*(?:import|const|let|var|def|func|return) \S+.*[({=;]/u;

/** True for a line that was copied from a terminal, a log, a diff or code rather than written. */
export function isPasted(line: string): boolean {
  return PASTED.test(line);
}

/** Text without Markdown marks, hashes and control characters, on one line. */
export function flatten(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/gu, "$1")
    .replace(/\*\*(?=\S)(.*?\S)\*\*/gu, "$1")
    .replace(/(?<![\w*])\*(?=\S)([^*]*\S)\*(?![\w*])/gu, "$1")
    .replace(/`+/gu, "")
    .replace(/(?<=\p{L})[’ʼ](?=\p{L})/gu, "'")
    .replace(/\*\*/gu, "")
    .replace(UUID, "…")
    .replace(HASHES, "…")
    .replace(/^(?:…[\s:—–-]*)+|\(…\)/gu, "")
    .replace(/\p{Extended_Pictographic}\uFE0F?/gu, "")
    .replace(/\(\s*\)|\[\s*\]/gu, "")
    .replace(/[\p{Cc}\p{Cf}]/gu, " ")
    .replace(/\s+/gu, " ")
    .replace(/ ([,.;:!?])(?=\s|$)/gu, "$1")
    .trim();
}

/** Paragraphs and list items of a Markdown text, without fenced code, quoted logs and tables' rules. */
export function passages(markdown: string): Passage[] {
  const out: Passage[] = [];
  let heading = "";
  /** "Next steps:" on a line of its own heads the list below it, and no more. */
  let label: string | null = null;
  let open: Passage | null = null;
  let fence: string | null = null;
  for (const line of markdown.split(/\r?\n/u)) {
    const mark = /^\s*(`{3,}|~{3,})/u.exec(line)?.[1];
    if (mark !== undefined) {
      fence = fence === null ? mark : mark.startsWith(fence[0] ?? "`") ? null : fence;
      open = null;
      continue;
    }
    if (fence !== null) continue;
    const head = /^\s{0,3}#{1,6}\s+(.+?)\s*#*$/u.exec(line)?.[1];
    if (head !== undefined) {
      heading = flatten(head);
      open = null;
      continue;
    }
    if (line.trim() === "" || /^\s*(?:[-*_]\s*){3,}$/u.test(line)) {
      open = null;
      continue;
    }
    const bold = /^\s*\*\*([^*]{2,80})\*\*:?\s*$/u.exec(line)?.[1];
    if (bold !== undefined) {
      heading = flatten(bold);
      open = null;
      continue;
    }
    if (LIST_LABEL.test(line) && open === null) {
      label = flatten(line).replace(/[:：]$/u, "");
      continue;
    }
    if (!ITEM.test(line)) label = open === null ? null : label;
    open = readLine(line, label ?? heading, open, out);
  }
  return out;
}

const LIST_LABEL = /^\s{0,3}(?:\p{L}+[ ]){0,3}\p{L}+[:：]\s*$/u;
const ITEM = /^\s*(?:[-*+•]|\d{1,2}[.)])\s+(?:\[[ xX]\]\s+)?(.+)$/u;

function readLine(line: string, heading: string, open: Passage | null, out: Passage[]): Passage | null {
  const row = /^\s*\|(.+)\|\s*$/u.exec(line)?.[1];
  if (row !== undefined) {
    // The row above the rule names the columns.
    if (/^[\s|:-]+$/u.test(row)) {
      if (out.at(-1)?.isRow === true) out.pop();
      return null;
    }
    const cells = row
      .split("|")
      .map(flatten)
      .filter((cell) => cell !== "" && !/^[-: ]+$/u.test(cell));
    if (cells.length > 1) {
      const named = /^[#\d.]+$/u.test(cells[0] ?? "") ? cells.slice(1) : cells;
      out.push({ text: named.join(" — "), heading, isItem: true, isRow: true });
    }
    return null;
  }
  const item = ITEM.exec(line)?.[1];
  if (item === undefined && isPasted(line)) return null;
  const text = flatten(item ?? line);
  if (text === "") return open;
  if (item === undefined && open !== null) {
    open.text = `${open.text}${/[.!?:;…]$/u.test(open.text) || text.length > 40 || /^\p{Ll}/u.test(text) ? " " : ". "}${text}`;
    return open;
  }
  const passage = { text, heading, isItem: item !== undefined };
  out.push(passage);
  return passage;
}

/** Abbreviations and initials; the last letter of "está" is none. */
const ABBREVIATION =
  /(?:\b(?:e\.g|i\.e|vs|etc|cf|approx|no|fig|т\.е|т\.к|т\.д|т\.п|др|ср)\.|(?<![\wÀ-ɏЀ-ӿ])[A-Z]\.)$/iu;

/** Whole sentences of a passage. */
export function sentencesOf(text: string): string[] {
  const out: string[] = [];
  let from = 0;
  for (const match of text.matchAll(/[.!?…。！？]+["')\]]?(?=\s+["'“(«¿¡]?[\p{Lu}\p{N}]|\s*$)|[。！？]/gu)) {
    const end = match.index + match[0].length;
    const sentence = text.slice(from, end).trim();
    if (ABBREVIATION.test(sentence) && end < text.length) continue;
    if (sentence !== "") out.push(sentence);
    from = end;
  }
  const rest = text.slice(from).trim();
  if (rest !== "") out.push(rest);
  return out;
}

/** A sentence with a mark at its end. */
export function ended(text: string): string {
  if (/[.!?…:。！？：]$/u.test(text)) return text;
  return `${text}${/\p{Script=Han}$/u.test(text) ? "。" : "."}`;
}

/** Where a sentence ends that a person typed without a capital behind it: "it is slow. can you look?" */
const TYPED_END =
  /(?<=\p{L}{2}[?!]+|(?<!\b(?:e\.g|i\.e|vs|etc|cf|approx|no|fig|bzw|usw|ca|z\.b|т\.е|т\.к|т\.д|т\.п|др|ср))(?<=\p{L}{3})\.{1,3})\s+(?=\p{Ll}[\p{L}'’]*[\s,])/iu;

/** Whole sentences of what a person typed, those that begin without a capital too. */
export function typedSentences(text: string): string[] {
  return sentencesOf(text).flatMap((sentence) => sentence.split(TYPED_END));
}

/** The words of a text that fit into `max` characters. */
export function clip(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, max).replace(/\s+\S*$/u, "");
}

/** First letter in upper case; an identifier at the start stays as it is. */
export function capitalised(text: string): string {
  const first = /^\S+/u.exec(text)?.[0] ?? "";
  if (/[_/.:\d(]|\p{Ll}\p{Lu}/u.test(first.replace(/[.,:]$/u, ""))) return text;
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
