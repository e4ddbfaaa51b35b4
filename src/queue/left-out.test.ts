import { existsSync, mkdtempSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { leaveOut, leftOutSessions } from "./left-out.ts";
import { removeFolder } from "../../test/fixtures/remove-folder.ts";

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "handoff-left-out-"));
});
afterEach(() => removeFolder(home));

describe("leaveOut", () => {
  it("remembers each session once", () => {
    expect(leftOutSessions(home)).toEqual(new Set());
    for (const id of ["one", "two", "one"]) leaveOut(home, id);
    expect(leftOutSessions(home)).toEqual(new Set(["one", "two"]));
    expect(readFileSync(join(home, "guard/left-out"), "utf8")).toBe("one\ntwo\n");
    expect(statSync(join(home, "guard/left-out")).mode & 0o777).toBe(0o600);
  });

  it("takes no session without an id, and nothing that is none", () => {
    for (const id of [null, "", "one\ntwo", "../x/y"]) leaveOut(home, id);
    expect(existsSync(join(home, "guard"))).toBe(false);
  });

  it("makes no home folder", () => {
    leaveOut(join(home, "absent"), "one");
    expect(existsSync(join(home, "absent"))).toBe(false);
  });

  it("keeps the newest of very many", () => {
    const id = (n: number) => `5d0c2b1e-7f1a-4c1e-9a52-${String(n).padStart(12, "0")}`;
    for (let n = 0; n < 2_800; n += 1) leaveOut(home, id(n));
    const kept = leftOutSessions(home);
    expect(kept.size).toBeLessThanOrEqual(2_703);
    expect([kept.has(id(2_799)), kept.has(id(0))]).toEqual([true, false]);
  });
});
