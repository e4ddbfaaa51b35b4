import { answersIn, isAnswer, optionPicked } from "./choices.ts";
import { correct } from "./correction.ts";
import { lastingIn } from "./lasting.ts";
import { signal } from "./languages.ts";
import { type Found, PLAIN, machine, person, projectIs } from "./named.ts";
import { neutral, opensChoice } from "./neutral.ts";
import { planTitle, readPlan } from "./plan-text.ts";
import { isDenied, withoutQuotations } from "./quotation.ts";
import { capitalised, isPasted, passages, sentencesOf } from "./plain-text.ts";
import { complains, DANGLING, reproof, rule, scopeOf } from "./rules.ts";
import { forget, listOpens, remember as asked } from "./spoken-memory.ts";
import { contentWords, isQuestion, pointsBack, standalone, withoutFillers } from "./sentence.ts";
import { withoutAside } from "./statement.ts";

/** What stood before a person's words: the questions last asked with options, and the agent's last text. */
export interface Before {
  asked: string;
  said: string;
}

const MOST = 8;
/**
 * A longer text is a specification or a template, not talk: rules in it hold for that task, or are someone else's. What
 * stands before something pasted is talk all the same.
 */
const TALK = 2500;

/** What a person said that is meant to last: rules, facts to remember, corrections, removals, people, machines, choices. */
export function readSpoken(text: string, before: Before = { asked: "", said: "" }): Found[] {
  if (isAnswer(text)) return answersIn(text, before.asked);
  const title = planTitle(text);
  const project = firstOf(text.slice(0, 6000), projectIs);
  if (title !== null) return [...project, ...readPlan(text, title)].slice(0, MOST);
  if (isTemplate(text)) return project;
  const own = withoutQuotations(text.length > TALK ? beforePasted(text) : text);
  if (own === "") return project;
  const out: Found[] = [...optionPicked(own, before.said)];
  let listed = false;
  for (const passage of passages(own)) {
    listed = (listed && passage.isItem) || listOpens(`${passage.heading}:`);
    if (listed && passage.isItem) {
      const kept = remember(`remember: ${passage.text}`);
      if (kept !== null) out.push(kept);
      continue;
    }
    listed = listOpens(withoutFillers(passage.text));
    for (const sentence of withCounterparts(typedSentences(passage.text))) {
      if (isQuestion(sentence) || isPasted(sentence) || sentence.length > 500) continue;
      out.push(...spoken(sentence));
    }
  }
  return out.slice(0, MOST);
}

/**
 * What a long text says before the first thing that was pasted: a fence, a log, a heading, a line too long to be typed.
 * Empty where nothing was, or too much stands before it to be talk.
 */
function beforePasted(text: string): string {
  const lines = text.split(/\r?\n/u);
  const at = lines.findIndex(
    (line) => line.length > 1000 || isPasted(line) || /^\s*(?:`{3}|~{3}|#{1,6}\s)/u.test(line),
  );
  const own = at === -1 ? "" : lines.slice(0, at).join("\n");
  return own.length > TALK ? "" : own.trim();
}

/** Sentences of someone who types in small letters: a full stop behind a word ends one, whatever follows. */
function typedSentences(text: string): string[] {
  return sentencesOf(text).flatMap((sentence) => sentence.split(TYPED_END));
}

const TYPED_END =
  /(?<=\p{L}[.!]|[!?])(?<!(?<!\p{L})(?:e\.g|i\.e|vs|etc|cf|approx|no|fig|т\.е|т\.к|др)\.) (?=\p{Ll}{2}|[iyoeияавуск] )/u;

/** "Don't use X." "Use Y." → one sentence: what is refused stands with what takes its place. */
function withCounterparts(sentences: readonly string[]): string[] {
  const out: string[] = [];
  for (const sentence of sentences) {
    const last = out.at(-1);
    const pair =
      last === undefined ? "" : `${trimmed(last)}; ${sentence.slice(0, 1).toLowerCase()}${sentence.slice(1)}`;
    if (last !== undefined && isRefusal(last) && signal("decidedByHuman", "start").test(withoutFillers(pair)))
      out[out.length - 1] = pair;
    else out.push(sentence);
  }
  return out;
}

function isRefusal(sentence: string): boolean {
  const bare = withoutFillers(sentence);
  return signal("reproof", "start").test(bare) && !signal("decidedByHuman").test(bare);
}

/** What the agent says the project is ("This is a …"), or null. */
export function projectSaid(text: string): string | null {
  const [found] = firstOf(text.slice(0, 2000), (sentence) => {
    const is = projectIs(withoutFillers(sentence));
    return is?.subject === "" ? is : null;
  });
  return found?.text ?? null;
}

/** Headings or tags make it a document that was pasted: a skill, an agent's instructions, a review. */
function isTemplate(text: string): boolean {
  const marks = text.match(/^\s{0,3}(?:#{1,6}\s|<\/?[a-z][\w-]*>)/gimu)?.length ?? 0;
  return marks >= 3 || /^\s*(?:base directory for this skill|you are (?:a|an|the)\s)/iu.test(text);
}

function firstOf(text: string, read: (sentence: string) => Found | null): Found[] {
  for (const passage of passages(text)) {
    for (const sentence of sentencesOf(passage.text)) {
      const found = isPasted(sentence) ? null : read(sentence);
      if (found !== null) return [found];
    }
  }
  return [];
}

/** "X runs on Y, and Z owns W" says two things. */
const CLAUSES = /(?:,\s+(?:and|but|while|а|и|но)|;)\s+|,\s+(?=(?:only|только)\s)/u;

/** Reads what a person wants to be remembered. */
function remember(sentence: string): Found | null {
  return asked(sentence, (text) => {
    const named = rule(text) ?? machine(text) ?? person(text);
    return named === null ? null : { ...named, scope: scopeOf(text) };
  });
}

/** "Fix the build, and remember that …" asks two things. */
const ALSO =
  /[,;.]?\s+(?:and|but|also|и|а также|а)\s+(?=(?:please |also |пожалуйста,? )*(?:remember that|keep in mind that|запомни,? что|forget everything about)\s)/iu;

function spoken(sentence: string): Found[] {
  const bare = withoutFillers(sentence.replace(/^¡/u, ""));
  const [first = "", second] = bare.split(ALSO);
  if (second !== undefined) return [...spoken(first), ...spoken(second)];
  if (signal("notKept", "start").test(bare) || isDenied(bare) || complains(bare)) return [];
  const told = withoutAside(bare);
  const whole =
    forget(bare) ??
    remember(bare) ??
    correct(bare, sentence) ??
    projectIs(told) ??
    convention(told) ??
    openWork(bare) ??
    rule(told);
  if (whole !== null) return [whole];
  const parts = told.split(CLAUSES).map((part) => part.trim());
  const named = parts.flatMap((part) => person(part) ?? machine(part) ?? []);
  if (named.length > 0) return named;
  const one = lastingIn(bare) ?? choice(told);
  if (one !== null) return [one];
  const chosen = parts.flatMap((part) => choice(part) ?? []);
  if (chosen.length > 0) return chosen;
  const again = reproof(bare);
  return again === null ? [] : [again];
}

function openWork(sentence: string): Found | null {
  const match = signal("openWork", "start").exec(sentence);
  if (match === null || signal("hedge").test(sentence)) return null;
  const label = match[0].endsWith(":");
  const text = trimmed(label ? sentence.slice(match[0].length) : sentence);
  if (contentWords(text).length < 3 || pointsBack(text) || text.length > 300) return null;
  return { ...PLAIN, kind: "todo", text: capitalised(text), explicit: true };
}

/** "… the invariant that every line is …": what holds here, however the sentence around it is put. */
function convention(sentence: string): Found | null {
  const match = signal("convention").exec(sentence);
  if (match === null) return null;
  const text = standalone(sentence.slice(match.index + match[0].length).replace(/^[\s,:：]+/u, ""));
  if (text === null || pointsBack(text) || signal("hedge").test(text)) return null;
  if (signal("onceOnly").test(text) || isQuestion(text) || DANGLING.test(text)) return null;
  if (contentWords(text).length < 3) return null;
  return { ...PLAIN, kind: "fact", text, explicit: true };
}

/** A choice that the person states: "let's go with X instead of Y: why", "only Z should …". */
function choice(sentence: string): Found | null {
  const text = standalone(sentence);
  if (text === null || pointsBack(text) || signal("hedge").test(text) || signal("onceOnly").test(text))
    return null;
  if (signal("questionStart", "start").test(text)) return null;
  const opens = opensChoice(text);
  if (!opens && !signal("decidedByHuman").test(text) && !signal("decided").test(text)) return null;
  const said = neutral(text);
  const reasoned = signal("reason").test(text) || signal("agentDecision").test(text);
  // "Let's use the branch" steers; with a reason, a rejected way or names in it the choice lasts.
  if (signal("housekeeping", "start").test(said) || (opens && !reasoned && !POLICY.test(said))) return null;
  if (SHRUGS.test(said)) return null;
  // "I picked X while you …" tells what happened.
  if (/(?<![\p{L}'])(?:i|you|я|ты|вы)(?![\p{L}])/iu.test(said)) return null;
  // What is said to be decided needs no more words than the thing itself.
  const least = signal("decided", "start").test(text) ? 2 : 4;
  if (DANGLING.test(said) || POINTED_RU.test(said) || contentWords(said).length < least) return null;
  return { ...PLAIN, kind: "decision", text: said, explicit: true };
}

/** "Мы используем эту переменную": which one, only the talk knows. */
const POINTED_RU = /(?<!\p{L})(?:эту|этот|этого|эти|этим|этой) \p{L}+/iu;

/** What may be done and what not: a choice that needs no reason. */
const POLICY = /^(?:allow|disallow|forbid|require|prohibit)(?!\p{L})/iu;

/** "Let's not worry about it": nothing is chosen. */
const SHRUGS =
  /(?:not|n't) (?:worry|bother|care|mind)(?!\p{L})|не (?:парься|переживай|волнуйся)|keine Sorge|no te preocupes|别担心/iu;

function trimmed(text: string): string {
  return text.replace(/^[\s,:;.—–-]+|[\s.;,:!]+$/gu, "").trim();
}
