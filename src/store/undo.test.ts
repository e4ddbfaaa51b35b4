import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { identityOf } from "../memory/overlap.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import type { FileEdit, Plan } from "../plan/plan.ts";
import { entriesInEffect, findCapture } from "./in-effect.ts";
import { listLedger, readLedger, readLedgerCounted } from "./ledger.ts";
import { transact } from "./transact.ts";
import { undo } from "./undo.ts";
import { removeFolder } from "../../test/fixtures/remove-folder.ts";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "handoff-undo-"));
});
afterEach(() => removeFolder(root));

const read = (file: string): string => readFileSync(join(root, file), "utf8");
function put(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

/** All files of the memory and of provenance, with their text. */
function state(): Record<string, string> {
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => !/^\.handoff\/(?:ledger|trash|\.gitignore)/.test(path))
    .sort();
  return Object.fromEntries(paths.map((path) => [path, read(path)]));
}

interface Draft {
  key?: string;
  session?: string;
}

/** Writes the texts (null deletes) as one transaction; returns the receipt's id. */
async function write(texts: Record<string, string | null>, draft: Draft = {}): Promise<string> {
  const receipt = await transact(root, (snapshot) => planOf(snapshot, texts, draft));
  return receipt?.id ?? "";
}

function planOf(snapshot: MemorySnapshot, texts: Record<string, string | null>, draft: Draft): Plan {
  const edits = Object.entries(texts).map(([file, after]): FileEdit => {
    const area = file.startsWith(".handoff/") ? "internal" : "memory";
    const now = (area === "memory" ? snapshot.files : snapshot.internal).get(file);
    const op = after === null ? "delete" : now === undefined ? "create" : "update";
    return { file, op, base: now?.hash ?? null, after, reasons: [], area };
  });
  const boundary =
    draft.session === undefined
      ? null
      : { host: "claude-code" as const, sessionId: draft.session, entryId: "e", at: null };
  return {
    edits,
    receipt: {
      command: "test",
      key: draft.key ?? null,
      boundary,
      provider: null,
      fallback: null,
      usage: null,
      counts: {},
      updates: [],
      topicsToReview: [],
      notes: [],
      undoes: null,
    },
  };
}

const fact = (id: string, hash = id) => ({
  added: "by a later version",
  id,
  kind: "lesson",
  subject: "",
  headings: [],
  hash,
  hardTokens: [],
  evidence: ["e"],
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
});
const provenance = (facts: unknown[]): string =>
  `${JSON.stringify({ version: 1, file: "topic.md", facts }, null, 2)}\n`;

describe("undo", () => {
  it("brings back every byte of the newest receipt: updated, created, deleted and internal files", async () => {
    put("MEMORY.md", "\uFEFFindex\r\n");
    put("gone.md", "gone");
    put(".handoff/provenance/topic.json", "{}");
    const before = state();
    await write({
      "MEMORY.md": "other\n",
      "gone.md": null,
      "deep/new.md": "new\n",
      ".handoff/provenance/topic.json": provenance([fact("1")]),
      ".handoff/tombstones.json": "{}",
    });
    const result = await undo(root, null);
    expect(state()).toEqual(before);
    expect(result.restored.sort()).toEqual(["MEMORY.md", "deep/new.md", "gone.md"]);
    expect(result.refused).toEqual([]);
    expect(readdirSync(root)).not.toContain("deep");
  });

  it("records what it reversed; undoing that is a redo", async () => {
    put("a.md", "1\n");
    const id = await write({ "a.md": "1\n2\n" });
    const undone = await undo(root, null);
    expect(undone.receipt?.undoes).toBe(id);
    const redone = await undo(root, undone.receipt?.id ?? "");
    expect(redone.receipt?.undoes).toBe(undone.receipt?.id);
    expect(read("a.md")).toBe("1\n2\n");
  });

  it("goes back one receipt further each time, and says so when there is none left", async () => {
    put("a.md", "0\n");
    for (const text of ["1\n", "2\n", "3\n"]) await write({ "a.md": text });
    for (const text of ["2\n", "1\n", "0\n"]) {
      await undo(root, null);
      expect(read("a.md")).toBe(text);
    }
    await expect(undo(root, null)).rejects.toMatchObject({ code: "nothing-to-undo" });
  });

  it("takes only its own lines out when later receipts changed the file too", async () => {
    put("topic.md", "one\n");
    const id = await write({
      "topic.md": "one\nwrong\n",
      ".handoff/provenance/topic.json": provenance([fact("wrong")]),
    });
    await write({
      "topic.md": "one\nwrong\nlater\n",
      ".handoff/provenance/topic.json": provenance([fact("wrong"), fact("later")]),
    });
    const result = await undo(root, id);
    expect(result).toMatchObject({ restored: ["topic.md"], refused: [] });
    expect(read("topic.md")).toBe("one\nlater\n");
    expect(read(".handoff/provenance/topic.json")).toBe(provenance([fact("later")]));
  });

  it("refuses where a later receipt changed the same lines, and keeps the provenance of that file", async () => {
    const line = "Postgres of the shop listens on port 5432 since March.";
    const records = provenance([{ ...fact("2"), ...identityOf(line) }]);
    put("topic.md", "one\n");
    put("other.md", "x\n");
    const id = await write({
      "topic.md": `one\n\n- ${line}\n`,
      "other.md": "x\ny\n",
      ".handoff/provenance/topic.json": records,
    });
    const corrected = `one\n\n- ${line.replace("listens", "always listens")}\n`;
    await write({ "topic.md": corrected });
    const result = await undo(root, id);
    expect(result).toMatchObject({ restored: ["other.md"], refused: ["topic.md"] });
    expect(read("topic.md")).toBe(corrected);
    expect(read("other.md")).toBe("x\n");
    expect(read(".handoff/provenance/topic.json")).toBe(records);
  });

  it("refuses a file that a person edited since", async () => {
    put("a.md", "1\n");
    await write({ "a.md": "1\n2\n" });
    put("a.md", "1\n2\nmine\n");
    const result = await undo(root, null);
    expect(result).toEqual({ restored: [], refused: ["a.md"], kept: [], receipt: null });
    expect(read("a.md")).toBe("1\n2\nmine\n");
  });

  it("refuses when the former text is gone or is not what it was", async () => {
    put("a.md", "1\n");
    const id = await write({ "a.md": "2\n" });
    writeFileSync(join(root, ".handoff/trash", id, "a.md"), "altered\n");
    expect((await undo(root, id)).refused).toEqual(["a.md"]);
    rmSync(join(root, ".handoff/trash"), { recursive: true });
    expect((await undo(root, id)).refused).toEqual(["a.md"]);
    expect(read("a.md")).toBe("2\n");
  });

  it("does nothing for a receipt that is reversed already", async () => {
    put("a.md", "1\n");
    const id = await write({ "a.md": "2\n" });
    await undo(root, id);
    expect(await undo(root, id)).toEqual({ restored: [], refused: [], kept: [], receipt: null });
  });

  it("says that there is no such receipt, and creates no folder for it", async () => {
    await expect(undo(join(root, "absent"), null)).rejects.toMatchObject({ code: "nothing-to-undo" });
    await expect(undo(root, "20261129T100000000-00000000")).rejects.toMatchObject({
      code: "receipt-not-found",
    });
    expect(readdirSync(root)).toEqual([]);
  });
});

describe("the ledger", () => {
  it("gives the newest first, by number, session or key", async () => {
    const ids = [
      await write({ "a.md": "1\n" }, { session: "s1", key: "k1" }),
      await write({ "a.md": "2\n" }, { session: "s2", key: "k2" }),
      await write({ "a.md": "3\n" }, { session: "s1", key: "k3" }),
    ];
    const idsOf = async (query: Parameters<typeof readLedger>[1]) =>
      (await readLedger(root, query)).map(({ id }) => id);
    expect(await idsOf({})).toEqual(ids.toReversed());
    expect(await idsOf({ last: 1 })).toEqual([ids[2]]);
    expect(await idsOf({ session: "s1" })).toEqual([ids[2], ids[0]]);
    expect(await idsOf({ key: "k2" })).toEqual([ids[1]]);
    expect(await idsOf({ key: "absent" })).toEqual([]);
  });

  it("passes over entries that are no receipts, and counts them", async () => {
    const id = await write({ "a.md": "1\n" });
    writeFileSync(join(root, ".handoff/ledger/20261129T100000000-00000000.json"), "{");
    writeFileSync(join(root, ".handoff/ledger/notes.txt"), "x");
    const { receipts, unreadable } = readLedgerCounted(root);
    expect(receipts.map((receipt) => receipt.id)).toEqual([id]);
    expect(unreadable).toBe(1);
    expect(await readLedger(join(root, "absent"))).toEqual([]);
  });

  it("knows a capture by its key, and whether it was undone or redone", async () => {
    const id = await write({ "a.md": "1\n" }, { session: "s", key: "k" });
    expect(findCapture(root, "k")).toMatchObject({ receipt: { id }, undone: false });
    const { receipt } = await undo(root, null);
    expect(findCapture(root, "k")).toMatchObject({ undone: true });
    await undo(root, receipt?.id ?? "");
    expect(findCapture(root, "k")).toMatchObject({ undone: false });
    expect(entriesInEffect(listLedger(root)).map((entry) => entry.id)).toContain(id);
    expect(findCapture(root, "other")).toBeNull();
  });
});
