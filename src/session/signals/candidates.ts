import type { Candidate } from "../fold/state.ts";
import { CORRECTIONS, signal } from "./languages.ts";
import { isPasted, passages, sentencesOf } from "./plain-text.ts";
import { capitalised } from "./plain-text.ts";
import { contentWords, isQuestion, pointsBack, standalone, withoutFillers } from "./sentence.ts";

type Found = Omit<Candidate, "id" | "at" | "n">;

/** What a person said that is meant to last: rules, facts to remember, corrections, removals, people, machines. */
export function readSpoken(text: string): Found[] {
  const out: Found[] = [];
  // A long specification is a task, not a talk: rules in it hold for that task.
  const long = text.length > 2500;
  for (const passage of passages(text)) {
    for (const sentence of sentencesOf(passage.text)) {
      if (isQuestion(sentence) || isPasted(sentence) || sentence.length > 400) continue;
      const found = spoken(sentence, long);
      if (found !== null) out.push(found);
    }
  }
  return out.slice(0, 8);
}

function spoken(sentence: string, inSpecification: boolean): Found | null {
  const bare = withoutFillers(sentence);
  return (
    forget(bare) ??
    remember(bare) ??
    (inSpecification ? null : (correct(bare) ?? rule(bare) ?? person(bare) ?? machine(bare)))
  );
}

function forget(sentence: string): Found | null {
  const match = signal("forget", "start").exec(sentence);
  if (match === null) return null;
  const target = trimmed(sentence.slice(match[0].length));
  if (contentWords(target).length < 1 || pointsBack(target)) return null;
  return {
    kind: "fact",
    op: "retire",
    subject: "",
    text: target,
    targetText: target,
    scope: "project",
    explicit: true,
  };
}

function remember(sentence: string): Found | null {
  const match = signal("remember", "start").exec(sentence);
  if (match === null) return null;
  const text = trimmed(sentence.slice(match[0].length).replace(/^[\s,:]+(?:that |что )?/u, ""));
  if (contentWords(text).length < 2 || pointsBack(text)) return null;
  const kind = rule(text)?.kind ?? machine(text)?.kind ?? person(text)?.kind ?? "fact";
  const subject = machine(text)?.subject ?? person(text)?.subject ?? "";
  // "Remember to X" is an order for this task unless it is said as a rule.
  if (kind === "fact" && /(?:^|\s)to\s*$/iu.test(match[0])) return null;
  return {
    kind,
    op: "add",
    subject,
    text: capitalised(text),
    targetText: null,
    scope: scopeOf(text),
    explicit: true,
  };
}

function correct(sentence: string): Found | null {
  for (const { pattern, now, old } of CORRECTIONS) {
    const match = pattern.exec(sentence);
    const text = trimmed(match?.[now] ?? "");
    const target = old === null ? null : trimmed(match?.[old] ?? "");
    if (match === null || contentWords(text).length < 1) continue;
    const said = pattern.source.includes("no longer") ? trimmed(sentence) : text;
    if (contentWords(said).length < 2 || pointsBack(said)) continue;
    return {
      kind: "fact",
      op: "correct",
      subject: "",
      text: capitalised(said),
      targetText: target,
      scope: "project",
      explicit: target !== null,
    };
  }
  return null;
}

function rule(sentence: string): Found | null {
  const text = standalone(sentence);
  if (text === null || !signal("rule").test(text)) return null;
  if (signal("onceOnly").test(text) || signal("hedge").test(text) || pointsBack(text)) return null;
  // A rule tells someone to do or not to do; "it always fails" describes.
  const told =
    signal("rule", "start").test(text) ||
    signal("requestStart", "start").test(text) ||
    /\b(?:please|you (?:should|must|need to|have to)|i (?:want|prefer|like|expect)|make sure|should|must|don't|do not)\b/iu.test(
      text,
    ) ||
    /(?<!\p{L})(?:надо|нужно|нельзя|пиши|делай|используй|не \p{L}+(?:й|йте|и|ите|ь|ьте))(?!\p{L})/iu.test(
      text,
    );
  if (!told) return null;
  return {
    kind: "preference",
    op: "add",
    subject: "",
    text,
    targetText: null,
    scope: scopeOf(text),
    explicit: true,
  };
}

const PERSON =
  /^(?:our |the |my |наш\p{L}* |мой |моя )?(\p{Lu}\p{L}{2,}(?: \p{Lu}\p{L}+)?)(?: \(([^)]{3,40})\))? (?:is|will be|works as|—|-) (?:our |the |my |an? |наш\p{L}* |мой |моя )?(.{3,80})$/u;

function person(sentence: string): Found | null {
  const match = PERSON.exec(trimmed(sentence));
  const name = match?.[1];
  if (match === null || name === undefined || !signal("roles").test(match[3] ?? "")) return null;
  if (signal("hedge").test(sentence) || COMMON_NAMES.test(name)) return null;
  return {
    kind: "person",
    op: "add",
    subject: name,
    text: trimmed(sentence),
    targetText: null,
    scope: "user",
    explicit: false,
  };
}

/** Capitalised openings that name no person. */
const COMMON_NAMES =
  /^(?:The|This|That|There|Here|What|Who|It|He|She|They|We|You|Our|My|Your|Claude|Codex|Gemini|Agent|Git|Docker|Это|Там|Тут|Он|Она|Они|Мы|Вы)$/u;

function machine(sentence: string): Found | null {
  const text = standalone(sentence);
  if (text === null || text.length > 200 || pointsBack(text)) return null;
  if (!signal("infrastructure").test(text) || !signal("runsOn").test(text) || signal("hedge").test(text))
    return null;
  // Only with something exact in it: an address, port, name or path.
  if (!/\d{2,}|[\w-]+\.[a-z]{2,}|[\w-]+-[\w-]+|\/[\w-]+/u.test(text) || signal("onceOnly").test(text))
    return null;
  if (signal("requestStart", "start").test(text) || signal("requestAnywhere").test(text)) return null;
  const subject = signal("infrastructure").exec(text)?.[0] ?? "";
  return {
    kind: "infrastructure",
    op: "add",
    subject,
    text,
    targetText: null,
    scope: "project",
    explicit: false,
  };
}

/** Wishes about manner go with the person, the rest with the project. */
function scopeOf(text: string): Candidate["scope"] {
  return /\b(?:answer|reply|respond|explain|language|tone|concise|emoji|english|russian|german|comments?)\b|отвеча\p{L}+|пиши|по-русски|кратко/iu.test(
    text,
  )
    ? "user"
    : "project";
}

function trimmed(text: string): string {
  return text.replace(/^[\s,:;.—–-]+|[\s.;,:!]+$/gu, "").trim();
}
