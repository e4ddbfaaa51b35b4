import { describe, expect, it } from "vitest";
import { isIgnored } from "./ignore.ts";

describe("isIgnored", () => {
  it.each([
    ["memory/drafts", "memory/drafts/a/b.md", true],
    ["memory/drafts/", "memory/drafts.md", false],
    ["memory/*.tmp.md", "memory/a.tmp.md", true],
    ["memory/*.tmp.md", "memory/a/b.tmp.md", false],
    ["memory/**/old-*.md", "memory/old-a.md", true],
    ["memory/**/old-*.md", "memory/a/b/old-a.md", true],
    ["README.md", "memory/people/README.md", true],
    ["./notes/?.md", "notes/a.md", true],
    ["notes/?.md", "notes/ab.md", false],
    ["a+b(c).md", "a+b(c).md", true],
    ["", "a.md", false],
  ])("reads %j against %j as %j", (entry, path, expected) => {
    expect(isIgnored({ ignore: [entry] }, path)).toBe(expected);
  });
});
