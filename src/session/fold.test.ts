import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Entry, ToolAction } from "./entry.ts";
import { FoldState, foldEntry, initialFold } from "./fold.ts";
import { CAPS } from "./fold/state.ts";

const at = (n: number): string => new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString();

function human(n: number, text: string): Entry {
  return { kind: "human", id: `h${n}`, at: at(n), text };
}

function said(n: number, text: string, final = false): Entry {
  return { kind: "assistant", id: `a${n}`, at: at(n), text, final };
}

function call(n: number, action: ToolAction, rest: Partial<Extract<Entry, { kind: "tool-call" }>>): Entry {
  const base = { kind: "tool-call", id: `c${n}`, at: at(n), callId: `call${n}`, tool: "T", action } as const;
  return { ...base, files: [], command: null, todos: null, detail: "", ...rest };
}

function result(n: number, of: number, failed: boolean, text = ""): Entry {
  const exitCode = failed ? 1 : 0;
  const errorLine = failed ? (text.split("\n")[0] ?? null) : null;
  const base = { kind: "tool-result", id: `r${n}`, at: at(n), callId: `call${of}`, todos: null } as const;
  return { ...base, failed, exitCode, errorLine, text };
}

function fold(entries: readonly Entry[], state = initialFold()): FoldState {
  for (const entry of entries) foldEntry(state, entry);
  return state;
}

const sentence = fc.constantFrom(
  "Can you add a retry to fetchInvoice in src/billing/client.ts?",
  "Let's use Postgres instead of SQLite for the queue.",
  "The issue is that parseDate drops the time zone.",
  "Always run the linter before a commit.",
  "ok go ahead",
  "Fixed the rounding in totalOf.",
  "Next: wire the worker into main.ts.",
  "Should the cache be shared between tenants?",
  "1. write docs\n2. add tests for mergeRows",
);

const entries = fc.array(
  fc.oneof(
    sentence.map((text) => (n: number) => human(n, text)),
    sentence.map((text) => (n: number) => said(n, text, n % 3 === 0)),
    fc.constantFrom("src/a.ts", "src/b.ts").map((file) => (n: number) => call(n, "edit", { files: [file] })),
    fc
      .constantFrom("npm test", "npm run build", "ls")
      .map((command) => (n: number) => call(n, "run", { command })),
    fc.boolean().map((failed) => (n: number) => result(n, n - 1, failed, "Error: parseDate failed")),
    sentence.map((text) => (n: number): Entry => ({
      kind: "compaction",
      id: `k${n}`,
      at: at(n),
      trigger: null,
      text,
    })),
  ),
  { maxLength: 60 },
);

describe("foldEntry", () => {
  it("gives the same state wherever a read stopped in between", () => {
    fc.assert(
      fc.property(entries, fc.nat(), (makers, where) => {
        const all = makers.map((make, n) => make(n + 1));
        const cut = all.length === 0 ? 0 : where % (all.length + 1);
        const stored = FoldState.parse(JSON.parse(JSON.stringify(fold(all.slice(0, cut)))));
        expect(fold(all.slice(cut), stored)).toEqual(fold(all));
      }),
      { numRuns: 60 },
    );
  });

  it("stays bounded over a long session", () => {
    const state = initialFold();
    for (let n = 1; n <= 700; n += 1) {
      fold(
        [
          human(n, `Please add feature${n} to module_${n}.ts and keep handler${n} as it is.`),
          said(n, `The issue is that handler${n} ignores option_${n}. Added test_${n} to module_${n}.ts.`),
          call(n, "edit", { files: [`src/module_${n}.ts`] }),
        ],
        state,
      );
    }
    expect(state.files.length).toBeLessThanOrEqual(CAPS.files);
    expect(state.turns.length).toBeLessThanOrEqual(CAPS.turns);
    expect(JSON.stringify(state).length).toBeLessThan(150_000);
    expect(state.humanTurns).toBe(700);
  });

  it("keeps the task list through its changes", () => {
    const state = fold([
      call(1, "todo", {
        todos: { type: "create", item: { id: null, text: "Write the parser", status: "pending" } },
      }),
      call(2, "todo", {
        todos: { type: "create", item: { id: null, text: "Write the docs", status: "pending" } },
      }),
      call(3, "todo", { todos: { type: "update", id: "1", status: "completed", text: null } }),
    ]);
    expect(state.todos.map((todo) => todo.status)).toEqual(["completed", "pending"]);
  });

  it("takes a failure as fixed once the same command passes", () => {
    const failed = [call(1, "run", { command: "npm test" }), result(2, 1, true, "Error: 2 tests failed")];
    expect(fold(failed).failures[0]?.fixedBy).toBeNull();
    const passed = [call(3, "run", { command: "npm test 2>&1 | tail -5" }), result(4, 3, false, "ok")];
    expect(fold([...failed, ...passed]).failures[0]?.fixedBy).toBe("r4");
  });

  it("does not take one passing test for a passing suite", () => {
    const state = fold([
      call(1, "run", { command: "npx vitest run" }),
      result(2, 1, true, "Error: 2 tests failed"),
      call(3, "run", { command: "npx vitest run src/a.test.ts" }),
      result(4, 3, false, "ok"),
    ]);
    expect(state.failures[0]?.fixedBy).toBeNull();
  });

  it("sees a failure that a pipe hides from the exit code", () => {
    const state = fold([
      call(1, "run", { command: "go test ./... 2>&1 | tail -20" }),
      result(2, 1, false, "--- FAIL: TestMerge (0.01s)\nFAIL"),
    ]);
    expect(state.failures[0]?.error).toContain("TestMerge");
  });

  it("drops an open question when the person answers", () => {
    const asked = [
      human(1, "Add caching to the report."),
      said(2, "Should the cache be shared between tenants?", true),
    ];
    expect(fold(asked).notes.filter((note) => note.kind === "question")).toHaveLength(1);
    const answered = fold([...asked, human(3, "Yes, share it.")]);
    expect(answered.notes.filter((note) => note.kind === "question")).toHaveLength(0);
  });
});
