import { describe, expect, it } from "vitest";
import { commandKey, covers, onlyLooks, tidyCommand } from "./command.ts";

describe("tidyCommand", () => {
  it.each([
    ["cd /home/dev/shop && npm test 2>&1 | tail -20", "npm test"],
    ['go test ./... 2>&1 | grep -A 20 "FAIL\\|Error"', "go test ./..."],
    ["CI=1 npx vitest run; echo done", "npx vitest run"],
    ["make lint && make test", "make lint && make test"],
  ])("says %j as %j", (command, tidy) => {
    expect(tidyCommand(command)).toBe(tidy);
  });

  it("leaves out the text of a here-document", () => {
    expect(tidyCommand("git commit -m \"$(cat <<'EOF'\nfix: long text\nEOF\n)\"")).not.toContain("long text");
  });
});

describe("commandKey", () => {
  it("is the last step that does something, without messages and quoted texts", () => {
    expect(commandKey('git add -A && git commit -m "Fix the parser" && git log -1')).toBe("git commit -m");
  });
});

describe("covers", () => {
  it.each([
    ["npm test", "npm test", true],
    ["go test ./...", "go test ./store -run TestLock", true],
    ["go test ./store -run TestLock", "go test ./...", false],
    ["npm run build", "npm run lint", false],
    ["git commit --no-edit", "git merge origin/main", true],
    ["git merge --abort", "git merge origin/main", false],
  ])("a success of %j clears a failure of %j: %j", (later, earlier, expected) => {
    expect(covers(commandKey(later), commandKey(earlier))).toBe(expected);
  });
});

describe("onlyLooks", () => {
  it.each([
    ["git status", true],
    ["rm -f out.txt", true],
    ["npm test", false],
    ["git push", false],
  ])("%j: %j", (command, expected) => {
    expect(onlyLooks(command)).toBe(expected);
  });
});
