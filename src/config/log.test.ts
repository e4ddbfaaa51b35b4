import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { appendLog } from "./log.ts";
import { removeFolder } from "../../test/fixtures/remove-folder.ts";

let home: string;
const file = () => join(home, "log/handoff.log");

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "handoff-log-"));
});
afterEach(() => removeFolder(home));

describe("appendLog", () => {
  it("adds a line with the time, readable for its owner only", () => {
    appendLog(home, "one");
    appendLog(home, "two\nthree");
    expect(readFileSync(file(), "utf8")).toMatch(/^\d{4}-\S+Z one\n\d{4}-\S+Z two three\n$/);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  it("starts anew after a megabyte and keeps the one before", () => {
    mkdirSync(join(home, "log"));
    writeFileSync(file(), "x".repeat(1_000_001));
    appendLog(home, "one");
    expect(readFileSync(file(), "utf8")).toMatch(/ one\n$/);
    expect(statSync(`${file()}.1`).size).toBe(1_000_001);
  });

  it("stops nothing where it cannot write", () => {
    expect(() => appendLog("/proc/no-such-folder", "one")).not.toThrow();
  });
});
