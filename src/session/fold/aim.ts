import type { Entry } from "../entry.ts";
import { signal } from "../signals/languages.ts";
import { capitalised, flatten, sentencesOf } from "../signals/plain-text.ts";
import { contentWords } from "../signals/sentence.ts";
import { REFUSED } from "../tool-output.ts";
import type { FoldState } from "./state.ts";

const MAX_AIM = 260;
/** The part of a host's own summary that says what was asked for. */
const REQUEST_PART =
  /^[\s#*\d.]*(?:primary request|user(?:'s)? request|main goal|основн\p{L}+ запрос|цель пользователя)/iu;
const NEXT_PART = /^\s{0,2}(?:#+\s|\d+\.\s|\*\*[^*]+\*\*:?\s*$)/u;

/** What the session is about as others put it: a plan that was approved, or the host's own summary of the request. */
export function foldAim(state: FoldState, entry: Entry): void {
  if (entry.kind === "tool-result" && entry.errorLine === REFUSED && state.aim?.callId === entry.callId)
    state.aim = null;
  const text =
    entry.kind === "compaction" ? requestIn(entry.text) : entry.kind === "tool-call" ? planIn(entry) : null;
  if (text === null) return;
  const callId = entry.kind === "tool-call" ? entry.callId : null;
  state.aim = { id: entry.id, at: entry.at, n: state.n, text, callId };
}

function planIn(entry: Extract<Entry, { kind: "tool-call" }>): string | null {
  if (!/^exit_?plan/iu.test(entry.tool)) return null;
  const title = /^\s*#{1,3}\s+(.{6,160})$/mu.exec(entry.detail)?.[1];
  return title === undefined ? null : fit(flatten(title).replace(/^(?:plan|план)\s*:\s*/iu, ""));
}

function requestIn(summary: string): string | null {
  const lines = summary.split("\n");
  const start = lines.findIndex((line) => REQUEST_PART.test(line));
  if (start < 0) return null;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => NEXT_PART.test(line));
  const part = (end < 0 ? rest : rest.slice(0, end)).filter((line) => line.trim() !== "");
  // Listed requests stand in the order they came: the last one is the work at hand.
  const items = part.filter((line) => /^\s*[-*•]\s/u.test(line)).map(requestOf);
  return items.findLast((text) => text !== null) ?? requestOf(part[0] ?? "");
}

function requestOf(line: string): string | null {
  const text = sentencesOf(flatten(line.replace(/^\s*[-*•]\s+/u, "")))[0] ?? "";
  return TELLS.test(text) ? null : fit(text);
}

/** How a line starts that tells what happened rather than what was asked for. */
const TELLS = /^(?:after|when|while|since|once|following|later|initially|после|когда|затем|потом)(?!\p{L})/iu;

function fit(text: string): string | null {
  const told = text.replace(signal("toldBy", "start"), "").trim();
  return contentWords(told).length < 3 || told.length > MAX_AIM ? null : capitalised(told);
}
