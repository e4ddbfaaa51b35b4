import { describe, expect, it } from "vitest";
import type { Entry } from "../entry.ts";
import { foldEntry, initialFold } from "../fold.ts";
import { isRefuted } from "./refute.ts";
import type { FoldState } from "./state.ts";

/** The state after the agent said these texts, one after the other; what begins with "person: " a person said. */
function told(...texts: readonly string[]): FoldState {
  const state = initialFold();
  texts.forEach((said, n) => {
    const at = { id: `a${n}`, at: null };
    const text = said.replace("person: ", "");
    const entry: Entry =
      said === text ? { kind: "assistant", ...at, text, final: true } : { kind: "human", ...at, text };
    foldEntry(state, entry);
  });
  return state;
}

/** Findings after the agent said these texts, one after the other. */
function findings(...texts: readonly string[]): string[] {
  return told(...texts)
    .notes.filter((note) => note.kind === "finding")
    .map((note) => note.text);
}

const GUESS = "The problem is that parseHeader in csv.ts drops the byte order mark.";
const OTHER = "The problem is that flushRows in writer.ts runs before the file is open.";

describe("a cause that the agent named", () => {
  it.each([
    "I checked it with a plain file: parseHeader was not the cause.",
    "So parseHeader is a red herring.",
    "I ruled out parseHeader with a second file.",
  ])("is no finding once the session took it back: %s", (refutation) => {
    expect(findings(GUESS, OTHER, refutation)).not.toContain(GUESS);
  });

  it("stays when something else was taken back", () => {
    expect(findings(GUESS, "I ruled out flushRows as well.")).toContain(GUESS);
  });

  it("stays when the later text only speaks of it", () => {
    expect(findings(GUESS, "Now parseHeader is covered by a test.")).toContain(GUESS);
  });
});

const CACHE = "The problem is that the cache hands out the rows of another tenant.";

describe("a cause without a name of code in it", () => {
  it.each([
    ["English", CACHE, "The log shows it: the cache was not the cause."],
    ["English", CACHE, "The cache has nothing to do with it."],
    ["Russian", "Проблема в том, что кэш отдаёт строки другого арендатора.", "Кэш оказался ни при чём."],
    [
      "German",
      "Das Problem ist, dass der Zwischenspeicher Zeilen eines anderen Mandanten liefert.",
      "Der Zwischenspeicher war nicht die Ursache.",
    ],
    [
      "Spanish",
      "El problema es que la caché devuelve las filas de otro cliente.",
      "Al final la caché no era la causa.",
    ],
    ["Chinese", "问题在于缓存返回了其他租户的数据行。", "查过日志了，缓存不是原因。"],
  ])("is no finding once it was taken back, in %s", (_, guess, refutation) => {
    expect(findings(guess)).toHaveLength(1);
    expect(findings(guess, refutation)).not.toContain(guess);
  });

  it("is no finding once the person takes it back", () => {
    expect(findings(CACHE, "person: No. The cache was not the cause, I looked.")).toEqual([]);
  });

  it("stays when the person said it and the agent denies it", () => {
    const said = findings(`person: ${CACHE}`, "The cache was not the cause.");
    expect(said).toContain(CACHE);
  });

  it("stays when something else is ruled out", () => {
    expect(findings(CACHE, "The clock was not the cause.")).toContain(CACHE);
  });
});

describe("a guess", () => {
  const MAYBE = "The rows may be wrong because the cache in rows.ts might be stale.";

  it.each([
    "person: no, it was the lock",
    "The real cause is the lock in rows.ts.",
    "Оказалось, дело в блокировке.",
    "Tatsächlich lag es an der Sperre.",
    "En realidad era el bloqueo.",
    "其实是锁的问题。",
  ])("goes when another cause is named: %s", (correction) => {
    expect(findings(MAYBE)).toContain(MAYBE);
    expect(findings(MAYBE, correction)).not.toContain(MAYBE);
  });

  it("goes when the same text takes it back", () => {
    const text = `${CACHE} I looked again. The cache was not the cause.`;
    expect(findings(text)).not.toContain(CACHE);
  });
});

describe("what was taken back", () => {
  const state = told(GUESS, "parseHeader was not the cause.");

  it("is known as such in other words of the same names, but not where it is denied", () => {
    expect(isRefuted(state, "The problem: parseHeader in csv.ts drops the byte order mark")).toBe(true);
    expect(isRefuted(state, "parseHeader in csv.ts dropping the byte order mark was not the cause.")).toBe(
      false,
    );
    expect(isRefuted(state, OTHER)).toBe(false);
  });

  it("does not come back with the host's own summary", () => {
    foldEntry(state, { kind: "compaction", id: "c1", at: null, trigger: "auto", text: GUESS });
    expect(state.notes.map((note) => note.text)).not.toContain(GUESS);
  });
});
