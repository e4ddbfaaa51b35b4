import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Update } from "../handoff/update.ts";
import type { PresetId } from "../manifest/manifest.ts";
import { handoffOf, updateOf } from "../plan/apply-plan.fixture.ts";
import { planHandoff } from "../plan/plan-handoff.ts";
import { transact } from "./transact.ts";
import { undo } from "./undo.ts";
import { removeFolder } from "../../test/fixtures/remove-folder.ts";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "handoff-undo-captures-"));
});
afterEach(() => removeFolder(root));

const SHOP = "memory/entities/project-shop.md";
const read = (file: string): string => readFileSync(join(root, file), "utf8");
const has = (file: string): boolean => existsSync(join(root, file));
const change = (file: string, edit: (text: string) => string): void =>
  writeFileSync(join(root, file), edit(read(file)));

/** Captures a session with these updates; returns the receipt's id. */
async function capture(session: string, ...updates: Update[]): Promise<string> {
  return captureInto("openclaw", session, ...updates);
}

async function captureInto(preset: PresetId, session: string, ...updates: Update[]): Promise<string> {
  const handoff = handoffOf(session, updates);
  const now = new Date("2026-11-25T12:00:00Z");
  const receipt = await transact(
    root,
    (snapshot) => planHandoff({ handoff, snapshot, now, command: "capture", extra: {} }),
    { preset },
  );
  return receipt?.id ?? "";
}

const about = (subject: string, text: string, kind = "project"): Update => updateOf({ kind, subject, text });
const port = about("Shop", "Postgres of the shop listens on port 5432.");
const cache = about("Shop", "The shop keeps its cache for 20 minutes.");
const stage = about("Stage", "The stage runs behind Caddy.", "infrastructure");

describe("undo of an older capture", () => {
  it("takes its files and rows out; MANIFEST.md and what later captures brought stay", async () => {
    const first = await capture("one", port);
    await capture("two", stage);
    const result = await undo(root, first);
    expect(result).toMatchObject({ refused: [], kept: ["MANIFEST.md"] });
    expect(has(SHOP)).toBe(false);
    expect(has("MANIFEST.md")).toBe(true);
    expect(read("MEMORY.md")).not.toMatch(/Shop|Projects|Work of one/);
    expect(read("MEMORY.md")).toMatch(/stage\.md[^]*Work of two/);
    expect(read(".handoff/provenance/index.json")).not.toContain("project-shop");
  });

  it("leaves in a shared file what the later capture put there, and what it said again", async () => {
    const first = await capture("one", port, about("Shop", "The shop was opened in May."));
    await capture("two", cache, { ...port, evidence: ["again"] });
    await undo(root, first);
    expect(read(SHOP)).toContain("5432");
    expect(read(SHOP)).toContain("20 minutes");
    expect(read(SHOP)).not.toContain("May");
  });

  it("leaves nothing behind once the later one is undone too", async () => {
    const first = await capture("one", port);
    await capture("two", cache, { ...port, evidence: ["again"] });
    await undo(root, first);
    await undo(root, null);
    for (const file of ["MANIFEST.md", "MEMORY.md", "memory"]) expect(has(file), file).toBe(false);
  });

  it("can be redone: its facts and rows come in again", async () => {
    const first = await capture("one", port);
    await capture("two", cache);
    const { receipt } = await undo(root, first);
    await undo(root, receipt?.id ?? "");
    expect(read(SHOP)).toContain("5432");
    expect(read(SHOP)).toContain("20 minutes");
    expect(read("MEMORY.md")).toContain("Work of one");
  });
});

describe("undo where a person edited", () => {
  it("keeps their row and prose in the index, and MANIFEST.md with it", async () => {
    await capture("one", port);
    change("MEMORY.md", (text) => `${text}\n## Mine\n\n- [site](https://example.org)\n`);
    const result = await undo(root, null);
    expect(result.refused).toEqual([]);
    expect(read("MEMORY.md")).toBe("# Memory\n\n## Mine\n\n- [site](https://example.org)\n");
    expect(has("MANIFEST.md")).toBe(true);
  });

  it("leaves a file with a reworded fact whole, says so, and tries again when asked", async () => {
    const id = await capture("one", port, stage);
    const reworded = read(SHOP).replace("listens", "always listens");
    const original = read(SHOP);
    writeFileSync(join(root, SHOP), reworded);
    const first = await undo(root, id);
    expect(first.refused).toEqual([SHOP]);
    expect(first.receipt?.notes.join()).toContain(SHOP);
    expect(read(SHOP)).toBe(reworded);
    expect(read("MEMORY.md")).toContain("project-shop.md");
    expect(read("MEMORY.md")).not.toContain("Caddy");
    expect((await undo(root, id)).refused).toEqual([SHOP]);
    writeFileSync(join(root, SHOP), original);
    expect(await undo(root, id)).toMatchObject({ refused: [] });
    expect(has(SHOP)).toBe(false);
    expect(await undo(root, id)).toMatchObject({ restored: [], refused: [], receipt: null });
  });

  it("leaves a file that a person links to", async () => {
    const id = await capture("one", port);
    writeFileSync(join(root, "notes.md"), `# Notes\n\nSee [the shop](${SHOP}).\n`);
    expect((await undo(root, id)).refused).toEqual([SHOP]);
    expect(read("MEMORY.md")).toContain("project-shop.md");
  });

  it("gives an index that stood before back byte for byte, BOM and line ends included", async () => {
    writeFileSync(join(root, "MEMORY.md"), "\uFEFF# Mine\r\n\r\n- [site](https://example.org)\r\n");
    const before = readFileSync(join(root, "MEMORY.md"));
    await capture("one", port);
    await capture("two", cache);
    await undo(root, null);
    await undo(root, null);
    expect(readFileSync(join(root, "MEMORY.md")).equals(before)).toBe(true);
    expect(has("MANIFEST.md")).toBe(false);
  });
});

describe.each(["openclaw", "claude-code"] as const)(
  "redo after every capture was undone, preset %s",
  (preset) => {
    it("brings back what one capture needs: its fact, its row and the MANIFEST.md that another undo took", async () => {
      const first = await captureInto(preset, "one", port);
      const files = ["MANIFEST.md", "MEMORY.md"].map((file) => [file, read(file)] as const);
      const second = await captureInto(preset, "two", cache);
      const undone = await undo(root, first);
      await undo(root, second);
      expect(has("MANIFEST.md")).toBe(false);
      const redone = await undo(root, undone.receipt?.id ?? "");
      expect(redone.refused).toEqual([]);
      for (const [file, text] of files) expect(read(file)).toBe(text);
      const topic = preset === "openclaw" ? SHOP : "shop.md";
      expect(read(topic)).toContain("5432");
      expect(read(topic)).not.toContain("20 minutes");
    });
  },
);

describe("redo of a capture whose words were said again meanwhile", () => {
  it("puts no second copy of them into another file", async () => {
    const machine = about("Mailer", "The mailer runs on port 2525.", "infrastructure");
    const wish = about("Mailer", "Mails go out in plain text.", "preference");
    const capture = (session: string, ...updates: Update[]): Promise<string> =>
      captureInto("claude-code", session, ...updates);
    await capture("one", stage);
    const undone = await undo(root, await capture("two", machine, wish));
    await capture("three", { ...wish, evidence: ["again"] });
    const redone = await undo(root, undone.receipt?.id ?? "");
    expect(redone.refused).toEqual([]);
    const files = readdirSync(root).filter((name) => name.endsWith(".md") && name !== "MEMORY.md");
    const holding = (words: string): string[] => files.filter((name) => read(name).includes(`- ${words}`));
    expect(holding("Mails go out in plain text.")).toHaveLength(1);
    expect(holding("The mailer runs on port 2525.")).toHaveLength(1);
  });
});
