import type { Update } from "../../handoff/update.ts";
import type { Entry, Todo, ToolAction, TodoChange } from "../../session/entry.ts";
import { foldEntry, initialFold } from "../../session/fold.ts";
import type { Session } from "../../session/session.ts";
import { summarizeExtractive } from "./extractive.ts";

/** Entries of one step of an invented session; `n` numbers it. */
export type Step = (n: number) => Entry[];

const at = (n: number): string => new Date(Date.UTC(2026, 4, 5, 9, n)).toISOString();

/** A person speaks. */
export const human =
  (text: string): Step =>
  (n) => [{ kind: "human", id: `h${n}`, at: at(n), text }];

/** The agent speaks; `final` ends its turn. */
export const said =
  (text: string, final = false): Step =>
  (n) => [{ kind: "assistant", id: `a${n}`, at: at(n), text, final }];

/** The agent edits a file. */
export const edit =
  (file: string): Step =>
  (n) => [call(n, "edit", { files: [file] }), result(n, false, "")];

/** The agent runs a command. */
export const run =
  (command: string, failed = false, text = ""): Step =>
  (n) => [call(n, "run", { command }), result(n, failed, text)];

/** The host's question tool asks; the answer follows as a person's words. */
export const ask =
  (question: string, options: readonly string[], answer: string): Step =>
  (n) => [
    call(n, "ask", { detail: `${question} [${options.join(" | ")}]` }),
    { kind: "human", id: `h${n}`, at: at(n), text: `${question} → ${answer}` },
    result(n, false, ""),
  ];

/** The host's plan tool: the person approved, or did not. */
export const plan =
  (text: string, approved = true): Step =>
  (n) => [
    call(n, "other", { detail: text }),
    result(
      n,
      !approved,
      approved
        ? `User has approved your plan. You can now start coding.\n\n## Approved Plan:\n${text}`
        : "The user doesn't want to proceed with this tool use.",
    ),
  ];

/** The agent sets the task list. */
export const list =
  (...items: readonly (readonly [string, Todo["status"]])[]): Step =>
  (n) => [
    call(n, "todo", {
      todos: { type: "replace", items: items.map(([text, status]) => ({ id: null, text, status })) },
    }),
    result(n, false, ""),
  ];

function call(
  n: number,
  action: ToolAction,
  rest: { files?: string[]; command?: string; todos?: TodoChange; detail?: string },
): Entry {
  const { files = [], command = null, todos = null, detail = "" } = rest;
  return {
    kind: "tool-call",
    id: `c${n}`,
    at: at(n),
    callId: `t${n}`,
    tool: "T",
    action,
    files,
    command,
    todos,
    detail,
  };
}

function result(n: number, failed: boolean, text: string): Entry {
  return {
    kind: "tool-result",
    id: `r${n}`,
    at: at(n),
    callId: `t${n}`,
    failed,
    exitCode: failed ? 1 : 0,
    errorLine: failed ? text : null,
    text,
    todos: null,
  };
}

/** The session that these steps make, in the folder of a project called web-shop. */
export function talk(...steps: readonly Step[]): Session {
  const entries = steps.flatMap((step, n) => step(n + 1));
  const state = initialFold();
  for (const entry of entries) foldEntry(state, entry);
  const last = entries.at(-1);
  const boundary =
    last === undefined
      ? null
      : { host: "claude-code" as const, sessionId: "s1", entryId: last.id, at: last.at };
  return {
    host: "claude-code",
    id: "s1",
    cwd: "/home/dev/web-shop",
    gitBranch: "main",
    title: null,
    clientVersion: null,
    startedAt: at(0),
    endedAt: last?.at ?? null,
    entries,
    state,
    boundary,
    skipped: {} as Session["skipped"],
  };
}

/** Updates of a kind that these steps give. */
export function updates(kind: string, ...steps: readonly Step[]): Update[] {
  return summarizeExtractive(talk(...steps)).updates.filter((update) => update.kind === kind);
}

/** Their texts. */
export function texts(kind: string, ...steps: readonly Step[]): string[] {
  return updates(kind, ...steps).map((update) => update.text);
}
