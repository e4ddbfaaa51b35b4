import { cutAtWord } from "../../handoff/document.ts";
import type { Update } from "../../handoff/update.ts";
import { contentWords } from "../../session/signals/sentence.ts";
import type { Ground } from "./ground.ts";

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

/** The project and how far its current task is. */
export function projectUpdates({ state, working, words, project }: Ground): Update[] {
  if (project === null || working.task === null || working.phase === "unknown") return [];
  if (contentWords(working.task.text).length < 3) return [];
  const text = words.say.projectStatus(
    working.phase,
    cutAtWord(working.task.text, 110).replace(/[.\s]+$/u, ""),
  );
  return [
    {
      kind: "project",
      subject: project,
      op: "add",
      text,
      field: "status",
      scope: "project",
      confidence: "inferred",
      evidence: working.task.evidence,
      at: state.turns.at(-1)?.at ?? null,
    },
  ];
}
