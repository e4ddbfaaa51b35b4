import { describe, expect, it } from "vitest";
import { summarizeExtractive } from "./extractive.ts";
import { ask, edit, human, list, plan, run, said, type Step, talk, texts, updates } from "./talk.fixture.ts";

describe("decisions", () => {
  it("are answers to questions with options: question, choice, what was not chosen", () => {
    const store = ask(
      "Where should invoices be stored?",
      ["Object storage (Recommended)", "The orders table"],
      "Object storage (Recommended)",
    );
    expect(updates("decision", human("Store invoices"), store)[0]).toMatchObject({
      text: "Where should invoices be stored? Object storage (rejected: The orders table).",
      confidence: "stated",
      evidence: ["h2"],
    });
    const russian = ask("Где хранить счета клиентов?", ["В объектном хранилище", "В базе"], "В базе");
    expect(texts("decision", russian)).toEqual([
      "Где хранить счета клиентов? В базе (отклонено: В объектном хранилище).",
    ]);
  });

  it.each([
    ["What would you like to do with this todo?", "Work on it now"],
    ["How should we proceed with the release?", "Ship the importer"],
    ["Should the importer retry failed rows?", "Yes"],
    ["Which part of the importer comes next?", "Skip it"],
  ])("are no answers that only steer the session: %s", (question, answer) => {
    expect(texts("decision", ask(question, [answer, "Something different"], answer))).toEqual([]);
  });

  it("are picks among listed options, with what the person adds", () => {
    const options = said(
      "## Options\n\n### Option 1: Retry in the queue worker\n- simple\n\n### Option 2: A dead letter table\n- more work",
      true,
    );
    expect(
      texts("decision", options, human("Let's take option 1 because the worker has the backoff already")),
    ).toEqual([
      "Chosen: Retry in the queue worker (rejected: A dead letter table): because the worker has the backoff already",
    ]);
    expect(texts("decision", options, human("What does option 1 cost us?"))).toEqual([]);
    expect(texts("decision", options, human("Anything but not option 2"))).toEqual([]);
    expect(texts("decision", said("Done.", true), human("I like option 1"))).toEqual([]);
  });

  it("are a person's choices with their reason, the person as the user", () => {
    expect(
      texts("decision", human("Let's go with SQLite instead of Postgres: I don't want a server to operate.")),
    ).toEqual(["Use SQLite instead of Postgres: the user does not want a server to operate."]);
    expect(
      texts("decision", human("Давайте использовать SQLite вместо Postgres, потому что сервер у нас один.")),
    ).toEqual(["Используем SQLite вместо Postgres, потому что сервер у нас один."]);
  });

  it.each([
    [
      "No, don't store prices as floats, use integer cents in the orders table.",
      "Don't store prices as floats, use integer cents in the orders table.",
    ],
    [
      "No, don't use moment for the due dates. Use date-fns because it is tree shaken.",
      "Don't use moment for the due dates; use date-fns because it is tree shaken.",
    ],
    [
      "Only the billing job should write to the ledger table.",
      "Only the billing job should write to the ledger table.",
    ],
    [
      "Нет, не храни цены во float, используй целые копейки.",
      "Не храни цены во float, используй целые копейки.",
    ],
  ])("are rejections with what takes its place: %s", (text, wanted) => {
    expect(texts("decision", human(text))).toEqual([wanted]);
  });

  it.each([
    "Let's go with the second one then",
    "I selected the theme while you were working and got a crash, that should never happen.",
    "Let's use that instead",
    "let's keep going with the tests",
    "Why exactly did you go with SQLite instead of Postgres for the job queue",
    "Maybe we should go with SQLite instead of Postgres for the job queue.",
  ])("are none in %j", (text) => {
    expect(texts("decision", human(text))).toEqual([]);
  });

  const PLAN =
    "# Plan: Cache the price list\n\n## Context\n\n**Goal**: Prices are read from memory and refreshed every minute.\n\n## Decisions\n\n- **Refresh**: by timer, not by event\n- **Size**: the whole list, 40 MB at most\n\n## Steps\n\n- Add cache.ts\n";

  it("are the choices of a plan that is handed over or approved, not of one that is refused", () => {
    const wanted = [
      "Cache the price list: Prices are read from memory and refreshed every minute",
      "Cache the price list: Refresh: by timer, not by event; Size: the whole list, 40 MB at most",
    ];
    expect(texts("decision", human(`Implement the following plan:\n\n${PLAN}`))).toEqual(wanted);
    expect(texts("decision", human("Cache the prices"), plan(PLAN))).toEqual(wanted);
    expect(texts("decision", human("Cache the prices"), plan(PLAN, false))).toEqual([]);
    expect(texts("decision", human(`What do you think of this?\n\n${PLAN}`))).toEqual([]);
  });

  it("are the agent's where it says why and acted", () => {
    const reason = "The importer streams rows instead of reading whole files because exports reach 2 GB.";
    const choice = said(
      `I looked at both.\n\nsrc/import.ts uses readRows instead of readFile because exports reach 2 GB.`,
    );
    expect(texts("decision", human("Make the import work"), choice)).toEqual([]);
    expect(texts("decision", human("Make the import work"), choice, edit("src/import.ts"))).toEqual([
      "src/import.ts uses readRows instead of readFile because exports reach 2 GB.",
    ]);
    expect(texts("decision", human("Make it"), said(`Maybe ${reason}`), edit("src/import.ts"))).toEqual([]);
  });
});

describe("lessons", () => {
  const failing = [human("Make the date tests pass"), run("npm test", true, "expected 10:00 got 09:00")];

  it("need the failure, the cause, a change and the command passing", () => {
    const cause = said("The issue is that parseDate drops the time zone of the input.");
    const whole = [...failing, cause, edit("src/date.ts"), run("npm test")];
    expect(texts("lesson", ...whole)).toEqual(
      ["npm test failed: ParseDate drops the time zone of the input. Fix: change in date.ts."].map((text) =>
        text.replace("ParseDate", "parseDate"),
      ),
    );
    expect(texts("lesson", ...failing, cause, edit("src/date.ts"))).toEqual([]);
    expect(texts("lesson", ...failing, cause, run("npm test"))).toEqual([]);
    expect(texts("lesson", ...failing, edit("src/date.ts"), run("npm test"))).toEqual([]);
  });

  it("prefer the sentence that names cause and repair at once", () => {
    const report = said(
      "All tests pass. The failure came from the cache key using the local date; it now uses the day of the shop.",
      true,
    );
    expect(texts("lesson", ...failing, edit("src/key.ts"), run("npm test"), report)).toEqual([
      "npm test failed: The failure came from the cache key using the local date; it now uses the day of the shop.",
    ]);
  });

  it("are none for slips that the checker names, for the net, and for guesses", () => {
    const slip = said("The issue is that parseDate is imported but never used in src/date.ts.");
    const lint = [run("npm run lint", true, "unused"), slip, edit("src/date.ts"), run("npm run lint")];
    expect(texts("lesson", human("Tidy"), ...lint)).toEqual([]);
    const net = [run("npm test", true, "connect ECONNREFUSED"), slip, edit("a.ts"), run("npm test")];
    expect(texts("lesson", human("Tidy"), ...net)).toEqual([]);
    const guess = said("The issue is probably that parseDate drops the time zone of the input.");
    expect(texts("lesson", ...failing, guess, edit("src/date.ts"), run("npm test"))).toEqual([]);
  });

  it("are causes that the agent names and repairs right away", () => {
    const cause = said(
      "The issue is that loadCart runs before the session is parsed, so guests always get an empty cart.",
    );
    const fix = said("Added readSession before the cart is loaded.");
    expect(texts("lesson", human("Guests lose carts"), cause, fix, edit("src/cart.ts"))).toEqual([
      "loadCart runs before the session is parsed, so guests always get an empty cart. Fix: Added readSession before the cart is loaded.",
    ]);
    expect(texts("lesson", human("Guests lose carts"), cause, edit("src/cart.ts"))).toEqual([]);
  });

  it("are root causes that a change followed", () => {
    const found = said("Root cause: loadCart and saveCart read different keys, so carts of guests vanish.");
    expect(texts("lesson", human("Guests lose carts"), found)).toEqual([]);
    expect(texts("lesson", human("Guests lose carts"), found, edit("src/cart.ts"))).toEqual([
      "loadCart and saveCart read different keys, so carts of guests vanish.",
    ]);
  });

  it("are the cause in a plan for a repair", () => {
    const text =
      "Implement the following plan:\n\n# Fix: Orders are charged twice\n\n## Context\n\nThis happens because submitOrder runs again on every retry (src/order.ts:44).\n";
    expect(texts("lesson", human(text))).toEqual([
      "Orders are charged twice: submitOrder runs again on every retry",
    ]);
  });

  it("are written in Russian from Russian words", () => {
    const cause = said("Причина в том, что parseDate теряет часовой пояс, поэтому даты сдвигаются.");
    const [text] = texts(
      "lesson",
      human("Почини тесты дат, они падают на проверке часового пояса"),
      run("npm test", true, "ожидалось 10:00"),
      cause,
      edit("src/date.ts"),
      run("npm test"),
    );
    expect(text).toContain("parseDate теряет часовой пояс");
    expect(text).toContain("Исправление: изменение в date.ts");
  });
});

describe("procedures", () => {
  it("are one fact a purpose, for commands that ran twice and passed", () => {
    const steps = [run("npm run lint && npm test"), edit("a.ts"), run("npm run lint && npm test")];
    expect(texts("procedure", human("Check it"), ...steps)).toEqual([
      "Tests: npm test",
      "Lint: npm run lint",
    ]);
    expect(texts("procedure", human("Check it"), run("npm test"))).toEqual([]);
    expect(texts("procedure", human("x"), run("npm test", true), run("npm test", true))).toEqual([]);
  });

  it("take a command that the person named and that passed once", () => {
    expect(texts("procedure", human("Check it with make test-all"), run("make test-all"))).toEqual([
      "Tests: make test-all",
    ]);
  });

  it.each(["npm test -- -t 'one case'", "npx vitest run src/a.test.ts", "git push", "npm run lint src/a.ts"])(
    "are none for %j",
    (command) => {
      expect(texts("procedure", human("x"), run(command), run(command))).toEqual([]);
    },
  );
});

describe("preferences", () => {
  it.each([
    "In this repo we never commit generated files.",
    "Don't ever push to main without asking.",
    "I prefer small commits with one topic.",
    "Always show me your reasoning before you change a schema.",
    "В этом репозитории мы не коммитим сгенерированные файлы.",
  ])("are rules: %s", (text) => {
    expect(texts("preference", human(text))).toHaveLength(1);
  });

  it("are no demands on the product: those are decided", () => {
    const said = human("The total should always include the delivery fee of the order.");
    expect(texts("preference", said)).toEqual([]);
    expect(texts("decision", said)).toEqual([
      "The total should always include the delivery fee of the order.",
    ]);
  });

  it("are corrections that had to be given again", () => {
    const first = human("No, don't add comments to the generated client.");
    const again = human("Please don't add comments to the generated client files.");
    const [rule] = updates("preference", human("Write the client"), first, said("Sorry."), again);
    expect(rule).toMatchObject({ confidence: "inferred", evidence: ["h4", "h2"] });
    expect(rule?.unverified).toBeUndefined();
  });

  it("wait for another session where a correction was given once", () => {
    const first = human("No, don't add comments to the generated client.");
    const waiting = updates("preference", first, human("Don't touch the orders table schema."));
    expect(waiting.map(({ text, unverified }) => [text, unverified])).toEqual([
      ["Don't add comments to the generated client", "said-once"],
      ["Don't touch the orders table schema", "said-once"],
    ]);
    expect(texts("preference", human("Don't touch this file for now."))).toEqual([]);
  });

  it("are none in a pasted document", () => {
    const skill =
      "# Review skill\n\n## Rules\n\n- Always run the linter first.\n- Never push to main.\n\n## Output\n\nRemember: be short.\n";
    expect(summarizeExtractive(talk(human(skill))).updates.map((one) => one.kind)).not.toContain(
      "preference",
    );
    expect(texts("preference", human(`${"Background of the work. ".repeat(120)}Always use tabs.`))).toEqual(
      [],
    );
  });
});

describe("people and machines", () => {
  it("come out of one sentence, each with its own part", () => {
    const steps = [human("Production runs on the host heron-4, and Lena Brook owns the importer.")];
    expect(updates("infrastructure", ...steps)[0]).toMatchObject({
      subject: "Production",
      text: "Production runs on the host heron-4",
    });
    expect(updates("person", ...steps).map(({ subject, field, text }) => [subject, field, text])).toEqual([
      ["Lena Brook", undefined, "Lena Brook owns the importer"],
      ["Lena Brook", "role", "owns the importer"],
    ]);
  });

  it.each([
    ["The importer is maintained by Lena Brook.", "Lena Brook"],
    ["Our tech lead is Lena Brook.", "Lena Brook"],
    ["Lena reviews the schema changes, so ask her before a migration.", "Lena"],
    ["Лена Брук отвечает за импорт заказов.", "Лена Брук"],
  ])("name people: %s", (text, subject) => {
    expect(updates("person", human(text))[0]).toMatchObject({ subject });
  });

  it.each([
    "Redis handles the sessions.",
    "Importer owns the orders table.",
    "The importer is maintained by hand.",
    "Maybe Lena Brook owns the importer.",
    "Does Lena Brook own the importer?",
  ])("name none: %s", (text) => {
    expect(texts("person", human(text))).toEqual([]);
  });

  it("name machines only with something exact", () => {
    expect(
      texts("infrastructure", human("The staging database is at https://db.example.test:5433.")),
    ).toHaveLength(1);
    expect(
      texts("infrastructure", human("Сервер очереди работает на хосте heron-4, порт 5672.")),
    ).toHaveLength(1);
    expect(texts("infrastructure", human("The server runs on something else."))).toEqual([]);
  });
});

describe("the project", () => {
  const about = (...steps: Parameters<typeof texts>[1][]) =>
    updates("project", ...steps).filter((one) => one.field === undefined);
  const status = (...steps: Parameters<typeof texts>[1][]) =>
    updates("project", ...steps)
      .filter((one) => one.field === "status")
      .map((one) => one.text);

  it("is what the person or the agent says it is", () => {
    expect(about(human("Web Shop is our storefront, a small service for three florists."))[0]).toMatchObject({
      subject: "web-shop",
      text: "Web Shop is the storefront, a small service for three florists",
    });
    expect(about(human("Hi"), said("This is a TypeScript monorepo for a flower shop."))[0]).toMatchObject({
      text: "This is a TypeScript monorepo for a flower shop",
      confidence: "inferred",
    });
    expect(about(human("Biome is a fast linter and formatter tool for the web."))).toEqual([]);
    expect(about(human("Hi"), said("This is a bug in the parser."))).toEqual([]);
  });

  it("has a status only in words that are clear alone", () => {
    expect(status(human("Please add a rate limit to the checkout endpoint"), said("Done.", true))).toEqual([
      "Done: Add a rate limit to the checkout endpoint",
    ]);
    for (const text of [
      "i've enabled it. please push to pr and merge this",
      "fix all critical and medium issues",
      "can you look at the comments on the PR and fix them?",
    ])
      expect(status(human(text), said("Done.", true))).toEqual([]);
  });
});

describe("open work", () => {
  const item = "Document the cache in docs/operations.md";

  it("is what stays on the task list, not the agent's own round", () => {
    const steps = [human("Add the cache"), list([item, "pending"], ["Run tests and commit", "pending"])];
    expect(texts("todo", ...steps)).toEqual([item]);
  });

  it("is taken back once it is done, since a capture may have seen it open", () => {
    const steps = [human("Add the cache"), list([item, "pending"])];
    expect(updates("todo", ...steps, list([item, "completed"]))[0]).toMatchObject({
      op: "retire",
      targetText: item,
      confidence: "inferred",
    });
  });

  it("is what the person notes for later", () => {
    expect(texts("todo", human("Todo: rotate the signing key of the webhook"))).toEqual([
      "Rotate the signing key of the webhook",
    ]);
    expect(texts("todo", human("На потом: сменить ключ подписи вебхука"))).toEqual([
      "Сменить ключ подписи вебхука",
    ]);
  });
});

describe("every update", () => {
  it("reads well alone: nothing of the moment or of one machine", () => {
    for (const text of [
      "Remember that the bug is on line 778 of the parser.",
      "Remember that the log is in /home/dev/tmp/out.log now.",
    ])
      expect(summarizeExtractive(talk(human(text))).updates).toEqual([]);
  });

  it("is none for small talk", () => {
    expect(summarizeExtractive(talk(human("hello"), said("Hi! How can I help?", true))).updates).toEqual([]);
  });
});

describe("what is called verified", () => {
  const cause = [
    human("Make the date tests pass"),
    run("npm test", true, "Error: expected 10:00 got 09:00"),
    said("The issue is that parseDate drops the time zone of the input."),
  ];
  const fix = [edit("src/date.ts"), said("Fixed parseDate to keep the offset.")];
  const confidences = (kind: string, ...steps: readonly Step[]): string[] =>
    updates(kind, ...steps).map(({ confidence }) => confidence);

  it("is a lesson whose repair was followed by a run that shows that it passed", () => {
    expect(confidences("lesson", ...cause, ...fix, run("npm test"))).toEqual(["verified"]);
    expect(confidences("lesson", ...cause, ...fix, run("npm test | tail -2", false, "5 passed"))).toEqual([
      "verified",
    ]);
  });

  it("is none where the run hides how it ended, or nothing was changed after the cause was named", () => {
    expect(confidences("lesson", ...cause, ...fix, run("npm test | tail -2", false, "done"))).toEqual([
      "inferred",
    ]);
    const [ask, fails, why, change, report] = [...cause, ...fix];
    const early = [ask, fails, change, why, report].filter((step) => step !== undefined);
    expect(confidences("lesson", ...early, run("npm test"))).toEqual(["inferred"]);
  });

  it("is none on the agent's word alone", () => {
    expect(confidences("lesson", ...cause, ...fix, said("All tests pass now.", true))).toEqual([]);
  });

  it("is a command that was seen to pass, not one whose end nothing shows", () => {
    const twice = (text: string, command = "npm run build"): Step[] => [
      human("Build it"),
      run(command, false, text),
      run(command, false, text),
    ];
    expect(confidences("procedure", ...twice(""))).toEqual(["verified"]);
    expect(confidences("procedure", ...twice("waiting", "npm run build | tail -3"))).toEqual(["inferred"]);
    expect(confidences("procedure", ...twice("Command running in background with ID: b1"))).toEqual([]);
  });
});

describe("the host's own summary", () => {
  const SUMMARY =
    "## Decisions\n\n- We decided to use integer cents instead of floats in the orders table because sums drifted.\n\n## Findings\n\n- The root cause is that submitOrder in order.ts runs again on every retry.\n\nAlways run npm test before a commit.";
  const summary: Step = (n) => [
    { kind: "compaction", id: `s${n}`, at: null, trigger: "auto", text: SUMMARY },
  ];

  it("is input for where the work stands, but no source of a fact", () => {
    const session = talk(human("Please go on with the orders"), summary, edit("src/order.ts"));
    const { state, updates: facts } = summarizeExtractive(session);
    const told = [...state.decisions, ...state.findings].map(({ text }) => text).join("\n");
    expect(told).toContain("submitOrder");
    expect(facts.filter(({ kind }) => kind !== "project")).toEqual([]);
  });

  it("takes nothing from a fact that the session shows as well", () => {
    const rule = human("From now on always run npm test before a commit.");
    expect(texts("preference", rule, summary)).toHaveLength(1);
  });
});
