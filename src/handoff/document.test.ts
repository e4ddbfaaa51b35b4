import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { WorkingState } from "../session/working-state.ts";
import { MAX_LINE, documentTitle, parseHandoffDocument, renderHandoffDocument } from "./document.ts";
import type { Handoff } from "./handoff.ts";

const text = fc
  .array(
    fc.constantFrom(
      "the",
      "queue",
      "fails",
      "`x_y`",
      "src/a.ts",
      "###",
      "- -",
      "```",
      "Größe",
      "запрос",
      "#12",
      "a:b",
      "…",
    ),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((words) => `word ${words.join(" ")} end`);
const statement = text.map((one) => ({ text: one, evidence: ["e1"] }));
const statements = fc.array(statement, { maxLength: 4 });
const state: fc.Arbitrary<WorkingState> = fc.record({
  task: fc.option(statement),
  lastRequest: fc.option(statement),
  status: fc.option(statement),
  phase: fc.constantFrom("in-progress", "waiting", "blocked", "done", "unknown"),
  done: statements,
  next: statements,
  openQuestions: statements,
  findings: statements,
  decisions: statements,
  files: fc.array(
    fc.record({ path: fc.constantFrom("src/a.ts", "docs/b (old).md"), edits: fc.nat(9), reads: fc.nat(9) }),
    { maxLength: 3 },
  ),
  lastFailure: fc.option(
    fc.record({ command: text, error: fc.option(text), fixed: fc.boolean(), evidence: fc.constant(["e2"]) }),
  ),
  identifiers: fc.array(fc.constantFrom("fetchInvoice", "MAX_ROWS", "a/b-1"), { maxLength: 3 }),
  language: fc.constantFrom("en", "ru"),
});

function handoff(working: WorkingState): Handoff {
  return {
    version: 1,
    boundary: { host: "claude-code", sessionId: "s1", entryId: "e9", at: "2026-03-01T10:00:00.000Z" },
    session: {
      cwd: "/home/dev/shop: the app",
      gitBranch: "feat/#12",
      startedAt: null,
      endedAt: "2026-03-01T10:00:00.000Z",
      compactions: 1,
      humanTurns: 4,
    },
    provider: "extractive",
    state: working,
    updates: [],
  };
}

const unmarked = (one: string): string => one.replace(/`{3,}/gu, "").replace(/\s+/gu, " ").trim();

describe("the handoff document", () => {
  it("keeps all that resume needs through render and parse", () => {
    fc.assert(
      fc.property(state, (working) => {
        const source = handoff(working);
        const parsed = parseHandoffDocument(renderHandoffDocument(source));
        const bare = (one: { text: string } | null): unknown =>
          one === null ? null : { text: unmarked(one.text), evidence: [] };
        expect(parsed?.boundary).toEqual(source.boundary);
        expect(parsed?.session).toEqual(source.session);
        expect(parsed?.title).toBe(documentTitle(source));
        const failure = working.lastFailure;
        expect(parsed?.state).toEqual({
          ...working,
          task: bare(working.task),
          lastRequest: bare(working.lastRequest),
          status: bare(working.status),
          done: working.done.map(bare),
          next: working.next.map(bare),
          openQuestions: working.openQuestions.map(bare),
          findings: working.findings.map(bare),
          decisions: working.decisions.map(bare),
          lastFailure: failure && {
            ...failure,
            command: unmarked(failure.command),
            error: failure.error === null ? null : unmarked(failure.error),
            evidence: [],
          },
        });
      }),
    );
  });

  it("has no fence and no line over the limit, whatever it is given", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 900 }), (wild) => {
        const one = { text: `${wild} \`\`\`js ${"long ".repeat(120)}`, evidence: [] };
        const working = {
          ...fc.sample(state, { numRuns: 1, seed: 1 })[0],
          task: one,
          findings: [one],
        } as WorkingState;
        const rendered = renderHandoffDocument(handoff(working));
        expect(rendered).not.toContain("```");
        for (const line of rendered.split("\n")) expect(line.length).toBeLessThanOrEqual(MAX_LINE);
      }),
    );
  });

  it("is null for a file that is none", () => {
    expect(parseHandoffDocument("# Notes\n\nname: x\n")).toBeNull();
    expect(parseHandoffDocument("---\nname: project\n---\n# Shop\n")).toBeNull();
    expect(parseHandoffDocument("---\nhandoff: 2\nhost: claude-code\n---\n# Shop\n")).toBeNull();
  });

  it("takes the first sentence of the task as its title, within 80 characters", () => {
    const title = (task: string): string =>
      documentTitle({
        state: { task: { text: task, evidence: [] } } as unknown as WorkingState,
        updates: [],
      });
    expect(title("Add retries to the invoice client. It fails on timeouts.")).toBe(
      "Add retries to the invoice client",
    );
    expect(title("word ".repeat(40)).length).toBeLessThanOrEqual(80);
    expect(title("   ")).toBe("Session");
  });
});
