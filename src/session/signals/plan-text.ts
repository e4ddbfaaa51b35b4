import { headingKind, languageOf, signal } from "./languages.ts";
import { type Found, PLAIN } from "./named.ts";
import { type Passage, flatten, passages, sentencesOf } from "./plain-text.ts";
import { contentWords, pointsBack, standalone } from "./sentence.ts";

const MAX = 300;
/** Headings of a plan under which its reasons stand. */
const WHY = /^(?:context|background|problem|motivation|why|контекст|проблема|цель|зачем)/iu;
const CAUSES = /^(?:root causes?|causes?|причин\p{L}+|корень)/iu;
const REPAIR = /^(?:bug ?)?fix(?:es|ed)?\b[: -]*|^исправл\p{L}+[: -]*|^(?:почини\p{L}*)[: -]*/iu;
const PLAN_HEAD = /^\s*#\s+(?:(?:implementation )?plan|план)?\s*:?\s*(.{6,140})$/imu;

/** Title of a plan that a person handed over to be carried out; null for any other text. */
export function planTitle(text: string): string | null {
  const head = text.slice(0, 400);
  const opening = signal("preamble", "start").exec(head.trimStart())?.[0];
  if (opening === undefined) return null;
  return titleIn(head.trimStart().slice(opening.length));
}

function titleIn(text: string): string | null {
  const title = PLAN_HEAD.exec(text)?.[1];
  if (title === undefined) return null;
  const bare = flatten(title)
    .replace(/^(?:plan|план)\s*:\s*/iu, "")
    .replace(/\s+(?:implementation )?plan$/iu, "");
  return contentWords(bare).length < 2 ? null : bare;
}

/** What a plan that is carried out decided: its listed choices, and why it was made; of a repair the cause. */
export function readPlan(text: string, title: string): Found[] {
  const all = passages(text);
  const decisions = chosenIn(all, title);
  const why = whyOf(all, title);
  return why === null ? decisions : [why, ...decisions];
}

function chosenIn(all: readonly Passage[], title: string): Found[] {
  const items = all
    .filter((one) => one.isItem && headingKind(one.heading) === "decisions" && isChoiceList(one.heading))
    .map((one) => tidy(one.text))
    .filter((item) => item.length >= 15 && item.length <= 160 && contentWords(item).length >= 3);
  const out: Found[] = [];
  let text = "";
  for (const item of items) {
    const longer = text === "" ? `${title}: ${item}` : `${text}; ${item}`;
    if (longer.length > MAX && text !== "") {
      out.push(decision(text));
      text = `${title}: ${item}`;
    } else text = longer;
  }
  if (text !== "" && text.length <= MAX) out.push(decision(text));
  return out.slice(0, 4);
}

/** "Design", "Approach" head steps as often as choices; "decisions" and the like head choices. */
export function isChoiceList(heading: string): boolean {
  return /decision|agreed|trade-?off|choice|решени|договор/iu.test(heading);
}

function decision(text: string): Found {
  return { ...PLAIN, kind: "decision", text, explicit: true };
}

/** What the plan is for, behind its title: the cause of a repair makes a lesson, goal or reason of the rest a decision. */
function whyOf(all: readonly Passage[], title: string): Found | null {
  const repair = REPAIR.test(title);
  const subject = title.replace(REPAIR, "");
  const { say } = languageOf(title);
  const said = repair
    ? (firstSentence(all, "cause") ?? firstSentence(all, "finding"))
    : (goalOf(all) ?? firstSentence(all, "reason") ?? summaryOf(all));
  if (said === null) return null;
  const whole = say.cause(subject, said, null);
  if (whole.length > MAX) return null;
  return { ...PLAIN, kind: repair ? "lesson" : "decision", text: whole, explicit: true };
}

/** First sentence under the headings that give reasons which has a sign of one and stands alone. */
function firstSentence(all: readonly Passage[], list: "cause" | "finding" | "reason"): string | null {
  const under = all.filter(({ heading }) => WHY.test(heading) || CAUSES.test(heading));
  for (const sentence of under.flatMap((one) => sentencesOf(one.text))) {
    if (!signal(list).test(sentence)) continue;
    const text = whole(sentence.replace(signal("causeStart", "start"), "").trim());
    if (text !== null) return text;
  }
  return null;
}

/** What a plan is after, in as many sentences as fit: behind "Goal:", or under a heading that says so. */
function goalOf(all: readonly Passage[]): string | null {
  const goal = all.slice(0, 14).find(({ text, heading, isItem }) => {
    return !isItem && (GOAL.test(text) || GOAL.test(`${heading}:`));
  });
  let out = "";
  for (const sentence of sentencesOf(goal?.text.replace(GOAL, "") ?? "")) {
    const text = whole(sentence);
    if (text === null || out.length + text.length > 200) break;
    out = out === "" ? text : `${out}. ${text}`;
  }
  return out === "" ? null : out;
}

const GOAL =
  /^(?:(?:proposed |the )?(?:goal|objective|approach|solution|decision)|цель|решение|подход)(?:\s*:\s*| is to )/iu;

/** First sentence of a summary. */
function summaryOf(all: readonly Passage[]): string | null {
  const summary = all.find(
    ({ heading, isItem }) => !isItem && /^(?:summary|overview|goal|итог|кратко|цель)$/iu.test(heading),
  );
  return whole(sentencesOf(summary?.text ?? "")[0] ?? "");
}

function whole(sentence: string): string | null {
  const text = standalone(tidy(sentence));
  return text === null || pointsBack(text) || signal("hedge").test(text) ? null : text;
}

/** What a plan says that the host's plan tool shows as approved by the person; nothing for any other result. */
export function readApproved(result: string): Found[] {
  if (!result.startsWith("User has approved your plan")) return [];
  const plan = result
    .slice(result.search(/^#{1,2} Approved Plan/imu))
    .replace(/^#{1,2} Approved Plan.*\n/iu, "");
  const title = titleIn(plan);
  return title === null ? [] : readPlan(wholePart(plan), title);
}

/** The begin of a text whose middle was cut out, up to its last whole line or sentence. */
function wholePart(text: string): string {
  const cut = text.indexOf("\n…\n");
  return cut === -1 ? text : text.slice(0, cut).replace(/(?<=[.\n])[^.\n]*$/u, "");
}

/** Without places in files that do not last. */
function tidy(text: string): string {
  return text
    .replace(/\s*\((?:[^()]*:\d+(?:-\d+)?|~?lines? \d+[^()]*)\)/giu, "")
    .replace(/(\.\w{1,5}):\d+(?:-\d+)?/gu, "$1")
    .replace(/[.;\s]+$/u, "");
}
