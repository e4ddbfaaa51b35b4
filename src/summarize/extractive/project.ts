import { documentTitle } from "../../handoff/document.ts";
import type { Update } from "../../handoff/update.ts";
import { contentWords } from "../../session/signals/sentence.ts";
import type { Ground } from "./ground.ts";
import { startsTask, taskTurn } from "./task.ts";

/** Folders that hold projects rather than being one. */
const NO_PROJECT =
  /^(?:tmp|temp|home|root|users|desktop|documents|downloads|workspace|src|code|projects?|var|app)$/iu;

/** The repository folder's name; worktree folders count as their repository. Null for a home or temporary folder. */
export function projectName(cwd: string | null): string | null {
  if (cwd === null) return null;
  const path = cwd
    .replaceAll("\\", "/")
    .replace(/\/\.(?:claude\/)?worktrees\/.*$/u, "")
    .replace(/\/+$/u, "");
  const parts = path.split("/").filter(Boolean);
  const name = parts.at(-1);
  if (name === undefined || NO_PROJECT.test(name) || name.startsWith(".")) return null;
  if (/^\/(?:home|Users)\/[^/]+$/u.test(path) || /^\/(?:tmp|private\/tmp|var\/folders)\//u.test(path))
    return null;
  return name;
}

/** The project and how far its current task is; nothing where no request says what the task is. */
export function projectUpdates({ state, working, words, project }: Ground): Update[] {
  const turn = taskTurn(state);
  if (project === null || turn === null || working.task === null || working.phase === "unknown") return [];
  const clear = startsTask(turn) || (turn.kind === "request" && turn.id === state.firstTurns[0]?.id);
  if (!clear || contentWords(working.task.text).length < 3 || working.task.text.startsWith("/")) return [];
  return [
    {
      kind: "project",
      subject: project,
      op: "add",
      text: words.say.projectStatus(working.phase, documentTitle({ state: working })),
      field: "status",
      scope: "project",
      confidence: "inferred",
      evidence: working.task.evidence,
      at: state.turns.at(-1)?.at ?? null,
    },
  ];
}
