import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { settingsFor } from "../../lint/rule-settings.ts";
import { presetManifest } from "../../manifest/presets.ts";
import type { PresetId } from "../../manifest/manifest.ts";
import type { MemoryFile, MemorySnapshot } from "../../memory/snapshot.ts";
import { newMemoryDraft } from "../draft.ts";
import { dropCopies } from "./duplicates.ts";
import { fixableMessages } from "./marks.ts";
import { planFix } from "./plan-fix.ts";

type Files = Readonly<Record<string, string>>;

function snapshotOf(files: Files, preset: PresetId): MemorySnapshot {
  const entries = Object.entries(files).map(([path, text]): [string, MemoryFile] => [
    path,
    { path, text, hash: createHash("sha256").update(text).digest("hex"), modifiedAt: 0 },
  ]);
  return {
    root: "/shop",
    manifest: presetManifest(preset).manifest,
    manifestExists: false,
    files: new Map(entries),
    provenance: new Map(),
    internal: new Map(),
    tombstones: [],
    hasAgentsFile: false,
  };
}

function fixed(
  files: Files,
  preset: PresetId = "openclaw",
  now = "2026-02-03T04:05:06Z",
  off: readonly string[] = [],
): Record<string, string> {
  const snapshot = snapshotOf(files, preset);
  const settings = new Map(settingsFor(snapshot.manifest));
  for (const rule of off) settings.delete(rule);
  const { plan } = planFix({ snapshot, settings, now: new Date(now), includes: () => true });
  const after: Record<string, string> = { ...files };
  for (const edit of plan.edits) if (edit.after !== null) after[edit.file] = edit.after;
  return after;
}

/** What remains that `--fix` could do something about. */
function remaining(files: Files, preset: PresetId = "openclaw"): string[] {
  const snapshot = snapshotOf(files, preset);
  const settings = settingsFor(snapshot.manifest);
  return fixableMessages("MEMORY.md", files["MEMORY.md"] ?? "", snapshot, settings).map(({ rule }) => rule);
}

const items = (count: number, text: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => `- ${text(n + 1)}`).join("\n");

describe("planFix", () => {
  it("leaves a file without findings byte for byte", () => {
    const text = "\uFEFF# Memory\r\n\r\n- [Shop](memory/shop.md)   \n\n\n<!-- handoff:begin -->";
    expect(fixed({ "MEMORY.md": text })).toEqual({ "MEMORY.md": text });
  });

  it("writes links of moved text for the folder they stand in now", () => {
    const text =
      "# M\n\n## Lessons\n\nSee [a](docs/a.md#x), ![p](<my plan.png>) and [ref] and [^1] and [top](#lessons) and [web](https://example.test).\nMore.\n\n[ref]: notes/(b).md 'B'\n[^1]: Note with [c](c.md).\n";
    const after = fixed({ "MEMORY.md": text });
    expect(after["memory/lessons.md"]).toContain(
      "See [a](../docs/a.md#x), ![p](<../my plan.png>) and [ref] and [^1] and [top](#lessons) and [web](https://example.test).\nMore.",
    );
    expect(after["memory/lessons.md"]).toContain("[^1]: Note with [c](../c.md).");
    expect(after["MEMORY.md"]).toBe("# M\n\n## Lessons\n\n- [Lessons](memory/lessons.md)\n");
  });

  it("keeps a definition that something on the index still needs", () => {
    const text = "# M\n\n- [Shop][s]\n\n## Lessons\n\nThe [shop][s]\nwas slow.\n\n[s]: shop.md\n";
    const after = fixed({ "MEMORY.md": text });
    expect(after["MEMORY.md"]).toBe(
      "# M\n\n- [Shop][s]\n\n## Lessons\n\n- [Lessons](memory/lessons.md)\n\n[s]: shop.md\n",
    );
    expect(after["memory/lessons.md"]).toContain("[s]: ../shop.md");
  });

  it("moves pointers of a list over the limit to a sub-index, its content to the kind of its heading", () => {
    const list = items(7, (n) => (n % 2 === 0 ? `always do ${n}` : `[T${n}](t${n}.md)`));
    const after = fixed({ "MEMORY.md": `# M\n\n## Rules\n\n${list}\n` });
    expect(after["MEMORY.md"]).toBe(
      "# M\n\n## Rules\n\n- [Rules](index-rules.md)\n- [Preferences](memory/preferences.md)\n",
    );
    expect(after["index-rules.md"]).toBe(
      "# Rules\n\n- [T1](t1.md)\n- [T3](t3.md)\n- [T5](t5.md)\n- [T7](t7.md)\n",
    );
    expect(after["memory/preferences.md"]).toContain("- always do 2\n- always do 4\n- always do 6");
  });

  it("keeps a row as a pointer and takes the cell that says too much out of it", () => {
    const long = "it sells bicycles and lamps ".repeat(6).trim();
    const text = `# M\n\n## Projects\n\n| name | status | detail file |\n| --- | --- | --- |\n| Shop | ${long} | memory/entities/project-shop.md |\n| Till | live | memory/entities/project-till.md |\n`;
    const after = fixed({
      "MEMORY.md": text,
      "memory/entities/project-shop.md": "# Shop\n\n- a\n",
      "memory/entities/project-till.md": "# Till\n",
    });
    expect(after["MEMORY.md"]).toBe(text.replace(long, ""));
    expect(after["memory/entities/project-shop.md"]).toBe(
      `# Shop\n\n- a\n\n| name | status | detail file |\n| --- | --- | --- |\n| Shop | ${long} | memory/entities/project-shop.md |\n`,
    );
  });

  it("sends temporary notes to the todo file, also from a list of rules", () => {
    const after = fixed({
      "MEMORY.md": "# M\n\n## Rules\n\n- always test\n- [ ] fix the till\n- never push\n",
    });
    expect(after["TODO.md"]).toContain("- [ ] fix the till");
    expect(after["memory/preferences.md"]).toContain("- always test\n- never push");
  });

  it("shortens Recent and puts the newest first", () => {
    const days = ["03", "01", "06", "05", "04", "02"];
    const text = `# M\n\n## Recent\n\n${days.map((day) => `- 2026-01-${day}: did ${day}`).join("\n")}\n`;
    const after = fixed({ "MEMORY.md": text });
    expect(after["MEMORY.md"]).toBe(
      "# M\n\n## Recent\n\n- 2026-01-06: did 06\n- 2026-01-05: did 05\n- 2026-01-04: did 04\n- 2026-01-03: did 03\n- 2026-01-02: did 02\n\nSee [Recent](index-recent.md).\n",
    );
    expect(after["index-recent.md"]).toBe("# Recent\n\n- 2026-01-01: did 01\n");
  });

  it("moves the longest stretch of pointers when nothing else makes the index short enough", () => {
    const sections = ["A", "B", "C"].map((name, at) => {
      const rows = Array.from(
        { length: 30 + at },
        (_, n) => `| topic ${name} ${n} | memory/${name}/file-${n}.md |`,
      );
      return `## ${name}\n\n| topic | file |\n| --- | --- |\n${rows.join("\n")}\n`;
    });
    const text = `# M\n\n${sections.join("\n")}`;
    const after = fixed({ "MEMORY.md": `${text}\n${"- [x](x.md)\n".repeat(5)}`.padEnd(6000, "\n") });
    expect(remaining(after)).toEqual([]);
  });

  it("finds the content of a fix in the same file as before", () => {
    const first = fixed({ "MEMORY.md": "# M\n\n## Lessons\n\nThe key was wrong.\n" });
    const again = fixed({ ...first, "MEMORY.md": `${first["MEMORY.md"]}\nThe lock was wrong.\n` });
    expect(again["memory/lessons.md"]).toBe(
      "# Lessons\n\n## Lessons\n\nThe key was wrong.\n\nThe lock was wrong.\n".replace("## Lessons\n\n", ""),
    );
  });
});

describe("dropCopies", () => {
  it("keeps the copy in the file the manifest routes to, and every other fact", () => {
    const rule = "- Always run the tests before you push a change";
    const files = {
      "memory/entities/project-shop.md": `# Shop\r\n\r\n- sells bicycles\r\n${rule}\r\n- has a till\r\n`,
      "memory/preferences.md": `# Preferences\n\n* ${rule.slice(2)}\n`,
    };
    const draft = newMemoryDraft(snapshotOf(files, "openclaw"), new Date(0));
    const copies = Object.entries(files).map(([file, text]) => ({
      file,
      start: Math.max(text.indexOf(rule), text.indexOf("* Always")),
    }));
    expect(dropCopies(draft, copies)).toBe(1);
    expect(draft.files.get("memory/preferences.md")?.text).toBe(files["memory/preferences.md"]);
    expect(draft.files.get("memory/entities/project-shop.md")?.text).toBe(
      "# Shop\r\n\r\n- sells bicycles\r\n- has a till\r\n",
    );
  });

  it("leaves no file with nothing but its title", () => {
    const rule = "Always run the tests before you push a change.\n";
    const files = {
      "MEMORY.md": `# M\n\n## Lessons\n\n${rule}`,
      "memory/preferences.md": `# Preferences\n\n- ${rule}`,
    };
    const after = fixed(files);
    expect(after["memory/lessons.md"]).toBe(`# Lessons\n\n${rule}`);
    expect(after["memory/preferences.md"]).toBe(files["memory/preferences.md"]);
    expect(fixed(after)).toEqual(after);
    const more = fixed({
      ...files,
      "memory/preferences.md": `# Preferences\n\n- ${rule}- Never push on Friday.\n`,
    });
    expect(more["memory/lessons.md"]).toBe(`# Lessons\n\n${rule}`);
  });

  it("takes nothing away that says it in other words, or stands alone", () => {
    const files = {
      "memory/lessons.md": "# L\n\n- Ports are `5432` here\n",
      "memory/preferences.md": "# P\n\n- ports are 5432 here\n",
    };
    const draft = newMemoryDraft(snapshotOf(files, "openclaw"), new Date(0));
    const copies = Object.keys(files).map((file) => ({ file, start: 5 }));
    expect(dropCopies(draft, copies)).toBe(0);
    expect(dropCopies(draft, copies.slice(1))).toBe(0);
  });
});

/** Indexes of everything that people write, with every line end. */
const pieces = fc.constantFrom(
  "# Title",
  "## Projects",
  "## Правила",
  "### Deploy `now`",
  "Setext\n===",
  "A sentence about [a](a.md#b). And **more**.\nSecond line  ",
  "never do that 👩‍💻 שלום עולם",
  "We decided to use Redis.",
  "- one\n  - two\n    1. three\n\n    para [x](sub/x.md)\n- [P](p.md) — text\n- four",
  "* [A](a.md)\n* [B](<b c.md>)\n* [C](c.md)\n* [D](d.md)\n* [E](e.md)\n* [F](f.md)",
  "1. a\n2. b\n3. c\n4. d\n5. e\n6. f",
  "- [ ] todo\n- [x] done",
  "| a | b |\n|---|:-:|\n| x\\|y | `p|q` |\n| [L](l.md) | <b>html</b> |",
  "| name | file |\n| --- | --- |\n| shop | shop.md |\n| till `const a = b;` | till.md |",
  "```js\nconst a = 1;\n\n- not a list\n```",
  "    indented\n\n    code",
  "> quote\nlazy [q](q.md)\n> - item",
  "<details>\n<summary>S</summary>\n\ntext inside\n\n</details>",
  "<!-- a comment -->",
  "<!-- handoff:begin -->",
  "text[^1] and [ref][r] and [[wiki]]",
  "[^1]: a note\n    more of it",
  "[r]: ref.md 'title'",
  "---",
  "2026-01-02 10:11:12 ERROR it broke\n    at f (a.js:1:2)",
  "## Recent\n\n- 2026-01-02: b\n- 2026-01-03: c",
  "commit 3f2c9ab fixed it",
);
const breaks = fc.constantFrom("\n\n", "\n", "\r\n\r\n", "\r\n", "\n \n\n", "\r\r");
const source = fc
  .tuple(
    fc.constantFrom("", "\uFEFF", "---\nname: x\n---\n"),
    fc.array(
      fc.tuple(
        fc.oneof({ arbitrary: pieces, weight: 6 }, { arbitrary: fc.string({ unit: "binary" }), weight: 1 }),
        breaks,
      ),
      {
        maxLength: 14,
      },
    ),
    fc.boolean(),
  )
  .map(([head, all, crlf]) => {
    const text = all.map(([piece, gap]) => (crlf ? piece.replaceAll("\n", "\r\n") : piece) + gap).join("");
    return head + text.slice(0, text.length - (text.length % 3));
  });
const TOPIC = "---\nname: P\n---\n# P\r\n\n- old\n\n```\nfence\n```\n- last";
/** A section that goes whole, with a row that would lose a cell if it stood alone. */
const ROW_IN_A_SECTION =
  "# Title\n\n2026-01-02 10:11:12 ERROR it broke\n    at f (a.js:1:2)\nSetext\n===\n\n| name | file |\n| --- | --- |\n| shop | shop.md |\n| till `const a = b;` | till.md |\n\n## Recent\n\n- 2026-01-02: b\n";
const preset = fc.constantFrom<PresetId>("openclaw", "claude-code", "repo");

/** Lines with something on them; where a link leads to does not count. */
function linesOf(text: string): string[] {
  return text
    .replace(/\]\((?:<[^>\n]*>|[^()\s]*)/gu, "](")
    .replace(/^(\s*\[[^\]]+\]:\s*)\S+/gmu, "$1")
    .replace(/^\uFEFF/u, "")
    .split(/\r\n|\n|\r/u)
    .filter((line) => line.trim() !== "");
}

function missing(before: readonly string[], after: readonly string[]): string[] {
  const left = [...after];
  return before.filter((line) => {
    const at = left.indexOf(line);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

/** Whether `part` can be had from `whole` by leaving lines out; lines with their ends. */
function isSubsequence(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0;
  for (const line of whole) if (line === part[at]) at += 1;
  return at === part.length;
}

const withEnds = (text: string): string[] => text.match(/[^\r\n]*(?:\r\n|\n|\r|$)/gu) ?? [];

describe("the line that leads to the inbox", () => {
  const STRAY = "Blue elephants fly.";
  const inboxLines = (files: Files): number[] =>
    (files["MEMORY.md"] ?? "").split("\n").flatMap((line, at) => (line.includes("inbox.md") ? [at] : []));

  it("stands once, below the title, however many pieces wait there", () => {
    const index = `${STRAY}\n\n# Memory\n\n${STRAY}\n\n## Odd\n\n${STRAY}\n\n## Recent\n\n- 2026-01-02: [a](a.md)\n`;
    const after = fixed({ "MEMORY.md": index, "a.md": "# A\n" });
    expect(after["memory/inbox.md"]).toContain(`${STRAY}\n\n${STRAY}\n`);
    expect(inboxLines(after)).toEqual([2]);
    expect(remaining(after)).toEqual([]);
  });

  it("never enters Recent, whose items need a day", () => {
    const index = "# Memory\n\n## Recent\n\n- 2026-01-02: [a](a.md)\n- `const elephants = fly(blue)`\n";
    const after = fixed({ "MEMORY.md": index, "a.md": "# A\n" });
    expect(after["MEMORY.md"]?.split("## Recent")[1]).not.toContain("inbox");
  });

  it("stays where the index has one", () => {
    const index = `# Memory\n\n${STRAY}\n\n## Topics\n\n- [Waiting](memory/inbox.md)\n`;
    const after = fixed({ "MEMORY.md": index, "memory/inbox.md": "# Inbox\n" });
    expect(after["MEMORY.md"]).toBe("# Memory\n\n## Topics\n\n- [Waiting](memory/inbox.md)\n");
  });

  it("does not stand in a row that leads to a topic", () => {
    const index = "# M\n\n| a | b |\n| --- | --- |\n| [A](a.md) | <b>x</b> |\n| [B](b.md) | <b>x</b> |\n";
    const after = fixed({ "MEMORY.md": index, "a.md": "# A\n", "b.md": "# B\n" });
    expect(inboxLines(after).length).toBeLessThan(2);
    expect(after["MEMORY.md"]).not.toMatch(/\|.*inbox/u);
  });

  it.each([
    ["no title", `${STRAY}\n`, "Inbox: [inbox](memory/inbox.md).\n"],
    ["a list at the top", `- [a](a.md)\n\n${STRAY}\n`, "Inbox: [inbox](memory/inbox.md).\n\n- [a](a.md)\n"],
    ["text close below", `# M\n${STRAY}\n`, "# M\n\nInbox: [inbox](memory/inbox.md).\n"],
  ])("%s", (_, index, after) => {
    expect(fixed({ "MEMORY.md": index, "a.md": "# A\n" })["MEMORY.md"]).toBe(after);
  });
});

describe("what ages with the next run", () => {
  it("goes to the archive as in a migration, and one line of the index leads there", () => {
    const error = "TypeError: x is not a function\n    at foo (a.js:1:2)\n    at bar (a.js:1:2)";
    const index = `# Memory\n\n## Rules\n\n- Always test.\n- Never push on Friday.\n- Fixed in commit 3f2c9ab1.\n\n\`\`\`\n${error}\n\`\`\`\n`;
    const after = fixed({ "MEMORY.md": index });
    expect(after["memory/archive/errors.md"]).toContain(error);
    expect(after["memory/archive/commits.md"]).toContain("3f2c9ab1");
    expect(after["memory/preferences.md"]).toContain("- Never push");
    expect(after["MEMORY.md"]).toContain(
      "\n\nArchive: [commits](memory/archive/commits.md), [errors](memory/archive/errors.md).\n",
    );
    expect(after["memory/inbox.md"]).toBeUndefined();
  });
});

describe("planFix on any index", () => {
  it("loses no line, changes nothing the second time, and keeps what it does not move", () => {
    fc.assert(
      fc.property(source, preset, (text, id) => {
        const files = { "MEMORY.md": text, "p.md": TOPIC };
        const after = fixed(files, id);
        const before = Object.values(files).flatMap(linesOf);
        const lost = missing(before, Object.values(after).flatMap(linesOf));
        // of two copies in two topics one may go (no-duplicate-fact), never both, and by that rule alone
        if (lost.length > 0) {
          expect(missing([...new Set(before)], Object.values(after).flatMap(linesOf))).toEqual([]);
          const all = fixed(files, id, undefined, ["no-duplicate-fact"]);
          expect(missing(before, Object.values(all).flatMap(linesOf))).toEqual([]);
        }
        expect(isSubsequence(withEnds(TOPIC).slice(0, -2), withEnds(after["p.md"] ?? ""))).toBe(true);
        const own = withEnds((after["MEMORY.md"] ?? "").replace(/^\uFEFF/u, "")).filter(
          (line) =>
            line.trim() !== "" &&
            !line.startsWith("- 2026-01-0") &&
            !/\]\((?:\.\.\/)*[^)\s]+\.md\)\.?\s*$|^\|/u.test(line),
        );
        // items of Recent may change places
        if (!text.includes("Recent"))
          expect(isSubsequence(own.slice(0, -1), withEnds(text.replace(/^\uFEFF/u, "")))).toBe(true);
        expect(fixed(after, id, "2026-03-04T05:06:07Z")).toEqual(after);
      }),
      {
        numRuns: 24,
        examples: [
          ["We decided to use Redis.\n\n### Deploy `now`\n\nWe decided to use Redis.\n", "openclaw"],
          ["never do that 👩‍💻 שלום עולם\n\n# Title\n\nnever do that 👩‍💻 שלום עולם", "claude-code"],
          [ROW_IN_A_SECTION, "claude-code"],
        ],
      },
    );
  });
});
