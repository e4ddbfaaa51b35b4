import type { HandoffDocument } from "../handoff/document.ts";
import { purposeOf } from "../session/signals/command.ts";
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
  const kind = state.task === null || isForMemory(state.task.text) ? "go-ahead" : turnKind(state.task.text);
  if (kind === "request") return false;
  const tells = kind === "remark" || session.humanTurns > FEW_TURNS;
  if (state.decisions.length > 0 && tells) return false;
  return state.lastFailure === null || (kind !== "remark" && purposeOf(state.lastFailure.command) === null);
}

function isOfMemory({ path }: TouchedFile, root: string): boolean {
  return path.startsWith(`${root}/`) || /(?:^|\/)(?:MEMORY\.md|handoffs\/[^/]+\.md)$/u.test(path);
}
