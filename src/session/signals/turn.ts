import type { Turn } from "../fold/state.ts";
import { readSpoken } from "./candidates.ts";
import { withoutConsole } from "./console.ts";
import { signal } from "./languages.ts";
import { clip, flatten, isPasted, sentencesOf } from "./plain-text.ts";
import { putsValueRight } from "./restated-value.ts";
import { contentWords, withoutFillers } from "./sentence.ts";
import { ordersMemory } from "./spoken-memory.ts";

const MAX_TURN = 1200;
/** A longer line is no prose that was typed, or all of it. */
const LONG_LINE = 1000;
const MAX_OPENING = 500;
const LEAST_OPENING = 40;

/** What a person wrote, without what they pasted: fences, logs, terminal output. Items are numbered or bulleted lines. */
export function cleanTurn(text: string): { text: string; items: string[] } {
  const lines: { text: string; item: boolean }[] = [];
  const items: string[] = [];
  let fence = false;
  let long = "";
  for (const line of withoutConsole(text).split(/\r?\n/u)) {
    if (/^\s*(?:```|~~~)/u.test(line)) {
      fence = !fence;
      continue;
    }
    if (fence || isPasted(line) || SEVERITY.test(line)) continue;
    if (line.length > LONG_LINE) {
      if (long === "") long = opening(line);
      continue;
    }
    const item = /^\s*(?:[-*•]|\d{1,2}[.)])\s+(.{8,})$/u.exec(line)?.[1];
    if (item !== undefined) items.push(flatten(item).slice(0, 240));
    // Headings inside a specification are no sentences; the first one names it.
    if (/^\s*#{1,6}\s/u.test(line) && lines.length > 1) continue;
    const flat = flatten(item ?? line.replace(/^\s*#{1,6}\s+/u, ""));
    if (flat !== "") lines.push({ text: flat, item: item !== undefined });
  }
  // One long line may be all that was said; beside others it was pasted.
  return { text: clip(joinLines(lines), MAX_TURN) || long, items: items.slice(0, 12) };
}

/** A line of a pasted review that only rates what follows. */
const SEVERITY = /^\s*\**(?:critical|high|medium|low|info)(?: severity| priority)?\**:?\s*$/iu;

/** First whole sentences of a long line, else its first words; empty where it holds no words but data. */
function opening(line: string): string {
  const start = flatten(line.slice(0, MAX_OPENING));
  if (!isProse(start)) return "";
  const [first = "", ...rest] = sentencesOf(clip(start, MAX_OPENING));
  const whole = [first, ...rest.slice(0, -1)].join(" ");
  // The last one is cut off; a greeting alone would say nothing.
  return whole.length < LEAST_OPENING ? [first, ...rest].join(" ") : whole;
}

/** Words of letters, not data: separated, none as long as a line. Han is written without spaces. */
function isProse(text: string): boolean {
  const letters = text.match(/[\p{L}\s,.!?，。]/gu)?.length ?? 0;
  if (letters < text.length * 0.8) return false;
  return /\p{Script=Han}/u.test(text) || text.split(/\s+/u).length > text.length / 25;
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

/** Scripts written without spaces have no table of words: a few of Chinese tell talk from work. */
const HAN_TALK =
  /^(?:你好|您好|大家好|哈喽|哈啰|[嗨嘿喂]|(?:早上|上午|中午|下午|晚上)好|[早晚]安|早|在吗|继续|接着|往下|下一步|接下来|然后|现在|上次|上回|之前|刚才|昨天|今天|我们|咱们|你|我|请|告诉|提醒|做|干|到|停在|说到|哪里|哪儿|哪|什么|怎么办|怎么样|怎样|事情?|状态|进度|工作|谢谢|多谢|好|可以|行|对|是|在|都|还|有|的|了|过|呢|吗|吧|啊|呀|[\s\p{P}])+$/u;
const HAN_QUESTION = /[?？]|[吗呢][\s\p{P}]*$|什么|怎么|哪里|哪个|哪儿|为何|多少|是否/u;

/** True for a whole message that only greets, agrees, says "go on" or asks where things stand. */
export function isTalk(text: string): boolean {
  return signal("goAhead", "whole").test(text.trim()) || HAN_TALK.test(text);
}

/** What a turn is for. */
export function turnKind(text: string): Turn["kind"] {
  if (isTalk(text)) return "go-ahead";
  if ((text.match(/\p{Script=Han}/gu)?.length ?? 0) >= 4)
    return HAN_QUESTION.test(text) ? "question" : "request";
  const bare = withoutFillers(withoutGreeting(text));
  if (contentWords(bare).length < 2) return "go-ahead";
  if (
    /^\/[\w:-]+/u.test(bare) ||
    signal("requestStart", "start").test(bare) ||
    signal("requestAnywhere").test(text)
  )
    return "request";
  return /[?？]/u.test(text) ? "question" : "remark";
}

/** "Hello! Fix the build." → "Fix the build." */
function withoutGreeting(text: string): string {
  const [first = ""] = sentencesOf(text);
  return isTalk(first) && text.startsWith(first) ? text.slice(first.length).trimStart() : text;
}

/** True for a turn that says only what to keep, correct or drop in the memory. */
export function isForMemory(text: string): boolean {
  const sentences = sentencesOf(text).filter((sentence) => !isTalk(sentence));
  return (
    sentences.length > 0 &&
    sentences.every((sentence) => putsValueRight(sentence) || asksMemory(withoutPolite(sentence)))
  );
}

/** True for a turn in which every sentence states what lasts (a rule, a fact): nothing is asked for at the moment. */
export function statesOnly(text: string): boolean {
  const sentences = sentencesOf(text).filter((sentence) => !isTalk(sentence));
  return sentences.length > 0 && sentences.every((sentence) => isStated(sentence));
}

function isStated(sentence: string): boolean {
  const found = readSpoken(sentence);
  return found.length > 0 && found.every(({ op, kind }) => op === "add" && LASTS.has(kind));
}

/** A decision steers the work, and what is still to do is asked for. */
const LASTS: ReadonlySet<string> = new Set(["preference", "fact", "person", "infrastructure", "project"]);

/** True where that is no order but the right value of something: it may as well steer the work. */
export function putsRight(text: string): boolean {
  return sentencesOf(text).some((sentence) => putsValueRight(sentence));
}

function asksMemory(sentence: string): boolean {
  if (ordersMemory(sentence)) return true;
  const found = readSpoken(sentence);
  if (found.length === 0) return false;
  if (signal("remember", "start").test(sentence)) return true;
  const label = signal("correcting", "start").exec(sentence)?.[0];
  const said = label !== undefined && /^\s*[:：]/u.test(sentence.slice(label.length));
  return found.every(({ op, explicit }) => op === "retire" || (op === "correct" && (explicit || said)));
}

function withoutPolite(sentence: string): string {
  const bare = withoutFillers(sentence);
  const opening = signal("politeStart", "start").exec(bare)?.[0] ?? "";
  return withoutFillers(bare.slice(opening.length).trimStart());
}
