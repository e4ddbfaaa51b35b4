import { describe, expect, it } from "vitest";
import type { Entry, TodoChange } from "../../session/entry.ts";
import { foldEntry, initialFold } from "../../session/fold.ts";
import { REFUSED } from "../../session/tool-output.ts";
import type { Session } from "../../session/session.ts";
import type { WorkingState } from "../../session/working-state.ts";
import { summarizeExtractive } from "./extractive.ts";

type Step = (n: number) => Entry[];

const place = (id: string, n: number): { id: string; at: string } => ({
  id: `${id}${n}`,
  at: new Date(Date.UTC(2026, 3, 2, 8, n)).toISOString(),
});
const human =
  (text: string): Step =>
  (n) => [{ ...place("h", n), kind: "human", text }];
const said =
  (text: string, final = false): Step =>
  (n) => [{ ...place("a", n), kind: "assistant", text, final }];
const compacted =
  (text: string): Step =>
  (n) => [{ ...place("k", n), kind: "compaction", trigger: "auto", text }];

interface Call {
  tool?: string;
  action: "edit" | "run" | "todo" | "other";
  files?: string[];
  command?: string;
  detail?: string;
  todos?: TodoChange;
  failed?: string;
}
const call =
  ({ tool = "T", action, files = [], command, detail = "", todos, failed }: Call): Step =>
  (n) => [
    {
      ...place("c", n),
      kind: "tool-call",
      callId: `t${n}`,
      tool,
      action,
      files,
      command: command ?? null,
      todos: todos ?? null,
      detail,
    },
    {
      ...place("r", n),
      kind: "tool-result",
      callId: `t${n}`,
      failed: failed !== undefined,
      exitCode: failed === undefined ? 0 : 1,
      errorLine: failed ?? null,
      text: failed ?? "",
      todos: null,
    },
  ];
const edit = (...files: string[]): Step => call({ action: "edit", files });
const run = (command: string, failed?: string): Step =>
  call(failed === undefined ? { action: "run", command } : { action: "run", command, failed });
const todos = (...items: [text: string, status: "pending" | "in-progress" | "completed"][]): Step =>
  call({
    action: "todo",
    todos: { type: "replace", items: items.map(([text, status]) => ({ id: null, text, status })) },
  });

function stateOf(...steps: Step[]): WorkingState {
  const entries = steps.flatMap((step, n) => step(n + 1));
  const state = initialFold();
  for (const entry of entries) foldEntry(state, entry);
  const last = entries.at(-1);
  const session: Session = {
    host: "claude-code",
    id: "s",
    cwd: "/home/dev/depot",
    gitBranch: null,
    title: null,
    clientVersion: null,
    startedAt: null,
    endedAt: null,
    entries,
    state,
    boundary:
      last === undefined ? null : { host: "claude-code", sessionId: "s", entryId: last.id, at: last.at },
    skipped: {} as Session["skipped"],
  };
  return summarizeExtractive(session).state;
}

const OPENING = human(
  "Please add CSV export for the invoice list in src/invoices/list.ts, with one row per position",
);

describe("the task", () => {
  it("is the sentence that asks, with what it points at", () => {
    const { task } = stateOf(
      human(
        "Depot is our parcel tracker. The /route endpoint sorts all stops on every call and takes two seconds. Please put a cache in front of it. Our machines run behind nginx, so do not touch the config.",
      ),
      edit("src/route.ts"),
      human("ok, and what about the integration tests?"),
    );
    expect(task?.text).toBe(
      "Put a cache in front of it (the /route endpoint sorts all stops on every call and takes two seconds).",
    );
  });

  it("is what a turn takes from the agent's list, with what the person adds", () => {
    const list =
      "Open:\n1. Move the label printer into a worker\n2. Add a retry to the courier webhook\n3. Drop the old tariff table";
    const { task, next } = stateOf(
      said(list, true),
      human("2 but keep the old timeout, the couriers are slow"),
      edit("src/webhook.ts"),
      human("you good there?"),
    );
    expect(task?.text).toBe(
      "Add a retry to the courier webhook, but keep the old timeout, the couriers are slow",
    );
    expect(next).toEqual([]);
  });

  it("is found in what was typed without capitals, with the sentence before it where it is short", () => {
    const { task } = stateOf(
      human("the depot page needs no new code, it's just documentation.. can you update the docs"),
      edit("docs/depot.md"),
      human("ok, and what about the integration tests?"),
    );
    expect(task?.text).toBe("Update the docs (the depot page needs no new code, it's just documentation).");
  });

  it("opens with the first of several orders", () => {
    const { task } = stateOf(
      human(
        "find out whether the label printer is still in use. also check every open ticket of the depot, and rank them by age",
      ),
      edit("tickets.md"),
      human("ok, and what about the integration tests?"),
    );
    expect(task?.text).toMatch(/^Find out whether the label printer is still in use\. also check every/u);
  });

  it("moves on in a session of many orders, however big the first one was", () => {
    const orders = [
      "Make the labels of the printer page a little wider, and align them with the barcode",
      "Rename the tariff column to zone in the depot table and in the import script",
      "Write a short section about printers for README.md, with the two settings it needs",
      "Show the courier's phone number on the parcel page, beside the name of the depot",
    ];
    const { task } = stateOf(
      human(
        "Read docs/printers.md in full, then labels.ts and courier.ts, and port the three printer dialogs of src/dialogs to the new theme. The patterns in docs/printers.md must be followed everywhere.",
      ),
      edit("src/dialogs/a.ts"),
      ...orders.flatMap((order) => [human(order), edit("src/page.ts"), said("Done.", true)]),
    );
    expect(task?.text).toMatch(/courier's phone number/u);
  });

  it("tells the request first where it is also the newest turn", () => {
    const { task } = stateOf(
      human(
        "Depot is our parcel tracker. The list is slow. Please add paging to listParcels in src/list.ts.",
      ),
    );
    expect(task?.text).toBe(
      "Add paging to listParcels in src/list.ts. Depot is our parcel tracker. The list is slow.",
    );
  });

  it.each([
    "Let's go with the streaming writer instead of the buffer: lists get long and memory is tight on the small machines",
    "I've enabled the new runner. please push to the branch and merge this",
    "Let's roll back the second commit, they don't really need to exist",
    "Go ahead, and feel free to rename the columns as you like",
    "yes - commit, push, reply to the review comment",
    "no, that's wrong, the column order should follow the table in the docs",
    "Why does the export call toRow() twice for every invoice?",
  ])("stays what it was after %j", (text) => {
    const { task, lastRequest } = stateOf(
      OPENING,
      said("Which writer do you prefer?", true),
      edit("src/a.ts"),
      human(text),
    );
    expect(task?.text).toContain("Add CSV export for the invoice list");
    expect(lastRequest?.text).not.toBeUndefined();
  });

  it.each([
    "давай возьмём потоковую запись вместо буфера: списки длинные, памяти мало",
    "закоммить и запушь, пожалуйста",
    "откати второй коммит, он не нужен",
    "нет, не так: порядок колонок должен быть как в документации",
  ])("stays what it was after %j in Russian", (text) => {
    const { task, language } = stateOf(
      human(
        "Добавь, пожалуйста, выгрузку списка счетов в CSV в файле src/invoices/list.ts, по строке на позицию",
      ),
      edit("src/invoices/list.ts"),
      human(text),
    );
    expect(task?.text).toMatch(/^Добавь.* выгрузку списка счетов/u);
    expect(language).toBe("ru");
  });

  it("is the title of a plan that is carried out", () => {
    const { task } = stateOf(
      human(
        "Implement the following plan:\n\n# Plan: Move sessions to the new store\n\n## Context\n\nWe must keep old tokens valid. Add a field to Session. Update loadSession to read both.",
      ),
      edit("src/session.ts"),
      human("commit this please"),
    );
    expect(task?.text).toMatch(/^Move sessions to the new store\./u);
  });

  it("is the host's account of the request once nothing said since starts work", () => {
    const summary =
      "1. Primary Request and Intent:\n   - Clean up the worker\n   - The user asked to fix the retry loop in worker/queue.ts\n\n2. Key Concepts:\n   - queues";
    const { task } = stateOf(human("and now?"), compacted(summary), human("continue please"));
    expect(task?.text).toBe("Fix the retry loop in worker/queue.ts");
  });

  it("is an approved plan's title, never one that was refused", () => {
    const plan = (failed?: string): Step =>
      call({
        tool: "ExitPlanMode",
        action: "other",
        detail: "# Split the importer in two\n\nSteps",
        ...(failed === undefined ? {} : { failed }),
      });
    const start = [human("hmm, the importer is slow"), human("still slow for me")];
    expect(stateOf(...start, human("what now?"), plan()).task?.text).toBe("Split the importer in two");
    expect(stateOf(...start, human("what now?"), plan(REFUSED)).task?.text).not.toContain("Split");
  });
});

describe("an order behind a small word and a statement", () => {
  it.each([
    ["Lena prüft die Abrechnung. Jetzt bau einen Retry in den Webhook-Client ein.", "Bau einen Retry"],
    ["Lena revisa la facturación. Ahora añade un reintento al cliente de webhooks.", "Añade un reintento"],
    ["Лена проверяет биллинг. Теперь добавь повтор в клиент вебхуков.", "Добавь повтор"],
    ["李娜负责计费。现在给 webhook 客户端加上重试。", "给 webhook 客户端加上重试"],
  ])("is the task: %s", (words, task) => {
    expect(stateOf(human(words), edit("src/webhook.ts")).task?.text.startsWith(task)).toBe(true);
  });
});

describe("a turn that asks for no work", () => {
  const worked = [OPENING, edit("src/invoices/list.ts"), said("Added exportInvoices to list.ts.", true)];

  it.each(["and what now", "and go on", "what next", "hi after crash", "привет", "你好", "Where were we?"])(
    "is neither task nor last request, and leaves the status: %s",
    (text) => {
      const before = stateOf(...worked);
      const after = stateOf(...worked, human(text));
      expect(after.task).toEqual(before.task);
      expect(after.lastRequest).toEqual(before.lastRequest);
      expect(after.status?.text).toBe("Added exportInvoices to list.ts.");
      const opened = stateOf(human(text), said("Hello! How can I help you today?", true), ...worked);
      expect(opened.task?.text).toContain("CSV export");
      const alone = stateOf(human(text), said("Last time you added an export of invoices.", true));
      expect([alone.task, alone.lastRequest]).toEqual([null, null]);
    },
  );

  it("is one that is only about the memory", () => {
    const words = "Forget that the staging host is called gull-2.";
    const alone = stateOf(human(words), said("Done, I have dropped it.", true));
    expect([alone.task, alone.lastRequest]).toEqual([null, null]);
    const later = stateOf(...worked, human(words));
    expect(later.task).toEqual(stateOf(...worked).task);
    expect(later.lastRequest).toBeNull();
    expect(later.status?.text).not.toMatch(/Nothing was done/u);
  });

  it.each([
    "Always write commit messages in English.",
    "Btw we deploy with kamal. Ask me before you touch the schema.",
    "Schreib Commit-Messages bitte immer auf Englisch.",
    "Escribe siempre los mensajes de commit en inglés.",
    "Пиши сообщения коммитов всегда на английском.",
    "提交信息一律用英文写。",
  ])("is one that states only what lasts, unless the agent went and did something about it: %s", (words) => {
    const later = stateOf(...worked, human(words), said("Understood.", true));
    expect(later.task).toEqual(stateOf(...worked).task);
    expect(later.lastRequest).toBeNull();
    const acted = stateOf(...worked, human(words), edit("CONTRIBUTING.md"), said("Noted there.", true));
    expect(acted.lastRequest ?? acted.task).not.toEqual(stateOf(...worked).task);
  });

  it("leaves an answered question answered", () => {
    const asked = human("Which port does the mail server listen on, and who chose it?");
    expect(stateOf(asked).status?.text).toBe("Nothing was done on the last request yet.");
    const answered = stateOf(asked, said("It is a default.", true));
    expect(answered.status?.text).toBe("The last request was answered; nothing was changed for it.");
  });
});

describe("an option picked in a question tool", () => {
  it("is a decision, neither the task nor the last request", () => {
    const state = stateOf(
      OPENING,
      said("Which store should the cache use?"),
      human("Should the forecast cache live in the process or in a service of its own? → In the process"),
    );
    expect(state.task?.evidence).toEqual(["h1"]);
    expect(state.lastRequest).toBeNull();
  });
});

describe("the last request", () => {
  it("is told with the turn before it where it says nothing alone", () => {
    const { lastRequest } = stateOf(
      OPENING,
      edit("src/invoices/list.ts"),
      human("there is still no total at the end of the list"),
      said("The list ends with the last position.", true),
      human("it was supposed to, yeah?"),
    );
    expect(lastRequest?.text).toBe(
      "There is still no total at the end of the list. It was supposed to, yeah?",
    );
  });
});

describe("the status", () => {
  it.each([
    ["Дальше: добавить тест exportCsv в list.test.ts.", "Добавить тест exportCsv в list.test.ts."],
    [
      "El siguiente paso: añadir una prueba de exportCsv en list.test.ts.",
      "Añadir una prueba de exportCsv en list.test.ts.",
    ],
    [
      "Als nächstes: einen Test für exportCsv in list.test.ts ergänzen.",
      "Einen Test für exportCsv in list.test.ts ergänzen.",
    ],
  ])("leaves what comes next to the next steps: %s", (closing, step) => {
    const { status, next } = stateOf(OPENING, said(closing, true));
    expect(status?.text).not.toContain("exportCsv");
    expect(next.map((one) => one.text)).toEqual([step]);
  });

  it("says which check passed after the last change, and none that ran before it", () => {
    const status = (...steps: Step[]): string | undefined =>
      stateOf(OPENING, edit("src/invoices/list.ts"), ...steps).status?.text;
    const passed = run("npm test");
    expect(status(passed)).toBe("Last changed: list.ts. Passed since then: npm test.");
    expect(status(passed, edit("src/invoices/list.ts"))).toBe("Last changed: list.ts.");
    expect(status(passed, run("npm test", "2 tests failed"))).toBe("Last changed: list.ts.");
  });

  it("says the step at work, how many are done, and what was achieved last", () => {
    const { status, phase } = stateOf(
      OPENING,
      todos(
        ["Write the row builder", "completed"],
        ["Wire the button", "in-progress"],
        ["Write docs", "pending"],
      ),
      edit("src/invoices/button.ts"),
      said(
        "loadRows (line 78) — same, calls toRow directly. Added rowOf in src/invoices/row.ts and covered it with tests.",
      ),
      edit("src/invoices/button.ts"),
    );
    expect(status?.text).toBe(
      "In progress: Wire the button (1 of 3 steps done). Added rowOf in src/invoices/row.ts and covered it with tests.",
    );
    expect(phase).toBe("in-progress");
  });

  it("never takes a row of a list or a stray remark for a result", () => {
    const { status } = stateOf(
      OPENING,
      said("- closeRow (line 12) — same, calls flush directly\n\nThe old writer has a problematic design."),
      edit("src/invoices/writer.ts"),
    );
    expect(status?.text).toBe("Last changed: writer.ts.");
  });

  it("says what it waits for", () => {
    const { status, phase } = stateOf(
      OPENING,
      edit("src/invoices/list.ts"),
      said("Added the export. Should the file carry a header line?", true),
    );
    expect(phase).toBe("waiting");
    expect(status?.text).toContain("Waits for an answer: Should the file carry a header line?");
  });

  it("is blocked by a failure that ended the turn, and speaks Russian to Russians", () => {
    const { status, phase } = stateOf(
      human("Добавь выгрузку списка счетов в CSV в файле src/invoices/list.ts и проверь тестами"),
      edit("src/invoices/list.ts"),
      run("npm test", "Error: rowOf is not a function"),
      said("Тесты не проходят, причина пока неизвестна.", true),
    );
    expect(phase).toBe("blocked");
    expect(status?.text).toContain("Последний запуск npm test упал");
  });
});

describe("an open failure", () => {
  const failed = run("npm run build && scripts/deploy.sh staging", "caddy reload failed: connection refused");
  it("is none once a person said to leave it", () => {
    expect(stateOf(OPENING, failed).lastFailure?.fixed).toBe(false);
    expect(
      stateOf(OPENING, failed, human("Leave the deploy for now, I will look at it tomorrow.")).lastFailure,
    ).toBeNull();
    expect(
      stateOf(OPENING, failed, human("Пока оставь deploy, сам посмотрю завтра.")).lastFailure,
    ).toBeNull();
  });

  it("stays open when the person speaks of something else", () => {
    expect(stateOf(OPENING, failed, human("Use a semicolon as separator for now.")).lastFailure?.fixed).toBe(
      false,
    );
  });

  it("is none when it belongs to an earlier task", () => {
    const next = human(
      "Now implement the archive view in src/archive/view.ts with filters by year and customer",
    );
    expect(stateOf(OPENING, failed, next).lastFailure).toBeNull();
  });
});

describe("decisions", () => {
  const texts = (...steps: Step[]): string[] => stateOf(OPENING, ...steps).decisions.map((one) => one.text);
  it("hold a choice with its reason", () => {
    const all = texts(
      said("An in-process LRU, or Redis. Which one do you want?", true),
      human(
        "Let's go with the LRU instead of Redis: one instance is enough and I don't want another service.",
      ),
    );
    expect(all[0]).toMatch(/LRU instead of Redis: one instance is enough/u);
  });

  it.each([
    "Write a comment in #172, I'll handle it over there instead of here",
    "Let's do this as a separate PR",
  ])("hold nothing that needs the talk around it: %j", (text) => {
    expect(texts(human(text))).toEqual([]);
  });

  it("leave options out that nobody took", () => {
    const list =
      "Options:\n- Keep as-is: the CLI approach stays instead of the library, only its reason was wrong\n- Revert fully: go back to the library instead of the CLI";
    expect(texts(said(list))).toEqual([]);
  });
});

describe("what comes next", () => {
  const plan = said("The rows of exportCsv still need a test in src/invoices/list.test.ts.");
  const work = Array.from({ length: 20 }, () => edit("src/invoices/list.ts"));
  const texts = (...steps: Step[]): string[] => stateOf(OPENING, ...steps).next.map((one) => one.text);

  it("is what the agent said a moment ago, or at the end of its turn", () => {
    expect(texts(plan, edit("src/invoices/list.ts"))).toHaveLength(1);
    expect(texts(plan, human("ok"), ...work)).toHaveLength(1);
  });

  it("is not what it meant to do long ago within the same turn", () => {
    expect(texts(plan, ...work)).toEqual([]);
  });
});

describe("names in use", () => {
  it("come from what is still to do before what a person pasted", () => {
    const log = Array.from(
      { length: 4 },
      (_, i) => `2026-04-02T08:0${i} hook_type=agent agent_added=1 agent_removed=0`,
    ).join("\n");
    const { identifiers } = stateOf(
      OPENING,
      human(`so this build prints\n\`\`\`\n${log}\n\`\`\`\nplease look`),
      todos(["Repair flushRows in writer.ts", "in-progress"], ["Document exportCsv", "pending"]),
    );
    expect(identifiers.slice(0, 3).sort()).toEqual(["exportCsv", "flushRows", "writer.ts"]);
    expect(identifiers).not.toContain("agent_added");
  });
});
