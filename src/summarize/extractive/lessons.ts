import { cutAtWord } from "../../handoff/document.ts";
import type { Update } from "../../handoff/update.ts";
import type { SeenFailure } from "../../session/fold/state.ts";
import { identifiersIn } from "../../session/signals/identifiers.ts";
import { signal } from "../../session/signals/languages.ts";
import { contentWords, pointsBack } from "../../session/signals/sentence.ts";
import { type Ground, MAX_UPDATE } from "./ground.ts";

const MOST = 4;
/** Trouble of the machine or the net at that moment: says nothing about the work. */
const PASSING =
  /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|timed? ?out|network|rate limit|command not found|No such file or directory|permission denied|not logged in|conflict/iu;

/** Failure → cause → fix, where the agent named the cause and the command passed afterwards. */
export function lessonUpdates({ state, words }: Ground): Update[] {
  const out: Update[] = [];
  for (const failure of state.failures) {
    const { cause, fix, fixedBy } = failure;
    if (cause === null || fixedBy === null || !isTelling(failure)) continue;
    const command = cutAtWord(failure.command, 80);
    const withFix = fix !== null && fix.n > cause.n && !pointsBack(fix.text) ? fix.text : null;
    let text = words.say.lesson(command, ended(cause.text), withFix === null ? null : ended(withFix));
    if (text.length > MAX_UPDATE) text = words.say.lesson(command, ended(cause.text), null);
    if (text.length > MAX_UPDATE) continue;
    out.push({
      kind: "lesson",
      subject: "",
      op: "add",
      text,
      scope: "project",
      confidence: "verified",
      evidence: [failure.id, cause.id, ...(withFix === null ? [] : [fix?.id ?? cause.id]), fixedBy],
      at: cause.at ?? failure.at,
    });
  }
  return out.slice(-MOST);
}

function isTelling({ cause, error, command }: SeenFailure): boolean {
  if (cause === null || cause.weight < 2.5 || signal("hedge").test(cause.text)) return false;
  if (PASSING.test(error ?? "") || command.startsWith("git ") || command.includes("…")) return false;
  if (pointsBack(cause.text) && identifiersIn(cause.text).length < 2) return false;
  return contentWords(cause.text).length >= 5 && identifiersIn(cause.text).length > 0;
}

function ended(text: string): string {
  return /[.!?]$/u.test(text) ? text : `${text}.`;
}
