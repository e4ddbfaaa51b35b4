import { mkdirSync, mkdtempSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { forgetChild, noteChild } from "../summarize/child-processes.ts";
import { ancestors, countStart, isBelowOurs, MAX_STARTS, rememberWorker } from "./spawn-guard.ts";
import { removeFolder } from "../../test/fixtures/remove-folder.ts";

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "handoff-guard-"));
});
afterEach(() => removeFolder(home));

const NOW = Date.parse("2026-11-30T12:00:00Z");
const startMany = (n: number, at: number) => Array.from({ length: n }, () => countStart(home, at));

describe("countStart", () => {
  it("allows 30 starts in any 60 s, and says only once that it refuses", () => {
    expect(startMany(MAX_STARTS, NOW)).toEqual(Array.from({ length: MAX_STARTS }, () => "allowed"));
    expect(startMany(3, NOW + 59_000)).toEqual(["refused", "refused-again", "refused-again"]);
    expect(startMany(1, NOW + 60_001)).toEqual(["allowed"]);
  });

  it("does not count what it refused: a steady stream goes on at the allowed rate", () => {
    const verdicts = Array.from({ length: 240 }, (_, n) => countStart(home, NOW + n * 1_000));
    const allowed = verdicts.filter((verdict) => verdict === "allowed").length;
    expect(allowed).toBe(4 * MAX_STARTS);
  });

  it("is not blocked for ever by a clock that was ahead", () => {
    startMany(MAX_STARTS, NOW + 3_600_000);
    expect(countStart(home, NOW)).toBe("allowed");
  });

  it("keeps its file small and to itself", () => {
    for (let n = 0; n < 900; n += 1) {
      countStart(home, NOW + n * 3_000);
      rememberWorker(home, 1_000_000 + n, NOW + n * 3_000);
    }
    const { size, mode } = statSync(join(home, "guard/starts"));
    expect(size).toBeLessThan(40_000);
    expect(mode & 0o777).toBe(0o600);
  });
});

describe.runIf(process.platform === "linux")("isBelowOurs", () => {
  it("knows a worker among the processes above this one", () => {
    expect(ancestors()[0]?.pid).toBe(process.ppid);
    expect(isBelowOurs(home)).toBe(false);
    rememberWorker(home, process.pid, NOW);
    expect(isBelowOurs(home)).toBe(false);
    rememberWorker(home, process.ppid, NOW);
    expect(isBelowOurs(home)).toBe(true);
  });

  it("knows a program that summarizes among them", () => {
    noteChild(home, process.pid, "command", "mark");
    expect(isBelowOurs(home)).toBe(false);
    noteChild(home, process.ppid, "command", "mark");
    expect(isBelowOurs(home)).toBe(true);
    forgetChild(home, process.ppid);
    expect(isBelowOurs(home)).toBe(false);
  });

  it("takes no process for a worker because it has its number", () => {
    mkdirSync(join(home, "guard"));
    writeFileSync(join(home, "guard/starts"), `worker ${NOW} ${process.ppid} 17\n`);
    expect(isBelowOurs(home)).toBe(false);
    writeFileSync(join(home, "guard/starts"), `worker ${NOW} ${process.ppid}\n`);
    expect(isBelowOurs(home)).toBe(false);
  });
});
