import type { Span } from "./mask.ts";
import { isMixed, isNoValue, isOddLabel } from "./password-values.ts";

/** `login: admin / hunter2x`, `user/pass = alice:…`, "log in with alice / …", `логин/пароль: …`. */
const PAIR =
  /(?:logins?|logged in|cred(?:ential)?s?|логин|pass(?:word|wd|e|wort)?|парол[ьюя])["'`]?(?:\s?[/&+]\s?(?:pass(?:word|wd|wort)?|pwd|пароль))?(?:\s(?:for|to|on|для|от)\s[^\n:=]{1,40})?(?:\*\*)?\s?(?:[:=—–-]|\s(?:is|are|with|as|это))\s{1,3}(?:\*\*\s?)?["'`]?(?<user>[\p{L}0-9_.@+-]{2,40})["'`]?(?:\s?\/\s?|:)["'`]?(?<value>[^\s"'`<>|/\u3000-\u9FFF]{5,64})(?![/(])/diuy;

/** The password of a login pair whose label begins at an offset. */
export function pairAt(text: string, at: number): Span | null {
  PAIR.lastIndex = at;
  const match = PAIR.exec(text);
  const place = match?.indices?.groups?.["value"];
  const value = (match?.groups?.["value"] ?? "").replace(/[.,;:)\]}*?]+$/, "");
  if (place === undefined || isNoValue(value, false) || !isChosen(value)) return null;
  return { start: place[0], end: place[0] + value.length };
}

const HEAD_CELL = /(?:passwor[dt]|пароль|密码|pass|contraseña|mot de passe)\s{0,20}\|/iuy;
const RULE_LINE = /^[\s|:-]*-{2}[\s|:-]*$/;

/** A row, and a line before a head's column, that is longer than this belongs to no table of logins. UTF-16 units. */
const LONGEST_ROW = 600;

/** Values below a table's password column whose head begins at an offset, and where the table ends. */
export function passwordColumn(text: string, at: number): { spans: Span[]; end: number } {
  const none = { spans: [], end: at };
  HEAD_CELL.lastIndex = at;
  if (!HEAD_CELL.test(text)) return none;
  const before = text.slice(Math.max(0, at - LONGEST_ROW), at);
  const column = before.slice(before.lastIndexOf("\n") + 1).split("|").length - 1;
  const head = rowAt(text, at);
  const rule = head === null ? null : rowAt(text, head.end + 1);
  if (rule === null || !RULE_LINE.test(rule.text)) return none;
  const spans: Span[] = [];
  let { end } = rule;
  for (let row = rowAt(text, end + 1); row !== null && row.text.includes("|"); row = rowAt(text, end + 1)) {
    const span = cellSecret(row.text, column, end + 1);
    if (span !== null) spans.push(span);
    end = row.end;
  }
  return { spans, end };
}

/** The rest of the line at an offset; null behind the end, and where it is too long. */
function rowAt(text: string, from: number): { text: string; end: number } | null {
  if (from >= text.length) return null;
  const row = text.slice(from, from + LONGEST_ROW).split("\n", 1)[0] ?? "";
  return row.length === LONGEST_ROW ? null : { text: row, end: from + row.length };
}

function cellSecret(row: string, column: number, from: number): Span | null {
  const cells = row.split("|");
  const cell = cells[column] ?? "";
  const bare = cell.trim().replace(/^[`*]{1,3}|[`*]{1,3}$/g, "");
  if (bare === "" || isNoValue(bare, false) || !isChosen(bare)) return null;
  const start = from + cells.slice(0, column).join("|").length + (column > 0 ? 1 : 0) + cell.indexOf(bare);
  return { start, end: start + bare.length };
}

const isChosen = (value: string): boolean => isMixed(value, 5) || isOddLabel(value);
