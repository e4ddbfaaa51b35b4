import { describe, expect, it } from "vitest";
import type { Manifest } from "../manifest/manifest.ts";
import { parseManifest } from "../manifest/parse.ts";
import { presetManifest } from "../manifest/presets.ts";
import { parseMarkdown } from "../markdown/parse.ts";
import { blocksOf } from "./blocks.ts";
import { contextFor } from "./context.ts";
import { piecesOf } from "./pieces.ts";

const openclaw = presetManifest("openclaw").manifest;

function judged(
  source: string,
  manifest: Manifest = openclaw,
  files: readonly string[] = [],
  title: string | null = null,
): string[] {
  const markdown = parseMarkdown(source);
  const blocks = blocksOf(markdown);
  const context = contextFor({
    markdown,
    blocks,
    manifest,
    file: "MEMORY.md",
    files: new Map(files.map((file) => [file, true])),
    topicFiles: new Map(),
    project: "shop",
    title,
  });
  return piecesOf(blocks, manifest, context).map(({ classification: { how, kind, subject } }) =>
    how === "move" || how === "todo" ? `${kind}: ${subject}` : how,
  );
}

describe("classify", () => {
  it.each([
    [
      "a thing named below a container",
      "## Projects\n\n### Atlas\n\n- Go, deployed by CI\n",
      "project: Atlas",
    ],
    [
      "an item that names its thing",
      "## Infrastructure\n\n- **db-1**: Postgres 15\n",
      "infrastructure: db-1",
    ],
    [
      "people in a table",
      "| Name | Role | Email |\n|-|-|-|\n| Mia Torres | lead | mia@example.test |\n",
      "person: Mia Torres",
    ],
    ["a decision by its words", "# M\n\nWe chose SQLite over Postgres for the cache.\n", "decision: M"],
    [
      "a lesson by its heading",
      "## Lessons learned\n\n- The cache key lacked the locale\n",
      "lesson: Lessons learned",
    ],
    ["Russian rules", "## Правила\n\n- Всегда запускать тесты\n", "preference: Правила"],
    ["Chinese decisions", "## 决策\n\n- 使用 SQLite\n", "decision: 决策"],
    ["Japanese to-dos", "## タスク\n\n- 検索を直す\n", "todo: "],
    ["German infrastructure", "## Server\n\n- **web-1** läuft auf Debian\n", "infrastructure: web-1"],
    ["an open task anywhere", "## Atlas\n\n- [ ] rotate the key\n", "todo: Atlas"],
    ["a note for a while", "## Atlas\n\nSearch is off for now.\n", "todo: Atlas"],
    [
      "a part of the project",
      "# M\n\n## Architecture\n\nThree services behind a gateway.\n",
      "project: shop",
    ],
    [
      "pasted output",
      '## Atlas\n\n```\nTraceback (most recent call last):\n  File "a.py", line 3, in f\nValueError: bad value given\n```\n',
      "archive",
    ],
    ["the record of a commit", "- 2026-03-02 fixed the cart in commit 4f2c9ab\n", "archive"],
    ["a secret", "- token: ghp_0123456789abcdefghijklmnopqrstuvwxyzAB\n", "quarantine"],
    ["nothing that tells", "The sky was green.\n", "inbox"],
  ])("knows %s", (_what, source, expected) => {
    expect(judged(source)).toEqual([expected]);
  });

  it("lets a row that leads to a file stay, and takes one that leads nowhere for content", () => {
    const source = "## Projects\n\n- [Atlas](memory/atlas.md)\n- [Gone](memory/gone.md)\n";
    expect(judged(source, openclaw, ["memory/atlas.md"])).toEqual(["pointer", "project: Gone"]);
  });

  it("cuts a paragraph only where its sentences go different ways", () => {
    expect(judged("## Atlas\n\nWe chose Go. It is fast. TODO: bump the version.\n")).toEqual([
      "decision: Atlas",
      "todo: Atlas",
    ]);
  });

  it("sends what introduces a list with the list", () => {
    expect(judged("## Deployment\n\nSteps:\n\n1. build\n2. push\n")).toEqual([
      "procedure: Deployment",
      "procedure: Deployment",
      "procedure: Deployment",
    ]);
  });

  it.each([
    "Misc",
    "Notes",
    "Dups",
    "Заметки",
    "Разное",
    "其他",
    "笔记",
    "Allgemein",
    "Varios",
    "Divers",
    "その他",
  ])("takes %s for no project, person or procedure", (heading) => {
    const source = `# My Memory\n\n## ${heading}\n\n- The kettle is green\n- Run \`make ship\` first\n`;
    expect(judged(source)).toEqual(["inbox", "procedure: "]);
  });

  it.each(["User", "About me", "用户", "Пользователь", "Benutzer", "Usuario"])(
    "files what stands below %s as known of the user, not as people",
    (heading) => {
      const source = `## ${heading}\n\n- Role: baker\n- **Time line**: ten years of bread\n`;
      expect(judged(source)).toEqual([`preference: ${heading}`, `preference: ${heading}`]);
    },
  );

  it("makes no topic of a kind without a name, and none of a label", () => {
    const source = "## Procedure\n\n- Run `make ship`\n\n## Projects\n\n- Status: active\n";
    expect(judged(source)).toEqual(["procedure: ", "inbox"]);
  });

  it("gives a section of one short note to what the title names, or to the inbox", () => {
    const source = (title: string): string => `# ${title}\n\n## Tea\n\n- The tea is green\n`;
    expect(judged(source("Memory"))).toEqual(["inbox"]);
    expect(judged(source("Memory"), openclaw, [], "Atlas")).toEqual(["project: Atlas"]);
  });

  it("leaves a step with the thing that the rest of its section is about", () => {
    const step = "- Run `python press.py market` to start";
    const source = `# M\n\n## Press\n\n- The press is made of iron and wood\n- It stands in the yard by the gate\n${step}\n`;
    expect(judged(source)).toEqual(["project: Press", "project: Press", "project: Press"]);
  });

  it("takes lessons for next time for lessons, not for work to do", () => {
    expect(judged("## Lessons for Next Time\n\n- The press jams\n")[0]).toMatch(/^lesson/u);
  });

  it("uses kinds of any name", () => {
    const { manifest } = parseManifest(`---
handoff: 1
index: MEMORY.md
---
## Files
| file | kind | unit | write | scope | fields | keep | holds |
| --- | --- | --- | --- | --- | --- | --- | --- |
| \`lab/{slug}.md\` | experiment | topic | merge | project | name | | one experiment |
| \`recipes.md\` | recipe | fact | merge | user | | | what we cook |
| \`inbox.md\` | * | fact | append | project | | | the rest |

## Index
| section | kinds | form | columns | max |
| --- | --- | --- | --- | --- |
| Lab | experiment | table | name, detail file=path | 20 |
`);
    const source =
      "## Experiments\n\n### Ice nine\n\n- froze at 45\n\n## Recipes\n\n- soup\n\n## Projects\n\n- Atlas\n";
    expect(manifest === null ? [] : judged(source, manifest)).toEqual([
      "experiment: Ice nine",
      "recipe: Recipes",
      "inbox",
    ]);
  });
});
