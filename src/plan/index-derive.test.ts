import { describe, expect, test } from "vitest";
import type { Handoff } from "../handoff/handoff.ts";
import type { Update } from "../handoff/update.ts";
import { codePoints } from "../markdown/tree.ts";
import { presetManifest } from "../manifest/presets.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { applyPlan, handoffOf, memoryOf, updateOf } from "./apply-plan.fixture.ts";
import { textHash } from "./draft.ts";
import { planHandoff } from "./plan-handoff.ts";
import type { Plan } from "./plan.ts";

const now = new Date("2026-11-25T12:00:00Z");
const SHOP = "memory/entities/project-shop.md";
const plan = (snapshot: MemorySnapshot, handoff: Handoff): Plan =>
  planHandoff({ handoff, snapshot, now, command: "capture", extra: {} });
const capture = (memory: MemorySnapshot, session: string, ...updates: Update[]): MemorySnapshot =>
  applyPlan(memory, plan(memory, handoffOf(session, updates)));
const indexOf = (memory: MemorySnapshot): string => memory.files.get("MEMORY.md")?.text ?? "";

function edited(memory: MemorySnapshot, path: string, edit: (text: string) => string): MemorySnapshot {
  const file = memory.files.get(path);
  if (file === undefined) throw new Error(`no ${path}`);
  const text = edit(file.text);
  return { ...memory, files: new Map([...memory.files, [path, { ...file, text, hash: textHash(text) }]]) };
}

const fact = (subject: string, text: string, day = "20"): Update =>
  updateOf({ kind: "project", subject, text, at: `2026-11-${day}T10:00:00Z` });
const status = (text: string, day: string): Update =>
  updateOf({ ...fact("Shop", text, day), field: "status" });

describe("three-way decision about a cell", () => {
  const start = capture(memoryOf({}), "s1", fact("Shop", "Sells hats."), status("in design", "20"));

  test("a cell that a person changed corrects the topic", () => {
    const changed = edited(start, "MEMORY.md", (text) => text.replace("| in design |", "| on hold |"));
    const after = capture(changed, "s2", fact("Other", "Unrelated."));
    expect(after.files.get(SHOP)?.text).toContain("status: on hold\n");
    expect(indexOf(after)).toContain(`| Shop | on hold | ${SHOP} |`);
    expect(plan(after, handoffOf("s3", [])).edits.some((edit) => edit.file === SHOP)).toBe(false);
  });

  test("a topic that changed rewrites the cell", () => {
    const changed = edited(start, SHOP, (text) => text.replace("in design", "live"));
    expect(indexOf(capture(changed, "s2"))).toContain(`| Shop | live | ${SHOP} |`);
  });

  test("both changed: both stay, and the receipt says so", () => {
    const cell = edited(start, "MEMORY.md", (text) => text.replace("| in design |", "| on hold |"));
    const planned = plan(cell, handoffOf("s2", [status("live", "22")]));
    const after = applyPlan(cell, planned);
    expect(after.files.get(SHOP)?.text).toContain("status: live\n");
    expect(indexOf(after)).toContain("| on hold |");
    expect(planned.receipt.notes.join()).toContain(`${SHOP}: status differs from the index`);
    expect(indexOf(capture(after, "s3"))).toContain("| on hold |");
  });

  test("a cell that is padded by hand stays so", () => {
    const padded = edited(start, "MEMORY.md", (text) => text.replace("| Shop | in", "|  Shop   | in"));
    expect(indexOf(capture(padded, "s2"))).toContain("|  Shop   | in design |");
  });
});

describe("what others wrote", () => {
  const HAND =
    "# My notes\n\nProse that stays.\n\n## projects\n\n| Detail file | Name | Owner |\n|---|---|---|\n" +
    "| docs/legacy.md | Legacy | Bo |\n\n## Links\n- [Guide](docs/guide.md)\n\n## recent:\n\n- 2026-12-01: by hand\n";

  test("stays byte for byte; our rows join under its headings, in its columns", () => {
    const after = capture(memoryOf({ "MEMORY.md": HAND }), "s1", fact("Shop", "Sells hats."));
    expect(indexOf(after)).toBe(
      HAND.replace("| Bo |\n", `| Bo |\n| ${SHOP} | Shop |  |\n`).replace(
        "by hand\n",
        "by hand\n- 2026-11-20: [Work of s1](memory/handoffs/2026-11-20-100000-s1.md)\n",
      ),
    );
  });

  test("keeps their dated items where they are, ours in order among them", () => {
    const recent = "# Memory\n\n## Recent\n\n- 2026-11-24: by hand\n- 2026-11-12: by hand too\n";
    const first = capture(memoryOf({ "MEMORY.md": recent }), "s1", fact("Shop", "Sells hats."));
    const after = indexOf(capture(first, "s2", fact("Shop", "Sells caps.", "10")));
    expect(after.match(/^- [\d-]+/gmu)).toEqual([
      "- 2026-11-24",
      "- 2026-11-20",
      "- 2026-11-12",
      "- 2026-11-10",
    ]);
  });

  test("a section that breaks a rule of the index waits alone", () => {
    const manifest = presetManifest("openclaw").text.replace(
      "| Topics | procedure, decision, lesson, preference, todo | table | topic, holds, detail file=path | 20 |",
      "| Topics | lesson | list | topic | 20 |",
    );
    const memory = memoryOf({ "MANIFEST.md": manifest });
    const lesson = updateOf({ kind: "lesson", text: "Seed last." });
    const planned = plan(memory, handoffOf("s1", [fact("Shop", "Sells hats."), lesson]));
    const after = indexOf(applyPlan(memory, planned));
    expect(after).toContain("## Projects");
    expect(after).not.toContain("## Topics");
    expect(planned.receipt.notes.join()).toContain("these wait: memory/lessons.md");
  });

  test("keeps CRLF and BOM", () => {
    const crlf = `\uFEFF${HAND.replaceAll("\n", "\r\n")}`;
    const after = indexOf(capture(memoryOf({ "MEMORY.md": crlf }), "s1", fact("Shop", "Sells hats.")));
    expect(after.startsWith("\uFEFF# My notes\r\n")).toBe(true);
    expect(after).not.toMatch(/(?<!\r)\n/u);
  });

  test("a row of a person's own in our section is left where it is", () => {
    const own = `# Memory\n\n## Projects\n\n| name | status | detail file |\n| --- | --- | --- |\n| The shop | mine | ${SHOP} |\n`;
    const memory = memoryOf({ "MEMORY.md": own, [SHOP]: "---\nname: Shop\nstatus: other\n---\n# Shop\n" });
    const after = indexOf(capture(memory, "s1", fact("Api", "In Go.")));
    expect(after).toContain(`| The shop | mine | ${SHOP} |\n| Api |`);
    expect(after.match(/project-shop/gu)).toHaveLength(1);
  });

  test("only our marked block changes where the index is shared", () => {
    const shared = "# Memory\n- [Mine](mine.md) — a note\n";
    const memory = memoryOf({ "MEMORY.md": shared, "mine.md": "---\nname: Mine\n---\n" }, "claude-code");
    const first = capture(memory, "s1", fact("Shop", "Sells hats."));
    expect(indexOf(first)).toBe(
      `${shared}\n<!-- handoff:begin -->\n- [Shop](shop.md) — Sells hats.\n<!-- handoff:end -->\n`,
    );
    const second = capture(first, "s2", fact("Api", "In Go.", "21"));
    expect(indexOf(second)).toContain(
      "begin -->\n- [Api](api.md) — In Go.\n- [Shop](shop.md) — Sells hats.\n<!--",
    );
  });

  test("an index over its limit is left as it is; topics land and the receipt names what waits", () => {
    const long = `# Memory\n\n${"- [x](x.md) and more words\n".repeat(250)}`;
    const memory = memoryOf({ "MEMORY.md": long });
    const planned = plan(memory, handoffOf("s1", [fact("Shop", "Sells hats.")]));
    const after = applyPlan(memory, planned);
    expect(indexOf(after)).toBe(long);
    expect(after.files.has(SHOP)).toBe(true);
    expect(planned.receipt.notes.join()).toMatch(/these wait: .*project-shop\.md/u);
    expect(plan(after, handoffOf("s1", [fact("Shop", "Sells hats.")])).edits).toEqual([]);
  });
});

describe("sections", () => {
  test("stand in the order of the manifest, each with rows only", () => {
    const first = capture(memoryOf({}), "s1", updateOf({ kind: "lesson", text: "Seed last." }));
    const after = capture(first, "s2", updateOf({ kind: "person", subject: "Bo", text: "Bo tests." }));
    expect(indexOf(after).match(/^## .*$/gmu)).toEqual(["## Users", "## Topics", "## Recent"]);
  });

  test("the rules line is there only when AGENTS.md is", () => {
    const memory = { ...memoryOf({ "AGENTS.md": "# Rules\n" }), hasAgentsFile: true };
    const after = capture(memory, "s1", fact("Shop", "Sells hats."));
    expect(indexOf(after)).toContain("## Behavior rules\n\nSee AGENTS.md for current rules.\n");
    expect(indexOf(capture(after, "s2")).match(/See AGENTS/gu)).toHaveLength(1);
  });

  test("text that breaks a rule of the index falls back to the title", () => {
    const bad = "Fix `npm run build -- --force && rm -rf dist` in commit 3f2a9bc";
    const handoff = handoffOf("s1", [fact("Shop", "Sells hats."), status(bad, "20")]);
    const task = { text: "Error: ENOENT: no such file, open 3f2a9bc1d0", evidence: [] };
    const memory = applyPlan(
      memoryOf({}),
      plan(memoryOf({}), { ...handoff, state: { ...handoff.state, task } }),
    );
    expect(indexOf(memory)).toContain(`| Shop |  | ${SHOP} |`);
    expect(indexOf(memory)).toContain("[Session in shop](");
    expect(memory.files.get(SHOP)?.text).toContain("3f2a9bc");
  });

  test("a sixth session leaves Recent, its file stays", () => {
    let memory = memoryOf({});
    for (const day of ["11", "12", "13", "14", "15", "16"])
      memory = capture(memory, `s${day}`, fact("Shop", `On ${day}.`, day));
    const dates = [...indexOf(memory).matchAll(/^- (2026-\d\d-\d\d)/gmu)].map((match) => match[1]);
    expect(dates).toEqual(["2026-11-16", "2026-11-15", "2026-11-14", "2026-11-13", "2026-11-12"]);
    expect(memory.files.has("memory/handoffs/2026-11-11-100000-s11.md")).toBe(true);
  });
});

describe("overflow", () => {
  const SMALL = (max: number): Record<string, string> => {
    const memory = capture(memoryOf({}), "s0");
    const text = memory.files.get("MANIFEST.md")?.text ?? "";
    return {
      "MANIFEST.md": text.replace("detail file=path | 40 |\n| Infra", `detail file=path | ${max} |\n| Infra`),
    };
  };

  test("a section over its maximum keeps the most recently used and links to the rest", () => {
    let memory = memoryOf(SMALL(3));
    for (const [at, name] of ["Ada", "Bel", "Cid", "Dor"].entries()) {
      memory = capture(memory, name, fact(name, `${name} is a thing.`, `1${at}`));
    }
    expect(indexOf(memory)).toContain(
      "| Dor |  | memory/entities/project-dor.md |\n| Cid |  | memory/entities/project-cid.md |\n" +
        "| more projects |  | index-projects.md |\n",
    );
    expect(memory.files.get("index-projects.md")?.text).toBe(
      "# Projects\n\n| name | status | detail file |\n| --- | --- | --- |\n" +
        "| Bel |  | memory/entities/project-bel.md |\n| Ada |  | memory/entities/project-ada.md |\n",
    );
    const again = capture(memory, "later", fact("Ada", "Ada is back.", "19"));
    expect(indexOf(again)).toContain("| Ada |");
    expect(again.files.get("index-projects.md")?.text).toContain("| Cid |");
    expect(again.files.get("index-projects.md")?.text).not.toContain("| Ada |");
  });

  test("an index that would reach its limit moves rows, whatever the section", () => {
    const updates = Array.from({ length: 120 }, (_, at) =>
      fact(`Part ${at}`, `Part ${at} works.`, String(10 + (at % 10))),
    );
    const memory = capture(memoryOf({}), "s1", ...updates);
    expect(codePoints(indexOf(memory))).toBeLessThan(4500);
    const rows = `${indexOf(memory)}${memory.files.get("index-projects.md")?.text ?? ""}`.match(
      /project-part-\d+\.md/gu,
    );
    expect(new Set(rows).size).toBe(120);
  });

  test("a sub-index that is not needed any more goes", () => {
    let memory = memoryOf(SMALL(2));
    for (const name of ["Ada", "Bel", "Cid"])
      memory = capture(memory, name, fact(name, `${name} is a thing.`));
    const files = new Map([...memory.files].filter(([path]) => !/project-(?:ada|bel)/u.test(path)));
    const after = capture({ ...memory, files }, "later");
    expect(after.files.has("index-projects.md")).toBe(false);
    expect(indexOf(after)).not.toContain("more projects");
    expect(indexOf(after)).not.toContain("project-ada");
  });
});
