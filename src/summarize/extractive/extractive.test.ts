import { describe, expect, it } from "vitest";
import type { Update } from "../../handoff/update.ts";
import type { Entry } from "../../session/entry.ts";
import { foldEntry, initialFold } from "../../session/fold.ts";
import type { Session } from "../../session/session.ts";
import { summarizeExtractive } from "./extractive.ts";

type Step = (n: number) => Entry[];

const at = (n: number): string => new Date(Date.UTC(2026, 4, 5, 9, n)).toISOString();
const human =
  (text: string): Step =>
  (n) => [{ kind: "human", id: `h${n}`, at: at(n), text }];
const said =
  (text: string, final = false): Step =>
  (n) => [{ kind: "assistant", id: `a${n}`, at: at(n), text, final }];
const edit =
  (file: string): Step =>
  (n) => [tool(n, "edit", { files: [file] }), outcome(n, false, "")];
const run =
  (command: string, failed = false, text = ""): Step =>
  (n) => [tool(n, "run", { command }), outcome(n, failed, text)];

function tool(n: number, action: "edit" | "run", rest: { files?: string[]; command?: string }): Entry {
  const { files = [], command = null } = rest;
  return {
    kind: "tool-call",
    id: `c${n}`,
    at: at(n),
    callId: `t${n}`,
    tool: "T",
    action,
    files,
    command,
    todos: null,
    detail: "",
  };
}

function outcome(n: number, failed: boolean, text: string): Entry {
  const errorLine = failed ? text : null;
  return {
    kind: "tool-result",
    id: `r${n}`,
    at: at(n),
    callId: `t${n}`,
    failed,
    exitCode: failed ? 1 : 0,
    errorLine,
    text,
    todos: null,
  };
}

function session(...steps: Step[]): Session {
  const entries = steps.flatMap((step, n) => step(n + 1));
  const state = initialFold();
  for (const entry of entries) foldEntry(state, entry);
  const last = entries.at(-1);
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
    boundary:
      last === undefined ? null : { host: "claude-code", sessionId: "s1", entryId: last.id, at: last.at },
    skipped: {} as Session["skipped"],
  };
}

const updates = (kind: string, ...steps: Step[]): Update[] =>
  summarizeExtractive(session(...steps)).updates.filter((update) => update.kind === kind);
const texts = (kind: string, ...steps: Step[]): string[] =>
  updates(kind, ...steps).map((update) => update.text);
const stateOf = (...steps: Step[]) => summarizeExtractive(session(...steps)).state;

describe("the working state", () => {
  it("takes the newest request that stands on its own as the task", () => {
    const state = stateOf(
      human("Can you add retry logic to fetchInvoice in src/billing/client.ts?"),
      edit("src/billing/client.ts"),
      said("Added retry logic with backoff to fetchInvoice.", true),
      human("Now please migrate the orders table to the new partitioning scheme in db/orders.sql"),
      said("Let me look at the schema first."),
    );
    expect(state.task?.text).toBe("Migrate the orders table to the new partitioning scheme in db/orders.sql");
    expect(state.task?.evidence).toEqual(["h4"]);
    expect(state.phase).toBe("in-progress");
  });

  it("keeps the task when the newest request only follows up on the answer", () => {
    const state = stateOf(
      human("Review the security of the upload handler in src/upload.ts and report the findings"),
      said("Two critical issues and one medium issue in the upload handler. LOW-01 is cosmetic.", true),
      human("ok fix all critical and medium issues, skip LOW-01"),
    );
    expect(state.task?.text).toContain("Review the security of the upload handler");
    expect(state.lastRequest?.text).toBe("Fix all critical and medium issues, skip LOW-01");
  });

  it("says whether the last failing command was seen to pass since", () => {
    const failing = [
      human("Make the parser tests pass please"),
      run("npm test", true, "Error: parseDate is not a function"),
    ];
    expect(stateOf(...failing).lastFailure).toMatchObject({ command: "npm test", fixed: false });
    expect(stateOf(...failing, run("npm test")).lastFailure).toMatchObject({ fixed: true });
  });

  it("lists items of a short request as next steps, and edited files newest first", () => {
    const state = stateOf(
      human("Please address these:\n1. Unit tests for mergeRows\n2. Remove the duplicate helper in rows.ts"),
      edit("src/rows.ts"),
      edit("src/rows.test.ts"),
    );
    expect(state.next.map((one) => one.text)).toEqual([
      "Unit tests for mergeRows",
      "Remove the duplicate helper in rows.ts",
    ]);
    expect(state.files.map((file) => file.path)).toEqual(["src/rows.test.ts", "src/rows.ts"]);
  });

  it("waits when the agent ended with a question", () => {
    const state = stateOf(
      human("Add caching to the report page in src/report.ts"),
      said("The report is cached for five minutes now. Should the cache be shared between tenants?", true),
    );
    expect(state.phase).toBe("waiting");
    expect(state.openQuestions.map((one) => one.text)).toEqual([
      "Should the cache be shared between tenants?",
    ]);
  });

  it("has no narration, no pasted lines and no fences among its statements", () => {
    const state = stateOf(
      human("Fix the crash in the importer.\n```\nTypeError: x\n    at run (a.js:1:2)\n```"),
      said(
        "Let me look at importer.ts. I'll run the tests now.\n```ts\nconst instead = of;\n```\nThe issue is that readRow drops the last column.",
      ),
    );
    const all = [...state.findings, ...state.decisions, ...state.done, ...state.next].map((one) => one.text);
    expect(all).toEqual(["The issue is that readRow drops the last column."]);
    expect(state.task?.text).toBe("Fix the crash in the importer.");
  });
});

describe("updates", () => {
  it("are none but the project's status for a plain session", () => {
    const made = summarizeExtractive(
      session(
        human("Rename the helper in src/rows.ts to mergeRows please"),
        edit("src/rows.ts"),
        said("Renamed it.", true),
      ),
    ).updates;
    expect(made.map((one) => [one.kind, one.subject, one.field])).toEqual([
      ["project", "web-shop", "status"],
    ]);
  });

  it("take a rule for a preference, a one-time request for none", () => {
    expect(texts("preference", human("From now on, always run the linter before you commit."))).toEqual([
      "From now on, always run the linter before you commit",
    ]);
    expect(texts("preference", human("Run the linter before you commit this time."))).toEqual([]);
    expect(texts("preference", human("The build always fails on my machine when the VPN is on."))).toEqual(
      [],
    );
    expect(texts("preference", human("Всегда пиши сообщения коммитов на английском."))).toEqual([
      "Всегда пиши сообщения коммитов на английском",
    ]);
  });

  it("take what the person says to remember, correct and forget", () => {
    expect(
      updates("project", human("Remember that the staging API allows 100 requests a minute."))[0],
    ).toMatchObject({
      op: "add",
      text: "The staging API allows 100 requests a minute",
      confidence: "stated",
      evidence: ["h1"],
    });
    expect(updates("project", human("Correction: the API listens on port 8443, not 8080"))[0]).toMatchObject({
      op: "correct",
      text: "The API listens on port 8443",
      targetText: "8080",
    });
    expect(updates("project", human("Forget about the old staging server in Frankfurt."))[0]).toMatchObject({
      op: "retire",
      targetText: "the old staging server in Frankfurt",
    });
    expect(updates("project", human("Запомни: отчёты выгружаются каждую ночь в два часа"))[0]).toMatchObject({
      op: "add",
      text: "Отчёты выгружаются каждую ночь в два часа",
    });
    expect(updates("project", human("Забудь про старый сервер в Праге"))[0]).toMatchObject({ op: "retire" });
  });

  it("take people and machines the person names", () => {
    expect(updates("person", human("Maria is our tech lead for payments."))[0]).toMatchObject({
      subject: "Maria",
    });
    expect(
      texts("infrastructure", human("The staging database runs on db-stage-2.internal, port 5433.")),
    ).toHaveLength(1);
    expect(texts("infrastructure", human("Check whether the server runs on port 8080."))).toEqual([]);
  });

  it("take a decision only where one was taken", () => {
    expect(
      texts(
        "decision",
        human("Let's use Postgres instead of SQLite for the job queue because writers block."),
      ),
    ).toEqual(["Use Postgres instead of SQLite for the job queue because writers block."]);
    expect(texts("decision", human("Should we use Postgres instead of SQLite for the job queue?"))).toEqual(
      [],
    );
    expect(texts("decision", said("readRow returns null instead of an empty list for blank lines."))).toEqual(
      [],
    );
    expect(
      texts(
        "decision",
        human("Решили хранить очередь заданий в Postgres, потому что SQLite блокирует писателей."),
      ),
    ).toHaveLength(1);
  });

  it("make a lesson of failure, cause and fix once the command passes", () => {
    const steps = [
      human("Make the date tests pass"),
      run("npm test", true, "Error: expected 10:00 got 09:00"),
      said("The issue is that parseDate drops the time zone of the input."),
      edit("src/date.ts"),
      said("Fixed parseDate to keep the offset."),
    ];
    expect(texts("lesson", ...steps)).toEqual([]);
    const lesson = updates("lesson", ...steps, run("npm test"))[0];
    expect(lesson?.text).toContain("parseDate drops the time zone");
    expect(lesson?.text).toContain("Fixed parseDate to keep the offset");
    expect(lesson).toMatchObject({ confidence: "verified", evidence: ["r2", "a3", "a5", "r6"] });
  });

  it("write what they say in the language of the person", () => {
    const { state } = summarizeExtractive(
      session(human("Исправь ошибку разбора дат в src/date.ts, пожалуйста")),
    );
    expect(state.language).toBe("ru");
    expect(state.status?.text).toMatch(/\p{Script=Cyrillic}/u);
  });

  it("are the same for the same session", () => {
    const made = session(human("Let's use tabs rather than spaces in the Go files."), said("Done.", true));
    expect(summarizeExtractive(made)).toEqual(summarizeExtractive(made));
  });
});
