import { describe, expect, it } from "vitest";
import { outcomeOf, type RunOutcome } from "./run-outcome.ts";

function outcome(
  command: string,
  text: string,
  more: { failed?: boolean; exitCode?: number; errorLine?: string } = {},
): RunOutcome {
  return outcomeOf(command, { text, failed: false, exitCode: null, errorLine: null, ...more });
}

describe("how a run ended", () => {
  it.each([
    ["npm test", "", "shown"],
    ["npm test 2>&1", "whatever it prints", "shown"],
    ["make lint && make test", "", "shown"],
    ["cd app; make test", "", "shown"],
    ['go test ./... -run "A|B"', "", "shown"],
    ["npm test | tail -5", "Tests  6 passed (6)", "shown"],
    ["bun run lint; echo $?", "Checked 4 files. No fixes applied.", "shown"],
    ["mise run lint | tail -3", "0 issues.", "shown"],
    ["npm run build | tail -3", "Waiting for the debugger", "passed"],
    ["npm test || true", "", "passed"],
    ["npm test | tail -5", "Tests  2 failed | 4 passed", "failed"],
    ["npm test | tail -5", "Tests  0 failed | 6 passed", "shown"],
    ["mise run lint | head -9", "1 issues:\n* maintidx: 1\n[lint] ERROR task failed", "failed"],
    ["bun test | tail -4", "41 pass\n 1 fail", "failed"],
    ["npm test; echo Exit: $?", "Exit: 1", "failed"],
    ["npm test", "Tests  2 failed", "shown"],
    ["cargo build | tail -2", "Command running in background with ID: b1", null],
  ] as const)("%j that printed %j: %j", (command, text, expected) => {
    expect(outcome(command, text)).toBe(expected);
  });

  it("is a failure where the host, the exit code or the reader says so", () => {
    expect(outcome("npm test", "", { failed: true })).toBe("failed");
    expect(outcome("npm test", "", { exitCode: 2 })).toBe("failed");
    expect(outcome("npm test | tail", "cut", { errorLine: "FAILED a.py::b - c" })).toBe("failed");
  });
});
