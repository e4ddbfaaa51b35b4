import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { bloatedMemory } from "../fixtures/migrate/bloated-memory.ts";
import { type Ran, run, type Sandbox, sandbox } from "../fixtures/run-cli.ts";

/** Memory files by path, with their bytes as latin1 so that each one counts. */
function treeOf(root: string): Map<string, string> {
  const names = readdirSync(root, { recursive: true, encoding: "utf8" });
  const files = names.filter(
    (name) => !name.startsWith(".handoff") && statSync(path.join(root, name)).isFile(),
  );
  return new Map(files.sort().map((name) => [name, readFileSync(path.join(root, name), "latin1")]));
}

function textOf(root: string): string {
  return [...treeOf(root).keys()].map((name) => readFileSync(path.join(root, name), "utf8")).join("\n");
}

function memoryWith(name: string, files: Record<string, string>): Sandbox {
  const box = sandbox(name);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(box.memory, file)), { recursive: true });
    writeFileSync(path.join(box.memory, file), text);
  }
  return box;
}

const migrate = (box: Sandbox, ...args: string[]): Promise<Ran> =>
  run(box, ["migrate", path.join(box.memory, "MEMORY.md"), "--yes", "--json", ...args]);

describe("a memory of 92,000 characters", () => {
  const { text, facts } = bloatedMemory();
  const box = memoryWith("migrate", { "MEMORY.md": text });
  const before = treeOf(box.memory);
  let ran: Ran;
  let result: Record<string, unknown>;
  beforeAll(async () => {
    ran = await migrate(box);
    result = JSON.parse(ran.out) as Record<string, unknown>;
  });

  it("becomes an index of at most 2,900 characters, and nothing is lost", () => {
    expect(ran.code).toBe(0);
    expect(result).toMatchObject({ before: { chars: 92_000, lines: 790 }, lost: 0, quarantined: 1 });
    const { chars } = result["after"] as { chars: number };
    expect(chars).toBeLessThanOrEqual(2900);
    expect(readFileSync(path.join(box.memory, "MEMORY.md"), "utf8").length).toBe(chars);
  });

  it("accounts for every piece", () => {
    const { blocks, moved, kept, dropped, quarantined, receipt } = result as {
      blocks: number;
      moved: number;
      kept: number;
      dropped: unknown[];
      quarantined: number;
      receipt: { command: string; updates: unknown[] };
    };
    expect(moved + kept + dropped.length + quarantined).toBe(blocks);
    expect(receipt.command).toBe("migrate");
    expect(receipt.updates.length).toBe(blocks);
  });

  it("keeps every fact somewhere, duplicates once", () => {
    const all = textOf(box.memory);
    expect(facts.filter((fact) => !all.includes(fact))).toEqual([]);
    const rule = facts.find((fact) => fact.startsWith("Use UTC in every log line")) ?? "";
    expect(all.split(rule).length).toBe(2);
  });

  it("puts each sort where it belongs", () => {
    const files = treeOf(box.memory);
    const holds = (file: string, words: string): boolean =>
      Buffer.from(files.get(file) ?? "", "latin1")
        .toString("utf8")
        .includes(words);
    expect(holds("TODO.md", "flag number 300")).toBe(true);
    expect(holds("TODO.md", "renew the certificate")).toBe(true);
    expect(holds("memory/entities/project-atlas.md", "port 4100")).toBe(true);
    expect(holds("memory/people/mia-torres.md", "Mia Torres")).toBe(true);
    expect(holds("memory/infra/db-main.md", "port 5400")).toBe(true);
    expect(holds("memory/preferences.md", "Всегда проверять миграции")).toBe(true);
    expect(holds("memory/procedures/how-to-release.md", "make promote")).toBe(true);
    expect(holds("memory/archive/errors.md", "TypeError: Cannot read")).toBe(true);
    expect(holds("memory/archive/commits.md", "in commit a")).toBe(true);
  });

  it("takes a password out of the memory into a file that only its owner reads", () => {
    const secret = "kR7vTq92xLmz";
    expect(textOf(box.memory)).not.toContain(secret);
    const file = String(result["quarantine"]);
    expect(file.startsWith(box.env["HANDOFF_HOME"] ?? "?")).toBe(true);
    expect(readFileSync(file, "utf8")).toContain(secret);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("leaves a memory that lints clean under every rule, and a second run changes nothing", async () => {
    const lint = await run(box, ["lint", box.memory, "--json"]);
    expect(JSON.parse(lint.out)).toMatchObject({ errors: 0, warnings: 0 });
    const standing = treeOf(box.memory);
    const again = JSON.parse((await migrate(box)).out) as Record<string, unknown>;
    expect(again).toMatchObject({ files: [], receipt: null, moved: 0 });
    expect(treeOf(box.memory)).toEqual(standing);
  });

  it("is undone byte for byte", async () => {
    await run(box, ["undo", "--memory", box.memory]);
    expect(treeOf(box.memory)).toEqual(before);
  });
});

describe("handoff migrate", () => {
  const ATLAS =
    "---\nname: Atlas\nstatus: paused\n---\n\n# Atlas\n\n- a person's own line\n\n## History\n\n- founded in 2019\n";
  const INDEX =
    "\uFEFF# Memory\r\n\r\n## Projects\r\n\r\n- [Atlas](memory/entities/project-atlas.md) the one\r\n\r\n### Atlas\r\n\r\nSee [the plan](docs/plan.md) and [more][m].\r\n\r\n[m]: docs/more.md\r\n";

  it("appends to a person's topic and never overwrites it; links lead where they led", async () => {
    const box = memoryWith("migrate-append", {
      "MEMORY.md": INDEX,
      "memory/entities/project-atlas.md": ATLAS,
    });
    const { out } = await migrate(box);
    expect(JSON.parse(out)).toMatchObject({ kept: 1, lost: 0 });
    const topic = readFileSync(path.join(box.memory, "memory/entities/project-atlas.md"), "utf8");
    expect(topic.startsWith(ATLAS)).toBe(true);
    expect(topic).toContain("See [the plan](../../docs/plan.md) and [more][m].");
    expect(topic).toContain("[m]: ../../docs/more.md");
    const index = readFileSync(path.join(box.memory, "MEMORY.md"), "utf8");
    expect(index.startsWith("\uFEFF# Memory\r\n")).toBe(true);
    expect(index).toContain("- [Atlas](memory/entities/project-atlas.md) the one");
    await run(box, ["undo", "--memory", box.memory]);
    expect(readFileSync(path.join(box.memory, "MEMORY.md"), "utf8")).toBe(INDEX);
    expect(readFileSync(path.join(box.memory, "memory/entities/project-atlas.md"), "utf8")).toBe(ATLAS);
  });

  it("keeps the same words about two topics twice, unless they name both", async () => {
    const both = "- Mia Torres reviews every change to the importer of Atlas";
    const leaning = "- It is restarted by hand after every change of the settings";
    const text = `# Memory\n\n## Projects\n\n### Atlas\n\n${both}\n${leaning}\n\n### Birch\n\n${leaning}\n\n## People\n\n### Mia Torres\n\n- handle: mia\n${both}\n`;
    const box = memoryWith("migrate-twice", { "MEMORY.md": text });
    expect(JSON.parse((await migrate(box)).out)).toMatchObject({ lost: 0 });
    const all = textOf(box.memory);
    expect(all.split(both).length - 1).toBe(1);
    expect(all.split(leaning).length - 1).toBe(2);
  });

  it("writes nothing in a dry run, and says what it would write", async () => {
    const box = memoryWith("migrate-dry", { "MEMORY.md": INDEX });
    const before = treeOf(box.memory);
    const shown = await run(box, ["migrate", path.join(box.memory, "MEMORY.md"), "--dry-run"]);
    expect(shown.code).toBe(0);
    expect(shown.out).toContain("+++ b/memory/entities/project-atlas.md");
    expect(shown.out).toMatch(/start of a session: about \d+ tokens → \d+ tokens/u);
    const { out } = await run(box, ["migrate", path.join(box.memory, "MEMORY.md"), "--dry-run", "--json"]);
    expect(JSON.parse(out)).toMatchObject({ lost: 0, receipt: null });
    expect(treeOf(box.memory)).toEqual(before);
    expect(existsSync(path.join(box.memory, ".handoff"))).toBe(false);
  });

  it("leads to the inbox and the archive from the index, once, and keeps Recent items that lead somewhere", async () => {
    const recent = (day: number): string =>
      `- 2026-03-0${day}: day ${day} of [Atlas](memory/entities/project-atlas.md)`;
    const text = `# Memory\n\nThe kettle is green.\n\n## Recent\n\n${recent(4)}\n${recent(5)}\n- 2026-03-01: cleaned up\n`;
    const box = memoryWith("migrate-inbox", { "MEMORY.md": text, "memory/entities/project-atlas.md": ATLAS });
    expect(JSON.parse((await migrate(box)).out)).toMatchObject({ kept: 2, lost: 0 });
    const index = readFileSync(path.join(box.memory, "MEMORY.md"), "utf8");
    expect(index).toContain("# Memory\n\nInbox: [inbox](memory/inbox.md).\n\n");
    expect(index).toContain("Archive: [activity](memory/archive/activity.md).");
    expect(index).toContain(`${recent(5)}\n${recent(4)}`);
    expect(JSON.parse((await run(box, ["lint", box.memory, "--json"])).out)).toMatchObject({
      errors: 0,
      warnings: 0,
    });
    writeFileSync(
      path.join(box.memory, "MEMORY.md"),
      index.replace("# Memory\n", "# Memory\n\nThe lift is slow.\n"),
    );
    expect(JSON.parse((await migrate(box)).out)).toMatchObject({ moved: 1, lost: 0 });
    const again = readFileSync(path.join(box.memory, "MEMORY.md"), "utf8");
    expect(again.match(/Inbox: /gu)).toHaveLength(1);
  });

  it("leaves no empty heading that names nothing in the inbox, and takes the heading of secrets along", async () => {
    const text =
      "# Memory\n\n## Secrets\n\n- token: ghp_0123456789abcdefghijklmnopqrstuvwxyzAB\n\n## Mail relay\n\n- token: ghp_abcdefghijklmnopqrstuvwxyzAB0123456789\n\nOld kettle\n---\n";
    const box = memoryWith("migrate-empty", { "MEMORY.md": text });
    const result = JSON.parse((await migrate(box)).out) as Record<string, unknown>;
    expect(result).toMatchObject({ lost: 0, dropped: [{ reason: "names nothing" }] });
    const inbox = readFileSync(path.join(box.memory, "memory/inbox.md"), "utf8");
    expect(inbox).not.toContain("Secrets");
    expect(inbox).toContain("## Old kettle");
    expect(readFileSync(String(result["quarantine"]), "utf8")).toContain("## Mail relay");
  });

  it("says where the pieces went, where secrets are kept, and that they have to be rotated", async () => {
    const text = `# Memory\n\n## Lessons\n\n- The press jams when it is cold outside\n- The press jams when it is cold outside\n\n## Rules\n\n- Always log in UTC\n\n## Secrets\n\n- token: ghp_0123456789abcdefghijklmnopqrstuvwxyzAB\n\nTODO: mend the lift.\n\n${"The gate of the yard is green and old. ".repeat(9)}\n`;
    const box = memoryWith("migrate-says", { "MEMORY.md": text });
    const index = path.join(box.memory, "MEMORY.md");
    const dry = await run(box, ["migrate", index, "--dry-run"]);
    expect(dry.out).toContain("1 piece with secrets would leave the memory");
    const { out, code } = await run(box, ["migrate", index, "--yes"]);
    expect(code).toBe(0);
    expect(out).toMatch(/^ +1 to memory\/lessons\.md$/mu);
    expect(out).toMatch(/^ +1 dropped: word for word the same/mu);
    expect(out).toMatch(/^ +\d dropped: headings that say no more than the kind/mu);
    expect(out).toMatch(/^ +1 taken out: they hold secrets$/mu);
    expect(out).toContain("rotate them");
    expect(out).toContain(`${box.memory}/.handoff/trash`);
    const kept = readdirSync(path.join(box.memory, ".handoff/trash"), {
      recursive: true,
      encoding: "utf8",
    }).map((name) => path.join(box.memory, ".handoff/trash", name));
    const secret = kept.filter(
      (file) => statSync(file).isFile() && readFileSync(file, "utf8").includes("ghp_0123"),
    );
    expect(secret.map((file) => statSync(file).mode & 0o777)).toEqual([0o600]);
  });

  it("names links that led nowhere before by their lines", async () => {
    const text =
      "# Memory\n\n## Lessons\n\n- The plan of the harbour is [gone](docs/gone.md)\n- see [web](https://example.test/a.md)\n";
    const { out } = await migrate(memoryWith("migrate-dead", { "MEMORY.md": text }));
    expect(JSON.parse(out)).toMatchObject({
      notes: ["1 link leads to no file of this memory, as before: line 5 of the index as it was"],
    });
  });

  it("leaves an index that would get longer alone unless it is told to go on", async () => {
    const box = memoryWith("migrate-small", { "MEMORY.md": "The lift is slow.\n" });
    const before = treeOf(box.memory);
    const index = path.join(box.memory, "MEMORY.md");
    const refused = await run(box, ["migrate", index]);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("small enough already")]);
    expect(treeOf(box.memory)).toEqual(before);
    expect((await run(box, ["migrate", index, "--dry-run"])).out).toContain("note: this index is small");
    expect((await run(box, ["migrate", index, "--yes"])).code).toBe(0);
  });

  it("writes the wish to heal into MANIFEST.md", async () => {
    const box = memoryWith("migrate-heal", { "MEMORY.md": INDEX });
    await migrate(box, "--heal");
    const manifest = readFileSync(path.join(box.memory, "MANIFEST.md"), "utf8");
    expect(manifest).toMatch(/^heal: relocate/mu);
  });

  it("keeps a long list of pointers in a sub-index", async () => {
    const names = Array.from({ length: 9 }, (_, at) => `note-${at}`);
    const files = Object.fromEntries(names.map((name) => [`docs/${name}.md`, `# ${name}\n`]));
    const list = names.map((name) => `- [${name}](docs/${name}.md)`).join("\n");
    const box = memoryWith("migrate-sub", { ...files, "MEMORY.md": `# Memory\n\n## Reading\n\n${list}\n` });
    expect(JSON.parse((await migrate(box)).out)).toMatchObject({ kept: 9, lost: 0 });
    expect(readFileSync(path.join(box.memory, "MEMORY.md"), "utf8")).toContain(
      "- [Reading](index-reading.md)",
    );
    expect(readFileSync(path.join(box.memory, "index-reading.md"), "utf8")).toContain(list);
  });

  it("says what is wrong with a file that is missing or not the index", async () => {
    const box = memoryWith("migrate-wrong", { "MEMORY.md": INDEX });
    await migrate(box);
    const missing = await run(box, ["migrate", path.join(box.memory, "NOTES.md"), "--yes"]);
    expect([missing.code, missing.err]).toEqual([2, expect.stringContaining("no such file")]);
    const other = await run(box, [
      "migrate",
      path.join(box.memory, "TODO.md"),
      "--memory",
      box.memory,
      "--yes",
    ]);
    expect(other.code).toBe(2);
  });
});
