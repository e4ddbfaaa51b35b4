import type { Purpose } from "./command.ts";

/**
 * Words by which one language shows what a sentence is. Every entry is a regular expression fragment, matched without
 * case at word borders of any script; a new language is one such table, listed in `languages.ts`.
 */
export interface LanguageWords {
  /** BCP 47 primary tag. */
  tag: string;
  /** One letter of its script, as an expression: tells the language of a text without frequent words. */
  letter: RegExp;
  /** Frequent small words that tell the language of a text from others. */
  common: readonly string[];
  /** How a sentence starts that only says what its speaker does next, or thinks aloud. */
  narration: readonly string[];
  /** Openings without content, taken off before a sentence is shown ("okay, ", "so "). */
  fillers: readonly string[];
  /** Greetings, taken off before a sentence as well where a mark or an order follows ("hello, "). */
  greetings: readonly string[];
  /** Whole messages that only agree or say "go on". */
  goAhead: readonly string[];
  /** How a request starts (imperatives), and phrases that make one anywhere in a sentence. */
  requestStart: readonly string[];
  requestAnywhere: readonly string[];
  /** Openings that wrap a request ("can you please"), and sentences that only announce a plan. */
  politeStart: readonly string[];
  preamble: readonly string[];
  /** What makes a sentence of a person a decision, and one of the agent. */
  humanDecision: readonly string[];
  agentDecision: readonly string[];
  /** A decision in so many words: the only sort that goes into the memory. */
  decided: readonly string[];
  /** Same, only where a person says it. */
  decidedByHuman: readonly string[];
  /** How a choice opens and what stands there instead in the memory ("let's go with" → "Use"). */
  chose: readonly { pattern: string; say: string }[];
  /** The speaker's first person and what stands there instead. */
  speaker: readonly { pattern: string; say: string }[];
  /** Openings by which a person gives a view ("I think"), taken off; and words that make a wish one for good. */
  opinion: readonly string[];
  binding: readonly string[];
  /** Gives a reason. */
  reason: readonly string[];
  /** Questions and answers that steer the session, not the project. */
  steering: readonly string[];
  /** How a person picks one of several numbered options; one group: its number or letter. */
  option: readonly string[];
  /** How a turn opens that takes items of a list, what may follow their keys, and what only praises the choice. */
  pickStart: readonly string[];
  afterPick: readonly string[];
  pickPraise: readonly string[];
  /** What stands before the keys at the end of an order ("add a fix for 2"). */
  pickEnd: readonly string[];
  /** First, second, third … as a pick, in this order. */
  ordinals: readonly string[];
  /** Requests and steps that end with the session: commit, push, run, look. */
  housekeeping: readonly string[];
  /** Orders that hand work on or take it back (commit, merge, roll back): never what a session is about. */
  shipping: readonly string[];
  /** How a turn opens that adds to or corrects what was said before it. */
  followUp: readonly string[];
  /** Puts something off or tells to let it be. */
  setAside: readonly string[];
  /** Words for what was named a sentence before. */
  standIns: readonly string[];
  /** How a host's summary words what the person wanted, taken off before the request itself. */
  toldBy: readonly string[];
  /** How a question starts that may lack its mark. */
  questionStart: readonly string[];
  /** Hedged or hypothetical: never a decision or a fact. */
  hedge: readonly string[];
  /** Takes back what was taken for the cause before. */
  refutes: readonly string[];
  /** Names another cause than the ones guessed before ("no, it was the lock"). */
  corrects: readonly string[];
  /** Nouns that say what a thing was taken for: "cause", "problem". */
  causeNoun: readonly string[];
  /** Strong (names the cause) and weak (a result) signs of a finding. */
  cause: readonly string[];
  finding: readonly string[];
  /** Openings before a cause that say nothing themselves ("the issue is that"). */
  causeStart: readonly string[];
  /** Start of a sentence that reports finished work, and phrases that do so anywhere. */
  doneStart: readonly string[];
  doneAnywhere: readonly string[];
  next: readonly string[];
  /** Says that something goes on at the moment: a run, or looking and trying. */
  underWay: readonly string[];
  looking: readonly string[];
  /** Openings that tie a sentence to the one before ("this means that"), taken off. */
  announces: readonly string[];
  /** How a sentence starts that lacks its subject. */
  subjectless: readonly string[];
  /** Offers and invitations at the end of a turn: no open question about the work. */
  offer: readonly string[];
  /** Of those, the ones that want no answer. */
  courtesy: readonly string[];
  /** A standing rule. */
  rule: readonly string[];
  /** A rule of how things are done in this project. */
  houseRule: readonly string[];
  /** Names a convention, before its words ("the invariant that", "the pattern is to"). */
  convention: readonly string[];
  /** Tells someone to do or not to do: "it always fails" describes, "you should always …" rules. */
  told: readonly string[];
  /** How a thing of the product is named that a sentence is about: what it must always do is no rule of work. */
  ofProduct: readonly string[];
  /** Wishes about how the agent speaks and writes: they go with the person. */
  manner: readonly string[];
  /** An order not to do something or to do it otherwise: a rule when it comes again. */
  reproof: readonly string[];
  /** Ties a rule-like sentence to this one task. */
  onceOnly: readonly string[];
  /** Announces open work. */
  openWork: readonly string[];
  /** Asks to keep what follows. */
  remember: readonly string[];
  /** Asks not to keep something. */
  notKept: readonly string[];
  /** Words of which one stands in a statement: tells "remember X is Y" from "remember the X". */
  stated: readonly string[];
  /** What follows "remember" where nothing is told ("remember when …"). */
  recalled: readonly string[];
  /** Asks to drop what follows: a statement, or everything about a name. */
  forget: readonly string[];
  forgetAbout: readonly string[];
  /** Two groups: the new and the old statement, or one group: the new statement. */
  correct: readonly { pattern: string; now: number; old: number | null }[];
  /** How a sentence opens that corrects what was said before: in so many words, and by a mere no. */
  correcting: readonly string[];
  objecting: readonly string[];
  /** Sets a new value against an old one ("X, not Y"): `say` is the statement without the old value, group `old`. */
  contrast: readonly { pattern: string; say: string; old: number }[];
  /** Words that point back and leave a sentence unclear on its own when it starts with them. */
  pointers: readonly string[];
  /** Roles of people and verbs that tie a person to a thing. */
  roles: readonly string[];
  /** What a person does for a thing: after a name, and before one ("owned by"). */
  owns: readonly string[];
  ownedBy: readonly string[];
  /** How a sentence starts that says what the project is, and what a project can be. */
  thisProject: readonly string[];
  projectNouns: readonly string[];
  /** Nouns of services and machines, and verbs that place something on one. */
  infrastructure: readonly string[];
  runsOn: readonly string[];
  /** What headings announce. */
  headings: {
    next: readonly string[];
    decisions: readonly string[];
    findings: readonly string[];
    done: readonly string[];
    quoted: readonly string[];
  };
  /** Sentences of ours. */
  say: {
    workingOn: (what: string) => string;
    todosDone: (done: number, all: number) => string;
    failing: (command: string) => string;
    lastChanged: (files: string) => string;
    /** A check of the work that passed after the last change. */
    passed: (command: string) => string;
    asked: string;
    started: string;
    stepOf: (what: string, done: number, all: number) => string;
    answered: string;
    waits: (question: string | null) => string;
    found: (what: string) => string;
    lesson: (command: string, cause: string, fix: string | null) => string;
    /** Name of the topic that holds the commands: in no project, and of one. */
    procedureName: string;
    procedureOf: (project: string) => string;
    procedure: (purpose: Purpose, command: string) => string;
    answer: (question: string, answer: string, others: readonly string[]) => string;
    picked: (chosen: string, others: readonly string[]) => string;
    fixedIn: (files: readonly string[]) => string;
    repaired: (cause: string, fix: string) => string;
    cause: (symptom: string, cause: string, fix: string | null) => string;
    projectStatus: (phase: "in-progress" | "waiting" | "blocked" | "done", task: string) => string;
  };
}

/** The fragments of a list as written in a language table: one after the other, with " / " or a new line between. */
export function fragments(strings: TemplateStringsArray): string[] {
  const text = strings.raw.join("");
  return text
    .split(/ \/ |\n/u)
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

/**
 * Words by which a statement of a person shows that it lasts: how things are done here, where a thing is, who the person
 * is. Fragments as in `LanguageWords`; a list that a language lacks is empty.
 */
export interface LastingWords {
  /** Openings that only announce a statement ("btw"), taken off. */
  aside: readonly string[];
  /** What people do as a habit, with its subject ("we deploy"), and the same denied ("we don't use"). */
  practice: readonly string[];
  neverDone: readonly string[];
  /** A thing of the speakers with its verb ("our api returns"). */
  ours: readonly string[];
  /** Ties a thing to its place ("lives in"). */
  stands: readonly string[];
  /** A recurring time, and verbs of what recurs. */
  cadence: readonly string[];
  recurs: readonly string[];
  /** How people say who they are, what they cannot or always do. */
  self: readonly string[];
  /** General likes and dislikes. */
  taste: readonly string[];
  /** A rule that a statement before it gives the reason for ("…, so never"). */
  hence: readonly string[];
  /** Says that it is done so everywhere here. */
  everywhere: readonly string[];
  /** What holds of all things of a sort ("all dates are stored", "secrets go into"), from its subject to its verb. */
  generic: readonly string[];
  /** What needs a word of the person first ("ask me before you", "don't … without my"). */
  permission: readonly string[];
  /** A state for good ("is frozen", "is deprecated"), and what a word means here. */
  forGood: readonly string[];
  /** What runs under what: "prod runs on", "we're on". */
  runsUnder: readonly string[];
  /** Which of several goes first, or counts. */
  ranks: readonly string[];
  /** Says that it is so for the moment, or tells what happened. */
  moment: readonly string[];
  /** A state that passes. */
  passing: readonly string[];
  /** Things of the work at hand, as the subject of a sentence. */
  ofTheWork: readonly string[];
}
