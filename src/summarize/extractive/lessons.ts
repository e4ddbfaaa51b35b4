import { cutAtWord } from "../../handoff/document.ts";
import type { Update } from "../../handoff/update.ts";
import type { Note, SeenFailure } from "../../session/fold/state.ts";
import { identifiersIn } from "../../session/signals/identifiers.ts";
import { signal } from "../../session/signals/languages.ts";
import { purposeOf } from "../../session/signals/command.ts";
import { capitalised } from "../../session/signals/plain-text.ts";
import { contentWords, pointsBack, sameClaim } from "../../session/signals/sentence.ts";
import { readsWell, standsAlone } from "./durable.ts";
import { type Ground, MAX_UPDATE } from "./ground.ts";

const MOST = 4;
/** Trouble of the machine or the net at that moment: says nothing about the work. */
const PASSING =
  /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|timed? ?out|network|rate limit|command not found|No such file or directory|permission denied|not logged in|conflict/iu;
/** One sentence that names the cause and what is done about it. */
const REPAIRS =
  /(?:[;—–]|, (?:so|and)|\. )\s*(?:it|they|the \w+|\w+(?:\(\))?) (?:now|no longer)\s|\bfixed by\b|\bnow (?:uses?|reads?|checks?|keeps?|takes?)\b|(?:теперь|исправлен\p{L}*)\s/iu;

/** Failure → cause → fix, where the agent named the cause and the command passed afterwards; and causes of bugs that were repaired. */
export function lessonUpdates(ground: Ground): Update[] {
  const failed = ground.state.failures.flatMap((failure) => fromFailure(failure, ground) ?? []);
  const found = ground.state.notes.flatMap((note) => fromCause(note, ground) ?? []);
  const out = [...failed];
  for (const lesson of found) {
    if (
      !out.some(
        (one) => one.evidence.includes(lesson.evidence[0] ?? "") || sameClaim(one.text, lesson.text, 0.6),
      )
    )
      out.push(lesson);
  }
  return out.slice(-MOST);
}

function fromFailure(failure: SeenFailure, { state, words }: Ground): Update | null {
  const { fix, fixedBy } = failure;
  const whole = wholeCause(failure, state.notes);
  const cause = whole ?? failure.cause;
  if (cause === null || fixedBy === null || !isTelling(failure, cause)) return null;
  const withFix = whole === null && fix !== null && fix.n > cause.n && isRepair(fix) ? fix : null;
  // What was changed before anyone knew the cause is not its repair.
  const places = failure.edits
    .filter((path) => state.files.some((file) => file.path === path && file.edited > cause.n))
    .slice(-2)
    .map((path) => path.slice(path.lastIndexOf("/") + 1));
  const repair =
    withFix !== null
      ? ended(withFix.text)
      : whole === null && places.length > 0
        ? words.say.fixedIn(places)
        : null;
  // A cause without its repair is half a lesson.
  if (whole === null && repair === null) return null;
  const reason = ended(bareCause(cause.text));
  // A command too long to name says less than the cause alone.
  const cut = failure.command.length > 60 && standsAlone(reason) && repair !== null;
  const text = cut
    ? words.say.repaired(reason, repair)
    : words.say.lesson(shown(failure.command), reason, repair);
  if (!readsWell(text) || CODE.test(text)) return null;
  const evidence = [failure.id, cause.id, ...(withFix === null ? [] : [withFix.id]), fixedBy];
  const isShown = places.length > 0 || (whole !== null && failure.edits.length > 0);
  const confidence = isShown && hasPassed(fixedBy, state) ? "verified" : "inferred";
  return lesson(text, [...new Set(evidence)], confidence, cause.at ?? failure.at);
}

/** Whether the run that cleared a failure shows that it passed. */
function hasPassed(id: string, { runs }: Ground["state"]): boolean {
  return runs.some((run) => run.id === id && run.shown);
}

/** The command without what was of that moment: branches and remotes of git. */
function shown(command: string): string {
  const git = /^git [a-z-]+/u.exec(command)?.[0];
  return git ?? cutAtWord(command, 60);
}

/** The sentence that names cause and repair at once, said within a while of the failure. */
function wholeCause({ n, edits }: SeenFailure, notes: readonly Note[]): Note | null {
  if (edits.length === 0) return null;
  const near = notes.filter((note) => note.by === "assistant" && note.n > n && note.n - n < 40);
  return near.findLast((note) => note.kind === "finding" && isWhole(note.text)) ?? null;
}

function isWhole(text: string): boolean {
  return (
    signal("cause").test(text) &&
    REPAIRS.test(text) &&
    !signal("hedge").test(text) &&
    contentWords(text).length >= 6
  );
}

/** Code in a sentence: it was written for the moment. */
const CODE = /[{}<>|]|=>|\?\?|\?\./u;

/** Says what was changed, not that checks pass. */
function isRepair(note: Note): boolean {
  if (note.kind !== "done" && note.kind !== "step") return false;
  if (note.kind === "done" && !signal("doneStart", "start").test(note.text)) return false;
  return readsWell(note.text) && !pointsBack(note.text) && !CODE.test(note.text);
}

/** Slips while writing that the checker itself names: nothing to learn from. */
const SLIPS: ReadonlySet<string | null> = new Set(["lint", "format", "typecheck", "build"]);

function isTelling({ error, command, key }: SeenFailure, cause: Note): boolean {
  if (signal("hedge").test(cause.text) || !readsWell(cause.text)) return false;
  if (PASSING.test(error ?? "")) return false;
  // A push that a hook stopped says something of the project, a merge conflict nothing.
  if (command.startsWith("git ") && !/\bhooks?\b|хук/iu.test(cause.text)) return false;
  if (SLIPS.has(purposeOf(key))) return false;
  if (isWhole(cause.text)) return true;
  if (cause.weight < 2.5) return false;
  if (pointsBack(cause.text) && identifiersIn(cause.text).length < 2) return false;
  return contentWords(cause.text).length >= 5 && identifiersIn(cause.text).length > 0;
}

const NAMED_CAUSE =
  /\b(?:root cause|(?:real|actual|underlying) (?:cause|issue|problem|bug|reason))\b|(?:корень проблемы|настоящая причина)/iu;

/** "The root cause was …" about named things, and a file was changed afterwards. */
function fromCause(note: Note, { state, words }: Ground): Update | null {
  if (note.kind !== "finding" || note.by !== "assistant" || !signal("cause").test(note.text)) return null;
  const whole = isWhole(note.text);
  const named = NAMED_CAUSE.test(note.text) || signal("causeStart", "start").test(note.text);
  if (!whole && !named) return null;
  const text = ended(bareCause(note.text));
  if (!standsAlone(text) || CODE.test(text)) return null;
  // "Root cause: …" is said of the matter itself; elsewhere names tell it from talk.
  const full = contentWords(text).length;
  const least = NAMED_CAUSE.test(note.text) && full >= 7 ? 0 : whole || full >= 9 ? 1 : 2;
  if (identifiersIn(text).length < least) return null;
  const changed = state.files.some((file) => file.edits > 0 && file.edited > note.n);
  if (!changed && !whole) return null;
  const fix = whole ? null : state.notes.find((one) => isRepairOf(one, note));
  if (!whole && fix === undefined && !NAMED_CAUSE.test(note.text)) return null;
  const said = fix === null || fix === undefined ? text : words.say.repaired(text, ended(fix.text));
  if (said.length > MAX_UPDATE) return null;
  const ids = fix === null || fix === undefined ? [note.id] : [note.id, fix.id];
  return lesson(said, [...new Set(ids)], "inferred", note.at);
}

function isRepairOf(note: Note, cause: Note): boolean {
  if (note.by !== "assistant" || !isRepair(note) || note.n < cause.n || note.n - cause.n > 60) return false;
  const names = new Set(identifiersIn(cause.text));
  // What is done right after the cause was named is its repair.
  if (note.n - cause.n <= 12 && identifiersIn(note.text).length > 0) return true;
  return identifiersIn(note.text).some((name) => names.has(name));
}

function lesson(
  text: string,
  evidence: string[],
  confidence: Update["confidence"],
  at: string | null,
): Update {
  return { kind: "lesson", subject: "", op: "add", text, scope: "project", confidence, evidence, at };
}

function bareCause(text: string): string {
  return capitalised(text.replace(signal("causeStart", "start"), "").replace(/^[\s:,—–-]+/u, ""));
}

function ended(text: string): string {
  return /[.!?]$/u.test(text) ? text : `${text}.`;
}
