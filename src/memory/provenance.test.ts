import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { safeRelativePath } from "../manifest/relative-path.ts";
import { parseProvenance, provenancePath, topicPathOf } from "./provenance.ts";

describe("provenancePath", () => {
  it.each([
    ["memory/lessons.md", ".handoff/provenance/memory~lessons.md.json"],
    ["TODO.md", ".handoff/provenance/%54%4f%44%4f.md.json"],
    ["люди/анна.md", ".handoff/provenance/люди~анна.md.json"],
    ["a b~c.md", ".handoff/provenance/a%20b%7ec.md.json"],
  ])("names the file of %s", (topic, path) => {
    expect(provenancePath(topic)).toBe(path);
    expect(topicPathOf(path)).toBe(topic);
  });

  const topic = fc
    .array(
      fc.oneof(
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }),
        fc.constantFrom("A", "a", "É", "e\u0301", "ß", "ẞ", "ſ", "K", "ı"),
      ),
      {
        minLength: 1,
        maxLength: 3,
      },
    )
    .map((parts) => `${parts.join("/")}.md`);

  it("can be read back, and is one safe name", () => {
    fc.assert(
      fc.property(topic, (path) => {
        const encoded = provenancePath(path);
        expect(safeRelativePath(encoded)).toBe(true);
        expect(encoded.split("/")).toHaveLength(3);
        if (!encoded.includes("%~")) expect(topicPathOf(encoded)).toBe(path);
      }),
    );
  });

  it("keeps two paths apart where case and Unicode form are ignored", () => {
    const folded = (path: string): string =>
      provenancePath(path).normalize("NFD").toUpperCase().toLowerCase();
    fc.assert(
      fc.property(topic, topic, (a, b) => {
        expect(folded(a) === folded(b)).toBe(a === b);
      }),
    );
    expect(folded("A.md")).not.toBe(folded("a.md"));
    expect(folded("\u00e9.md")).not.toBe(folded("e\u0301.md"));
  });

  it("stays short for a very long path, and then its content names the topic", () => {
    const path = provenancePath(`${"Ж".repeat(200)}.md`);
    expect(Buffer.byteLength(path)).toBeLessThan(100);
    expect(topicPathOf(path)).toBeNull();
  });

  it.each([
    ".handoff/provenance/index.json",
    ".handoff/tombstones.json",
    "a.md",
    ".handoff/provenance/%zz.json",
  ])("takes %s for no topic", (path) => {
    expect(topicPathOf(path)).toBeNull();
  });
});

describe("parseProvenance", () => {
  const good = {
    id: "1",
    kind: "lesson",
    subject: "",
    headings: [],
    hash: "h",
    hardTokens: [],
    evidence: [],
    host: null,
    sessionId: null,
    at: null,
    correctedAt: null,
    origin: "capture",
    scope: "project",
    confidence: "stated",
    rank: 0,
    aliases: [],
    supersedes: [],
  };

  it("leaves out single broken records and gives older ones an empty sketch", () => {
    const text = JSON.stringify({ version: 1, file: "a.md", facts: [good, { id: 2 }, null] });
    expect(parseProvenance(text)).toEqual({ version: 1, file: "a.md", facts: [{ ...good, sketch: "" }] });
  });

  it.each(["", "{", "[]", '{"version":2,"file":"a","facts":[]}', "<<<<<<< ours\n{}"])(
    "gives null for %j",
    (text) => {
      expect(parseProvenance(text)).toBeNull();
    },
  );
});
