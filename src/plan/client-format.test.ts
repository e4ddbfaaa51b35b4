import { describe, expect, it } from "vitest";
import type { Update } from "../handoff/update.ts";
import { sizeIn } from "../manifest/host-limits.ts";
import { codePoints } from "../markdown/tree.ts";
import { parseMarkdown } from "../markdown/parse.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { capture, handoffOf, memoryOf, planOf, textIn, updateOf } from "./apply-plan.fixture.ts";

const about = (subject: string, text: string, more: Partial<Update> = {}): Update =>
  updateOf({ kind: "project", subject, text, ...more });
const port = about("Shop", "Postgres listens on port 5432.");
const cache = about("Shop", "The cache holds 20 minutes.", { at: "2026-11-22T08:30:00Z", evidence: ["e2"] });

const empty = (): MemorySnapshot => memoryOf({}, "claude-code");
const front = (memory: MemorySnapshot, file: string): Record<string, unknown> =>
  parseMarkdown(textIn(memory, file)).frontMatter ?? {};
const ours = (memory: MemorySnapshot): string[] => {
  const lines = textIn(memory, "MEMORY.md").split("\n");
  return lines
    .slice(lines.indexOf("<!-- handoff:begin -->") + 1, lines.indexOf("<!-- handoff:end -->"))
    .filter((line) => line !== "");
};

describe("a topic file in the client's folder", () => {
  it("has what the client teaches, and what it adds to files that its own tool writes", () => {
    const { memory } = capture(empty(), ["session-1", port]);
    expect(front(memory, "shop.md")).toEqual({
      name: "Shop",
      description: "Postgres listens on port 5432.",
      metadata: {
        type: "project",
        kind: "project",
        node_type: "memory",
        originSessionId: "session-1",
        modified: "2026-11-20T10:00:00Z",
      },
    });
  });

  it("keeps its origin and gets the time of the newest evidence when a later session changes it", () => {
    const { memory } = capture(empty(), ["session-1", port], ["session-2", cache]);
    expect(front(memory, "shop.md")["metadata"]).toMatchObject({
      originSessionId: "session-1",
      modified: "2026-11-22T08:30:00Z",
    });
  });

  it("does not go back in time for older evidence, and stays when nothing of it changes", () => {
    const before = capture(empty(), ["session-2", cache], ["session-1", port]).memory;
    expect(front(before, "shop.md")["metadata"]).toMatchObject({ modified: "2026-11-22T08:30:00Z" });
    const again = { ...cache, at: "2026-11-24T00:00:00Z", evidence: ["e9"] };
    const after = capture(before, ["session-3", again]).memory;
    expect(textIn(after, "shop.md")).toBe(textIn(before, "shop.md"));
  });

  it("is the same bytes whenever the capture runs", () => {
    const handoff = handoffOf("session-1", [port]);
    const texts = ["2026-11-25T12:00:00Z", "2026-12-01T00:00:00Z"].map((now) => {
      const plan = planOf(empty(), handoff);
      return [now, plan.edits.find(({ file }) => file === "shop.md")?.after] as const;
    });
    expect(texts[0]?.[1]).toBe(texts[1]?.[1]);
    expect(texts[0]?.[1]).toContain("modified: 2026-11-20T10:00:00Z");
  });

  it("that a person or the client made gets facts, and no field that it has not", () => {
    const theirs =
      "---\nname: shop\ndescription: the shop\nmetadata:\n  type: project\n---\n\nIt sells tea.\n";
    const { memory } = capture(memoryOf({ "shop.md": theirs }, "claude-code"), ["s1", port]);
    const text = textIn(memory, "shop.md");
    expect(text).toContain("- Postgres listens on port 5432.");
    expect(text.startsWith(theirs)).toBe(true);
  });

  it("keeps a person's own word for the time of change", () => {
    const theirs = "---\nname: Shop\nmetadata:\n  type: project\n  modified: last spring\n---\n\n# Shop\n";
    const { memory } = capture(memoryOf({ "shop.md": theirs }, "claude-code"), ["s1", port]);
    expect(textIn(memory, "shop.md")).toContain("  modified: last spring\n");
  });
});

describe("the client's index", () => {
  it("has a line a topic inside our block, newest first: title, link, hook", () => {
    const mailer = about("Mailer", "The mailer uses SMTP.", { at: "2026-11-23T00:00:00Z", evidence: ["m"] });
    const { memory } = capture(empty(), ["s1", port], ["s2", mailer]);
    expect(ours(memory)).toEqual([
      "- [Mailer](mailer.md) — The mailer uses SMTP.",
      "- [Shop](shop.md) — Postgres listens on port 5432.",
    ]);
  });

  it("keeps every line under 150 characters, the link whole", () => {
    const long = "The reconciliation of accounts across all four regions with their own ledgers and clocks";
    const update = about(
      long,
      "It compares the totals of every region with those of the central ledger each night.",
    );
    const { memory } = capture(empty(), ["s1", update]);
    const [line = ""] = ours(memory);
    expect(codePoints(line)).toBeLessThan(150);
    expect(line).toMatch(/^- \[[^\]]+\]\([^)]+\.md\)(?: — .+)?$/);
  });

  it("leaves lines of the client and of a person as they are, and points to no file twice", () => {
    const theirs = "- [Shop](shop.md) — our shop, by hand\n- [Tea](tea.md) — what we drink\n";
    const files = {
      "MEMORY.md": theirs,
      "shop.md": "---\nname: Shop\nmetadata:\n  type: project\n---\n\n# Shop\n",
      "tea.md": "---\nname: Tea\nmetadata:\n  type: reference\n---\n\nGreen.\n",
    };
    const mailer = about("Mailer", "The mailer uses SMTP.", { evidence: ["m"] });
    const { memory } = capture(memoryOf(files, "claude-code"), ["s1", port, mailer]);
    const text = textIn(memory, "MEMORY.md");
    expect(text).toContain(theirs.trimEnd());
    expect(text.match(/\(shop\.md\)/g)).toHaveLength(1);
    expect(ours(memory)).toEqual(["- [Mailer](mailer.md) — The mailer uses SMTP."]);
    expect(textIn(memory, "tea.md")).toBe(files["tea.md"]);
  });

  it("never pushes a person's line over the 200 lines that the client reads", () => {
    const line = (n: number): string => `- [n${n}](n${n}.md)`;
    const full = `${Array.from({ length: 198 }, (_, n) => line(n)).join("\n")}\n`;
    const { memory } = capture(memoryOf({ "MEMORY.md": full }, "claude-code"), ["s1", port]);
    expect(textIn(memory, "MEMORY.md")).toBe(full);
    expect(textIn(memory, "shop.md")).toContain("5432");
    const room = `${Array.from({ length: 190 }, (_, n) => line(n)).join("\n")}\n`;
    const fits = capture(memoryOf({ "MEMORY.md": room }, "claude-code"), ["s1", port]).memory;
    expect(ours(fits)).toHaveLength(1);
    expect(sizeIn("lines", textIn(fits, "MEMORY.md"))).toBeLessThanOrEqual(200);
  });

  it("says in the receipt which rows wait for room", () => {
    const full = "- [a](a.md)\n".repeat(199);
    const plan = planOf(memoryOf({ "MEMORY.md": full }, "claude-code"), handoffOf("s1", [port]));
    expect(plan.receipt.notes.join("\n")).toContain("until then these wait: shop.md");
  });
});
