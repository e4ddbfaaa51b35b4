import type { Update } from "../../handoff/update.ts";
import type { Turn } from "../../session/fold/state.ts";
import { identifiersIn } from "../../session/signals/identifiers.ts";
import { signal } from "../../session/signals/languages.ts";
import { capitalised, sentencesOf } from "../../session/signals/plain-text.ts";
import { contentWords, isQuestion, standalone, withoutFillers } from "../../session/signals/sentence.ts";
import { readsWell } from "./durable.ts";
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

/** What the project is, as the agent says it, and how far its current work is; nothing where neither is clear. */
export function projectUpdates(ground: Ground): Update[] {
  const { state, project } = ground;
  if (project === null) return [];
  const out: Update[] = [];
  const { about } = state;
  const isSaid = state.candidates.some((one) => one.kind === "project");
  if (about !== null && !isSaid && readsWell(about.text))
    out.push({ ...base(project, about.text), evidence: [about.id], at: about.at });
  const status = statusOf(ground);
  if (status !== null)
    out.push({
      ...base(project, status.text),
      field: "status",
      evidence: [status.id],
      at: state.turns.at(-1)?.at ?? null,
    });
  return out;
}

function base(project: string, text: string): Omit<Update, "evidence" | "at"> {
  return { kind: "project", subject: project, op: "add", text, scope: "project", confidence: "inferred" };
}

/** The work in one sentence: what was asked for as a whole, else the step in progress. */
function statusOf({ state, working, words }: Ground): { text: string; id: string } | null {
  if (working.phase === "unknown") return null;
  const { phase } = working;
  const ids = new Set(working.task?.evidence);
  const turn = [...state.turns, ...state.firstTurns].find((one) => ids.has(one.id));
  const goal = turn === undefined ? null : goalIn(turn);
  if (turn !== undefined && goal !== null) return { text: words.say.projectStatus(phase, goal), id: turn.id };
  const active = state.todos.find((todo) => todo.status === "in-progress");
  if (active !== undefined && state.todosBy !== null && isGoal(active.text))
    return { text: words.say.projectStatus("in-progress", active.text), id: state.todosBy };
  return null;
}

const MAX_GOAL = 160;

/** The piece of work that a turn asks for, in words that are understood alone; null where it says none. */
function goalIn({ kind, text }: Turn): string | null {
  if (kind !== "request" || text.startsWith("/")) return null;
  const preamble = signal("preamble", "start").exec(text)?.[0];
  const bare = preamble === undefined ? text : text.slice(preamble.length).trim();
  const [first = "", ...others] = sentencesOf(
    bare.replace(/^(?:implementation )?(?:plan|план)\s*:\s*/iu, ""),
  );
  if (preamble !== undefined) {
    const title = first
      .replace(/[.\s]+$/u, "")
      .replace(/\s+(?:implementation )?plan$/iu, "")
      .replace(/^fix: /iu, "fix — ");
    if (contentWords(title).length >= 3 && title.length <= MAX_GOAL && readsWell(title)) return title;
  }
  for (const sentence of [first, ...others.slice(0, 5)]) {
    const order = orderIn(sentence);
    if (order !== null && isGoal(order)) return order;
  }
  return null;
}

/** "Can you please add X?" → "Add X": an order alone, or null. */
function orderIn(sentence: string): string | null {
  let text = withoutFillers(sentence);
  for (;;) {
    const polite = signal("politeStart", "start").exec(text)?.[0];
    if (polite === undefined) break;
    text = withoutFillers(text.slice(polite.length).replace(/^[\s,!.]+/u, ""));
  }
  if (text === withoutFillers(sentence) && isQuestion(text)) return null;
  const order = text.replace(/[?.!\s]+$/u, "").replace(/[,\s]+(?:please|пожалуйста)$/iu, "");
  return signal("requestStart", "start").test(order) && standalone(order) !== null
    ? capitalised(order)
    : null;
}

/** Speaks to someone or of something that only the session knows. */
const OF_THE_TALK =
  /(?<![\p{L}'])(?:i|me|my|you|your|we|us|this|(?:of|in|for|to|with|on|do|fix|merge|use|like|and|from|is) that|that(?=$|[.,;])|these|those|it|them|they|here|there|above|below|same|now|again|instead|я|мне|мой|ты|вы|это|этот|эта|эту|эти|его|её|их|там|здесь|выше|ниже|снова|теперь)(?![\p{L}])|(?<!\p{L})all (?:[\w-]+,? ){0,5}(?:issues|comments|findings|problems|errors|items|points)(?!\p{L})/iu;

function isGoal(text: string): boolean {
  if (text.length > MAX_GOAL || !readsWell(text) || signal("housekeeping", "start").test(text)) return false;
  if (OF_THE_TALK.test(text) || /:\d+|[:：]$/u.test(text)) return false;
  return contentWords(text).length >= 4 || (contentWords(text).length >= 3 && identifiersIn(text).length > 0);
}
