import type { HandoffDocument } from "../handoff/document.ts";
import { purposeOf } from "../session/signals/command.ts";
import { signal } from "../session/signals/languages.ts";
import { isForMemory, turnKind } from "../session/signals/turn.ts";
import type { TouchedFile } from "../session/working-state.ts";

/** Files looked at to answer a question about where things stand. */
const FEW_READS = 2;
/** With so few turns, a decision told in a session that only asked is one that the answer repeats. */
const FEW_TURNS = 2;

/**
 * True for a session that only greeted or asked: it changed nothing, ran into nothing, decided nothing, read at most two
 * files, and nobody asked for work. What the agent says is done, found or next in it repeats what an earlier session
 * left, and so counts for nothing. The memory under `root` is no work either.
 */
export function isIdle({ state, session }: HandoffDocument, root: string): boolean {
  const files = state.files.filter((file) => !isOfMemory(file, root));
  if (files.length > FEW_READS || files.some(({ edits }) => edits > 0)) return false;
  if (state.task !== null && !asksOnly(state.task.text)) return false;
  if (state.decisions.length > 0 && session.humanTurns > FEW_TURNS) return false;
  return state.lastFailure === null || purposeOf(state.lastFailure.command) === null;
}

/** True for a greeting, a question with its mark or without, and what is said to be remembered or forgotten. */
function asksOnly(text: string): boolean {
  const kind = turnKind(text);
  if (kind === "go-ahead" || kind === "question" || isForMemory(text)) return true;
  // An order may open with a verb that no list has ("Translate …"), or with one of a question ("Do …").
  return kind === "remark" && signal("questionStart", "start").test(text) && !/^(?:do|have)\s/iu.test(text);
}

function isOfMemory({ path }: TouchedFile, root: string): boolean {
  return path.startsWith(`${root}/`) || /(?:^|\/)(?:MEMORY\.md|handoffs\/[^/]+\.md)$/u.test(path);
}
