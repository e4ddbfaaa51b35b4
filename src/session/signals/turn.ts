import type { Turn } from "../fold/state.ts";
import { signal } from "./languages.ts";
import { flatten, isPasted } from "./plain-text.ts";
import { contentWords, withoutFillers } from "./sentence.ts";

const MAX_TURN = 1200;

/** What a person wrote, without what they pasted: fences, logs, terminal output. Items are numbered or bulleted lines. */
export function cleanTurn(text: string): { text: string; items: string[] } {
  const lines: { text: string; item: boolean }[] = [];
  const items: string[] = [];
  let fence = false;
  for (const line of text.split(/\r?\n/u)) {
    if (/^\s*(?:```|~~~)/u.test(line)) {
      fence = !fence;
      continue;
    }
    if (fence || line.length > 1000 || isPasted(line)) continue;
    const item = /^\s*(?:[-*•]|\d{1,2}[.)])\s+(.{8,})$/u.exec(line)?.[1];
    if (item !== undefined) items.push(flatten(item).slice(0, 240));
    // Headings inside a specification are no sentences; the first one names it.
    if (/^\s*#{1,6}\s/u.test(line) && lines.length > 1) continue;
    const flat = flatten(item ?? line.replace(/^\s*#{1,6}\s+/u, ""));
    if (flat !== "") lines.push({ text: flat, item: item !== undefined });
  }
  return { text: clip(joinLines(lines), MAX_TURN), items: items.slice(0, 12) };
}

function joinLines(lines: readonly { text: string; item: boolean }[]): string {
  let text = "";
  let inList = false;
  for (const line of lines) {
    const mark = /[.!?:;,…]$/u.test(text) ? " " : line.item && inList ? "; " : ". ";
    text = text === "" ? line.text : `${text}${mark}${line.text}`;
    inList = line.item;
  }
  return text;
}

function clip(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, max).replace(/\s+\S*$/u, "");
}

/** What a turn is for. */
export function turnKind(text: string): Turn["kind"] {
  const bare = withoutFillers(text);
  if (contentWords(bare).length < 2 || signal("goAhead", "whole").test(text)) return "go-ahead";
  if (
    /^\/[\w:-]+/u.test(bare) ||
    signal("requestStart", "start").test(bare) ||
    signal("requestAnywhere").test(text)
  )
    return "request";
  return /[?？]/u.test(text) ? "question" : "remark";
}
