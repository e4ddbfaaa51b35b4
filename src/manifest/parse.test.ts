import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseManifest } from "./parse.ts";

const HEAD = "---\nhandoff: 1\nindex: MEMORY.md\n---\n";
const FILES_HEAD =
  "## Files\n| file | kind | unit | write | scope | fields | keep | holds |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n";
const INBOX = "| `inbox.md` | * | fact | append | project | | | the rest |\n";
const INDEX_HEAD = "## Index\n| section | kinds | form | columns | max |\n| --- | --- | --- | --- | --- |\n";

interface Parts {
  head?: string;
  files?: string;
  sections?: string;
}

function manifestText({ head = HEAD, files = INBOX, sections = "" }: Parts): string {
  return `${head}# Memory\n\n${FILES_HEAD}${files}\n${INDEX_HEAD}${sections}`;
}

const file = (pattern: string): string =>
  `| \`${pattern}\` | note | fact | merge | project | | | notes |\n${INBOX}`;

function messages(parts: Parts): string[] {
  return parseManifest(manifestText(parts)).problems.map((problem) => problem.message);
}

describe("parseManifest", () => {
  it("reads rows with their lines, fields, days and sections", () => {
    const { manifest } = parseManifest(
      manifestText({
        files: `| \`lab/{slug}.md\` | опыт | topic | merge | user | name, metadata.kind=x | 60 days | one experiment |\n${INBOX}`,
        sections: "| Lab | опыт | table | name, where it is=path | 7 |\n",
      }),
    );
    expect(manifest?.files[0]).toEqual({
      pattern: "lab/{slug}.md",
      kind: "опыт",
      unit: "topic",
      write: "merge",
      scope: "user",
      fields: [
        { name: "name", value: null },
        { name: "metadata.kind", value: "x" },
      ],
      keepDays: 60,
      holds: "one experiment",
      line: 10,
    });
    expect(manifest?.sections[0]).toMatchObject({
      section: "Lab",
      columns: [
        { title: "name", source: "name" },
        { title: "where it is", source: "path" },
      ],
      max: 7,
    });
  });

  it("takes defaults for absent keys and reads given limits", () => {
    const { manifest } = parseManifest(
      manifestText({ head: "---\nhandoff: 1\nlimits: { index-chars: 900 }\nignore:\n---\n" }),
    );
    expect(manifest).toMatchObject({
      index: "MEMORY.md",
      own: "file",
      heal: "report",
      preset: null,
      ignore: [],
      limits: { indexChars: 900, listItems: 5, recent: 5, topicChars: 20_000 },
    });
  });

  it("ignores columns, keys and sections it does not know", () => {
    const text = manifestText({ head: "---\nhandoff: 1\ncolour: blue\n---\n" })
      .replace("| keep | holds |\n| --- |", "| keep | holds | owner |\n| --- | --- |")
      .replace("| the rest |", "| the rest | Ann |")
      .replace("## Index", "## House rules\n| a |\n| --- |\n| b |\n\n## Index");
    expect(parseManifest(text).problems).toEqual([]);
  });

  it("keeps the link of a list template as written", () => {
    const { manifest } = parseManifest(
      manifestText({
        files: `${INBOX}| \`h/{date}-{time}-{session}.md\` | handoff | boundary | new | project | | | state |\n`,
        sections: "| Recent | handoff | list | date: [task](path) | 5 |\n",
      }),
    );
    expect(manifest?.sections[0]?.template).toBe("date: [task](path)");
  });

  it.each([
    "../up.md",
    "a/../b.md",
    "/etc/a.md",
    "~/a.md",
    "C:/a.md",
    "//server/a.md",
    "\\\\\\\\server\\\\a.md",
    "a\\\\b.md",
    "con.md",
    "a/NUL.txt.md",
    "lpt1/{slug}.md",
    "a/./b.md",
    "a//b.md",
    "a:b.md",
    "MANIFEST.md",
    "manifest.MD",
    "memory.md",
    ".handoff/{slug}.md",
    ".git/a.md",
    "notes/{name}.md",
    "notes/{slug.md",
    "notes/{slug}.txt",
    "",
  ])("refuses the pattern %j and leaves no manifest", (pattern) => {
    const { manifest, problems } = parseManifest(manifestText({ files: file(pattern) }));
    expect(manifest).toBeNull();
    expect(problems).toHaveLength(1);
    expect(problems[0]?.line).toBe(10);
    expect(problems[0]?.message).toMatch(/^column file: /u);
  });

  it.each([
    "notes.md",
    "{slug}.md",
    "a/{person}/{slug}.md",
    "заметки/{slug}.md",
    "{yyyy-mm}/{date}-{time}.md",
  ])("accepts the pattern %j", (pattern) => {
    expect(messages({ files: file(pattern) })).toEqual([]);
  });

  it.each([
    ["two inboxes", { files: INBOX + INBOX }, "a second inbox; the first stands on line 10"],
    ["no inbox", { files: file("a.md").replace(INBOX, "") }, "no inbox: kind * must exist exactly once"],
    [
      "a repeated kind",
      { files: file("a.md").replace(INBOX, "") + file("b.md") },
      "kind note has a row of scope project already, on line 10",
    ],
    [
      "a capital kind",
      { files: file("a.md").replace("| note", "| Note") },
      "column kind: expected one lower-case word, or * for the inbox",
    ],
    [
      "a bad unit",
      { files: file("a.md").replace("fact | merge", "facts | merge") },
      "column unit: expected topic, fact, boundary",
    ],
    [
      "a bad write",
      { files: file("a.md").replace("merge", "merged") },
      "column write: expected merge, append, new",
    ],
    [
      "a bad scope",
      { files: file("a.md").replace("project", "team") },
      "column scope: expected user, project, branch",
    ],
    [
      "a new file for facts",
      { files: file("a.md").replace("merge", "new") },
      "column write: new goes with unit boundary, and only with it",
    ],
    [
      "bad days",
      { files: file("a.md").replace("| | | notes", "| | soon | notes") },
      "column keep: expected a number of days or nothing",
    ],
    [
      "a bad field",
      { files: file("a.md").replace("| | | notes", "| a b | | notes") },
      "column fields: expected names, or name=value, separated by commas",
    ],
    [
      "an unknown kind in a section",
      { sections: "| A | ghost | table | name | 5 |\n" },
      "column kinds: kind ghost has no row in Files",
    ],
    [
      "the inbox in a section",
      { sections: "| A | * | table | name | 5 |\n" },
      "column kinds: the inbox has no place in the index",
    ],
    [
      "a bad form",
      { files: file("a.md"), sections: "| A | note | grid | name | 5 |\n" },
      "column form: expected table, list, line",
    ],
    [
      "a bad max",
      { files: file("a.md"), sections: "| A | note | table | name | few |\n" },
      "column max: expected a whole number above 0 or nothing",
    ],
    [
      "no version",
      { head: "---\nindex: A.md\n---\n" },
      "key handoff: expected 1, the version of the grammar",
    ],
    [
      "a later version",
      { head: "---\nhandoff: 2\n---\n" },
      "key handoff: expected 1, the version of the grammar",
    ],
    [
      "a bad limit",
      { head: "---\nhandoff: 1\nlimits: { recent: 0 }\n---\n" },
      "key recent: expected a whole number above 0",
    ],
    ["a bad owner", { head: "---\nhandoff: 1\nown: all\n---\n" }, "key own: expected file or block"],
    [
      "an index outside",
      { head: "---\nhandoff: 1\nindex: ../M.md\n---\n" },
      "key index: expected a relative .md path other than MANIFEST.md and .handoff/",
    ],
    ["broken YAML", { head: "---\nhandoff: [1\n---\n" }, "the front matter is not a YAML map"],
    ["no front matter", { head: "" }, "the front matter is missing"],
  ] as const)("says what is wrong with %s", (_, parts, message) => {
    expect(messages(parts)).toEqual([message]);
  });

  it.each(["file", "kind", "unit", "write", "scope", "fields", "keep", "holds"])(
    "asks for a missing column %s and shows the header",
    (column) => {
      const { manifest, problems } = parseManifest(manifestText({}).replace(`| ${column} |`, "| other |"));
      expect(manifest).toBeNull();
      expect(problems[0]).toMatchObject({ line: 8, column: 1, message: `Files has no column ${column}` });
      expect(problems[0]?.suggestion).toContain("| file | kind |");
    },
  );

  it("points at the key in the front matter and at the cell in the table", () => {
    const { problems } = parseManifest(
      manifestText({
        head: "---\nhandoff: 1\nheal: never\n---\n",
        files: file("a.md").replace("merge", "merged"),
      }),
    );
    expect(problems.map(({ line, column }) => [line, column])).toEqual([
      [3, 1],
      [10, 26],
    ]);
  });

  it("says which tables are missing in an empty text", () => {
    expect(parseManifest("").problems.map((problem) => problem.message)).toEqual([
      "the front matter is missing",
      "no table under a heading Files",
      "no table under a heading Index",
    ]);
  });

  it("reads CRLF, CR and a byte order mark like LF", () => {
    const text = manifestText({ files: file("a.md") });
    expect(parseManifest(text).problems).toEqual([]);
    expect(parseManifest(`\uFEFF${text.replaceAll("\n", "\r\n")}`)).toEqual(parseManifest(text));
    expect(parseManifest(text.replaceAll("\n", "\r"))).toEqual(parseManifest(text));
  });

  it("never throws and never gives a manifest together with a problem", () => {
    const text = manifestText({ files: file("a.md"), sections: "| A | note | table | name | 5 |\n" });
    const cut = fc.tuple(fc.nat(text.length), fc.nat(40), fc.string({ unit: "binary", maxLength: 12 }));
    fc.assert(
      fc.property(cut, ([at, length, insert]) => {
        const { manifest, problems } = parseManifest(text.slice(0, at) + insert + text.slice(at + length));
        expect(manifest === null).toBe(problems.length > 0);
      }),
      { numRuns: 60 },
    );
  });
});
