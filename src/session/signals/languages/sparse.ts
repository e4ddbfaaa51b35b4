import type { Purpose } from "../command.ts";
import type { LanguageWords } from "../language.ts";

type Say = LanguageWords["say"];

/** No word of any list: what a language starts from of which only the commonest signs are known. */
export const NO_WORDS: Omit<LanguageWords, "tag" | "letter" | "common" | "say"> = {
  narration: [],
  fillers: [],
  greetings: [],
  goAhead: [],
  requestStart: [],
  requestAnywhere: [],
  politeStart: [],
  preamble: [],
  humanDecision: [],
  agentDecision: [],
  decided: [],
  decidedByHuman: [],
  chose: [],
  speaker: [],
  opinion: [],
  binding: [],
  reason: [],
  steering: [],
  option: [],
  pickStart: [],
  afterPick: [],
  pickPraise: [],
  pickEnd: [],
  ordinals: [],
  housekeeping: [],
  shipping: [],
  followUp: [],
  setAside: [],
  standIns: [],
  toldBy: [],
  questionStart: [],
  hedge: [],
  refutes: [],
  corrects: [],
  causeNoun: [],
  cause: [],
  finding: [],
  causeStart: [],
  doneStart: [],
  doneAnywhere: [],
  next: [],
  underWay: [],
  looking: [],
  announces: [],
  subjectless: [],
  offer: [],
  courtesy: [],
  rule: [],
  houseRule: [],
  convention: [],
  told: [],
  ofProduct: [],
  manner: [],
  reproof: [],
  onceOnly: [],
  openWork: [],
  remember: [],
  notKept: [],
  stated: [],
  recalled: [],
  forget: [],
  forgetAbout: [],
  correct: [],
  correcting: [],
  objecting: [],
  contrast: [],
  pointers: [],
  roles: [],
  owns: [],
  ownedBy: [],
  thisProject: [],
  projectNouns: [],
  infrastructure: [],
  runsOn: [],
  headings: { next: [], decisions: [], findings: [], done: [], quoted: [] },
};

/** Words that our sentences are made of in one language. */
interface SentenceWords {
  inProgress: string;
  steps: (done: number, all: number) => string;
  failed: (command: string) => string;
  changed: string;
  passed: string;
  asked: string;
  started: string;
  answered: string;
  waits: string;
  found: string;
  fix: string;
  failure: string;
  commands: string;
  rejected: string;
  chosen: string;
  changeIn: string;
  and: string;
  phases: Record<"in-progress" | "waiting" | "blocked" | "done", string>;
  purposes: Readonly<Record<Purpose, string>>;
}

/** Sentences of ours from the words of a language. */
export function sentencesFrom(words: SentenceWords): Say {
  const fixed = (text: string, fix: string | null): string =>
    fix === null ? text : `${text} ${words.fix}: ${fix}`;
  const others = (rest: readonly string[]): string =>
    rest.length === 0 ? "" : ` (${words.rejected}: ${rest.join("; ")})`;
  return {
    workingOn: (what) => `${words.inProgress}: ${what}`,
    todosDone: (done, all) => `${words.steps(done, all)}.`,
    failing: words.failed,
    passed: (command) => `${words.passed}: ${command}.`,
    lastChanged: (files) => `${words.changed}: ${files}.`,
    asked: words.asked,
    answered: words.answered,
    started: words.started,
    stepOf: (what, done, all) => `${words.inProgress}: ${what} (${words.steps(done, all)}).`,
    waits: (question) => (question === null ? `${words.waits}.` : `${words.waits}: ${question}`),
    found: (what) => `${words.found}: ${what}`,
    lesson: (command, cause, fix) => fixed(`${command}: ${words.failure}. ${cause}`, fix),
    procedureName: words.commands,
    procedureOf: (project) => `${project} commands`,
    procedure: (purpose, command) => `${words.purposes[purpose]}: ${command}`,
    answer: (question, answer, rest) => `${question} ${answer}${others(rest)}.`,
    picked: (chosen, rest) => `${words.chosen}: ${chosen}${others(rest)}.`,
    fixedIn: (files) => `${words.changeIn} ${files.join(` ${words.and} `)}.`,
    repaired: (cause, fix) => fixed(cause, fix),
    cause: (symptom, cause, fix) => fixed(`${symptom}: ${cause}`, fix),
    projectStatus: (phase, task) => `${words.phases[phase]}: ${task}`,
  };
}
