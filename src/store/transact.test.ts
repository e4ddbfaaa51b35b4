import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  lstatSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sha256 } from "../files/hash.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import type { FileEdit, Plan } from "../plan/plan.ts";
import { readLedger } from "./ledger.ts";
import { loadSnapshot } from "./load-snapshot.ts";
import { transact } from "./transact.ts";
import { removeFolder } from "../../test/fixtures/remove-folder.ts";

let base: string;
let root: string;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "handoff-store-"));
  root = join(base, "memory");
});
afterEach(() => removeFolder(base));

function put(file: string, text: string | Uint8Array): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}
const read = (file: string): string => readFileSync(join(root, file), "utf8");

function planOf(edits: FileEdit[]): Plan {
  return {
    edits,
    receipt: {
      command: "test",
      key: null,
      boundary: null,
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

function editOf(
  snapshot: MemorySnapshot,
  file: string,
  after: string | null,
  area: FileEdit["area"] = "memory",
): FileEdit {
  const now = (area === "memory" ? snapshot.files : snapshot.internal).get(file);
  const op = after === null ? "delete" : now === undefined ? "create" : "update";
  return { file, op, base: now?.hash ?? null, after, reasons: ["test"], area };
}

const append = (file: string, line: string) => (snapshot: MemorySnapshot) =>
  planOf([editOf(snapshot, file, `${snapshot.files.get(file)?.text ?? ""}${line}\n`)]);

const modeOf = (file: string): number => statSync(join(root, file)).mode & 0o777;

describe("transact", () => {
  it("creates the root, the files and the receipt", async () => {
    const receipt = await transact(root, (snapshot) =>
      planOf([
        editOf(snapshot, "MEMORY.md", "# Index\n"),
        editOf(snapshot, "memory/deep/topic.md", "fact\n"),
        editOf(snapshot, ".handoff/provenance/topic.json", "{}", "internal"),
      ]),
    );
    expect(read("MEMORY.md")).toBe("# Index\n");
    expect(read("memory/deep/topic.md")).toBe("fact\n");
    expect(receipt?.files).toHaveLength(3);
    expect(await readLedger(root)).toEqual([receipt]);
    expect(readdirSync(join(root, ".handoff")).sort()).toEqual([
      ".gitignore",
      "journal",
      "ledger",
      "provenance",
    ]);
    expect(readdirSync(join(root, ".handoff/journal"))).toEqual([]);
  });

  it("names what it changed, and keeps what stood before, readable for the owner only", async () => {
    put("MEMORY.md", "\uFEFFold\r\n");
    const receipt = await transact(root, append("MEMORY.md", "new"));
    expect(receipt?.files).toEqual([
      {
        file: "MEMORY.md",
        op: "update",
        before: sha256("\uFEFFold\r\n"),
        after: sha256("\uFEFFold\r\nnew\n"),
        reasons: ["test"],
      },
    ]);
    const kept = `.handoff/trash/${receipt?.id}/${receipt?.trash["MEMORY.md"]}`;
    expect(read(kept)).toBe("\uFEFFold\r\n");
    expect(modeOf(kept)).toBe(0o600);
  });

  it("writes nothing at all for an empty plan, not even a folder", async () => {
    expect(await transact(root, () => planOf([]))).toBeNull();
    expect(existsSync(root)).toBe(false);
    put("MEMORY.md", "x\n");
    expect(await transact(root, () => planOf([]))).toBeNull();
    expect(readdirSync(root)).toEqual(["MEMORY.md"]);
  });

  it("writes nothing for a plan that leaves every byte as it is", async () => {
    put("MEMORY.md", "x\n");
    const { mtimeNs } = statSync(join(root, "MEMORY.md"), { bigint: true });
    expect(await transact(root, (snapshot) => planOf([editOf(snapshot, "MEMORY.md", "x\n")]))).toBeNull();
    expect(statSync(join(root, "MEMORY.md"), { bigint: true }).mtimeNs).toBe(mtimeNs);
    expect(readdirSync(root)).toEqual(["MEMORY.md"]);
  });

  it("keeps what a person saved between plan and apply: it plans again", async () => {
    put("MEMORY.md", "one\n");
    let plans = 0;
    await transact(root, (snapshot) => {
      const plan = append("MEMORY.md", "ours")(snapshot);
      plans += 1;
      if (plans === 1) put("MEMORY.md", "one\ntheirs\n");
      return plan;
    });
    expect(read("MEMORY.md")).toBe("one\ntheirs\nours\n");
    expect(plans).toBe(2);
  });

  it("keeps what a person saved in the last moment, and takes back what it had written by then", async () => {
    put("a.md", "a\n");
    put("b.md", "b\n");
    let saved = false;
    const both = (snapshot: MemorySnapshot): Plan =>
      planOf(
        ["a.md", "b.md"].map((file) => editOf(snapshot, file, `${snapshot.files.get(file)?.text}ours\n`)),
      );
    const seen: string[] = [];
    await transact(root, both, {
      faults: (step) => {
        if (saved || step !== "rename" || !read("a.md").includes("ours")) return;
        // This rename is the one of b.md, checked a moment ago: only a save after it is the person's own loss.
        saved = true;
        seen.push(step);
      },
    });
    expect(seen).toEqual(["rename"]);
    const before = read("b.md");
    let renames = 0;
    await transact(root, both, {
      faults: (step) => {
        if (step === "rename" && (renames += 1) === 2) put("b.md", `${before}theirs\n`);
      },
    });
    expect(read("b.md")).toBe(`${before}theirs\nours\n`);
    expect(read("a.md")).toBe("a\nours\nours\n");
  });

  it("gives up when the file changes each time, and leaves the person's text", async () => {
    put("MEMORY.md", "0\n");
    let plans = 0;
    const run = transact(root, (snapshot) => {
      const plan = append("MEMORY.md", "ours")(snapshot);
      put("MEMORY.md", `${(plans += 1)}\n`);
      return plan;
    });
    await expect(run).rejects.toMatchObject({ code: "memory-changed" });
    expect(read("MEMORY.md")).toBe(`${plans}\n`);
    expect(plans).toBe(4);
  });

  it("never replaces a file that is not UTF-8, and says why", async () => {
    const bytes = new Uint8Array([0x23, 0xff, 0xfe, 0x0a]);
    put("MEMORY.md", bytes);
    await expect(transact(root, append("MEMORY.md", "ours"))).rejects.toMatchObject({
      code: "file-not-text",
    });
    expect(new Uint8Array(readFileSync(join(root, "MEMORY.md")))).toEqual(bytes);
  });

  it("keeps the mode of a file, and makes its records as readable as the memory", async () => {
    put("MEMORY.md", "x\n");
    chmodSync(join(root, "MEMORY.md"), 0o640);
    await transact(root, (snapshot) =>
      planOf([
        editOf(snapshot, "MEMORY.md", "y\n"),
        editOf(snapshot, "new.md", "y\n"),
        editOf(snapshot, ".handoff/tombstones.json", "{}\n", "internal"),
      ]),
    );
    expect(modeOf("MEMORY.md")).toBe(0o640);
    expect(modeOf("new.md")).toBe(0o666 & ~process.umask());
    const open = 0o666 & ~process.umask();
    expect(modeOf(".handoff/tombstones.json")).toBe(open);
    const [receipt = ""] = readdirSync(join(root, ".handoff/ledger"));
    expect(modeOf(`.handoff/ledger/${receipt}`)).toBe(open);
    expect(modeOf(".handoff/ledger")).toBe(0o777 & ~process.umask());
    expect(modeOf(".handoff")).toBe(0o777 & ~process.umask());
    expect(modeOf(".handoff/trash")).toBe(0o700);
  });

  it("writes through a symlink that stays inside, and never through one that leads out", async () => {
    put("real.md", "x\n");
    symlinkSync("real.md", join(root, "MEMORY.md"));
    await transact(root, append("MEMORY.md", "y"));
    expect(read("real.md")).toBe("x\ny\n");
    expect(lstatSync(join(root, "MEMORY.md")).isSymbolicLink()).toBe(true);
    writeFileSync(join(base, "outside.md"), "x\n");
    symlinkSync(join(base, "outside.md"), join(root, "out.md"));
    await expect(transact(root, append("out.md", "y"))).rejects.toMatchObject({ code: "path-outside-root" });
    expect(readFileSync(join(base, "outside.md"), "utf8")).toBe("x\n");
  });

  it.each([
    ["../x.md", "memory"],
    [".handoff/ledger/x.json", "internal"],
    [".handoff/lock", "internal"],
    [".handoff/provenance/x.json", "memory"],
    [".Handoff/x.md", "memory"],
    [".git/config", "memory"],
    ["x.md", "internal"],
  ] as const)("refuses to write %s as %s, and writes none of the other edits", async (file, area) => {
    const run = transact(root, (snapshot) =>
      planOf([editOf(snapshot, "ok.md", "x\n"), { ...editOf(snapshot, file, "x\n"), area }]),
    );
    await expect(run).rejects.toMatchObject({ code: "path-outside-root" });
    expect(existsSync(root)).toBe(false);
  });

  it("gives each receipt an id behind the last one, even when the clock was set back", async () => {
    const first = await transact(root, append("a.md", "1"), { now: new Date("2026-11-29T10:00:00.000Z") });
    const second = await transact(root, append("a.md", "2"), { now: new Date("2026-11-28T10:00:00.000Z") });
    expect(first?.id).toMatch(/^20261129T100000000-[0-9a-f]{8}$/);
    expect(second?.id).toMatch(/^20261129T100000001-/);
    expect(second?.at).toBe("2026-11-28T10:00:00.000Z");
    expect((await readLedger(root)).map(({ id }) => id)).toEqual([second?.id, first?.id]);
  });

  it("releases the lock and leaves no trace when making the plan fails", async () => {
    const run = transact(root, () => {
      throw new RangeError("a fault of the planner");
    });
    await expect(run).rejects.toThrow(RangeError);
    expect(existsSync(root)).toBe(false);
  });
});

describe("loadSnapshot", () => {
  it("reads every Markdown file byte for byte, and names those that are no text", async () => {
    put("MEMORY.md", "\uFEFFx\r\n");
    put("deep/er/topic.MD", "x");
    put("bad.md", new Uint8Array([0xff]));
    for (const folder of [".git", "node_modules", ".handoff", "sub/.handoff"]) put(`${folder}/x.md`, "x");
    put("notes.txt", "x");
    mkdirSync(join(root, "folder.md"));
    symlinkSync(root, join(root, "loop"));
    symlinkSync(join(base, "nowhere.md"), join(root, "dangling.md"));
    writeFileSync(join(base, "outside.md"), "x");
    symlinkSync(join(base, "outside.md"), join(root, "outside.md"));
    const snapshot = await loadSnapshot(root);
    expect([...snapshot.files.keys()]).toEqual(["MEMORY.md", "deep/er/topic.MD"]);
    expect(snapshot.files.get("MEMORY.md")).toMatchObject({
      text: "\uFEFFx\r\n",
      hash: sha256("\uFEFFx\r\n"),
    });
    expect(snapshot.unreadable).toEqual(["bad.md"]);
  });

  it("counts a file once that stands under several names: the manifest's name, else its own", async () => {
    put("real.md", "x\n");
    put("index/whole.md", "y\n");
    symlinkSync("real.md", join(root, "a-link.md"));
    symlinkSync("real.md", join(root, "z-link.md"));
    symlinkSync("index/whole.md", join(root, "MEMORY.md"));
    expect([...(await loadSnapshot(root)).files.keys()]).toEqual(["MEMORY.md", "real.md"]);
  });

  it("refuses an index that is a link out of the memory", async () => {
    mkdirSync(root);
    writeFileSync(join(base, "outside.md"), "x");
    symlinkSync(join(base, "outside.md"), join(root, "MEMORY.md"));
    await expect(loadSnapshot(root)).rejects.toMatchObject({ code: "link-outside-root" });
    await expect(transact(root, append("a.md", "y"))).rejects.toMatchObject({ code: "link-outside-root" });
    expect(readdirSync(root)).toEqual(["MEMORY.md"]);
  });

  it("takes a missing root for an empty memory with the preset's manifest", async () => {
    const snapshot = await loadSnapshot(root, { preset: "claude-code" });
    expect(snapshot).toMatchObject({ manifestExists: false, hasAgentsFile: false });
    expect(snapshot.manifest.preset).toBe("claude-code");
    expect(snapshot.files.size).toBe(0);
    expect(existsSync(root)).toBe(false);
  });

  it("says where MANIFEST.md is wrong and what to write", async () => {
    put("MANIFEST.md", "---\nhandoff: 1\n---\n# x\n");
    await expect(loadSnapshot(root)).rejects.toMatchObject({
      code: "manifest-invalid",
      detail: { path: "MANIFEST.md", line: expect.any(Number), column: expect.any(Number) },
    });
    await expect(transact(root, append("a.md", "x"))).rejects.toMatchObject({ code: "manifest-invalid" });
    expect(readdirSync(root)).toEqual(["MANIFEST.md"]);
  });

  it("sees AGENTS.md in the root and in the project beside it", async () => {
    root = join(base, ".memory");
    put("a.md", "x");
    expect((await loadSnapshot(root)).hasAgentsFile).toBe(false);
    writeFileSync(join(base, "AGENTS.md"), "x");
    expect((await loadSnapshot(root)).hasAgentsFile).toBe(true);
  });

  it("passes over provenance that does not parse, and keeps it as a base of edits", async () => {
    const record = { version: 1, file: "a.md", facts: [] };
    put(".handoff/provenance/a.json", JSON.stringify(record));
    put(".handoff/provenance/b.json", "{");
    const snapshot = await loadSnapshot(root);
    expect([...snapshot.provenance]).toEqual([["a.md", record]]);
    expect([...snapshot.internal.keys()]).toEqual([
      ".handoff/provenance/a.json",
      ".handoff/provenance/b.json",
    ]);
  });
});
