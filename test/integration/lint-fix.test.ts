import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import {
  captureInto,
  filesBelow,
  type Ran,
  run,
  SAMPLE,
  type Sandbox,
  sandbox,
} from "../fixtures/run-cli.ts";

/** A memory of files by path; MEMORY.md is the index of preset openclaw. */
function memoryOf(files: Readonly<Record<string, string>>): Sandbox {
  const box = sandbox("fix");
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(box.memory, file)), { recursive: true });
    writeFileSync(path.join(box.memory, file), text);
  }
  return box;
}

const read = (box: Sandbox, file: string): string => readFileSync(path.join(box.memory, file), "utf8");
const fix = (box: Sandbox, ...more: string[]): Promise<Ran> => run(box, ["lint", "--fix", "memory", ...more]);

/** What a person sees: everything but our own state. */
function visible(box: Sandbox): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filesBelow(box.memory)).filter(([file]) => !file.startsWith(".handoff")),
  );
}

const BLOATED = `# Memory

Notes of the bicycle shop.

## Projects

- [Shop](memory/entities/project-shop.md) — ${"the web shop, written in 2019 and moved twice since. ".repeat(6)}
- [Till](memory/entities/project-till.md)

## Deployment

Steps:

1. build
2. push

\`\`\`sh
npm run deploy
\`\`\`

## Rules

- Always run the tests before a push
- Never deploy on a Friday
`;

const TOPICS = {
  "memory/entities/project-shop.md": "# Shop\n\n- sells bicycles\n",
  "memory/entities/project-till.md": "# Till\n",
};

describe("handoff lint --fix", () => {
  it("moves content to the files its kinds route to and leaves pointers", async () => {
    const box = memoryOf({ "MEMORY.md": BLOATED, ...TOPICS });
    const ran = await fix(box);
    expect([ran.code, ran.out]).toEqual([0, expect.stringContaining("handoff undo")]);
    expect(read(box, "MEMORY.md")).toMatchInlineSnapshot(`
      "# Memory

      Inbox: [inbox](memory/inbox.md).

      ## Projects

      - [Shop](memory/entities/project-shop.md)
      - [Till](memory/entities/project-till.md)

      ## Deployment

      - [Deployment](memory/procedures/deployment.md)

      ## Rules

      - [Preferences](memory/preferences.md)
      "
    `);
    expect(read(box, "memory/entities/project-shop.md")).toContain("- sells bicycles\n");
    expect(read(box, "memory/entities/project-shop.md")).toContain("written in 2019");
    expect(read(box, "memory/procedures/deployment.md")).toContain(
      "Steps:\n\n1. build\n2. push\n\n```sh\nnpm run deploy\n```\n",
    );
    expect(read(box, "memory/preferences.md")).toContain(
      "- Always run the tests before a push\n- Never deploy",
    );
  });

  it("lists the files that changed, and how many pieces went where", async () => {
    const box = memoryOf({ "MEMORY.md": `${BLOATED}- Blue elephants fly: 3f2c9ab1\n`, ...TOPICS });
    const { out } = await fix(box);
    expect(out).toContain("\nupdate MEMORY.md: ");
    expect(out).toContain("\ncreate memory/preferences.md: 2 pieces moved in\n");
    expect(out).toMatch(/\ncreate memory\/inbox\.md: 1 piece moved in; .*tell where/u);
    expect(out).toMatch(/\ncreate memory\/archive\/commits\.md: 1 piece moved in; /u);
    const again = await fix(memoryOf({ "MEMORY.md": BLOATED, ...TOPICS }), "--json");
    expect(JSON.parse(again.out).moved).toContainEqual({
      file: "memory/inbox.md",
      pieces: 1,
      where: "inbox",
    });
  });

  it("changes nothing the second time, and undo brings every byte back", async () => {
    const box = memoryOf({ "MEMORY.md": BLOATED.replaceAll("\n", "\r\n"), ...TOPICS });
    const before = visible(box);
    await fix(box);
    const fixed = visible(box);
    expect(fixed).not.toEqual(before);
    expect((await fix(box)).out).toContain("nothing to fix");
    expect(visible(box)).toEqual(fixed);
    expect((await run(box, ["undo", "--memory", "memory"])).code).toBe(0);
    expect(visible(box)).toEqual(before);
  });

  it("says that findings can be fixed", async () => {
    const box = memoryOf({ "MEMORY.md": "# Memory\n\nprose\n" });
    expect((await run(box, ["lint", "memory"])).out).toContain(
      "`handoff lint --fix` can take care of 1 finding",
    );
    expect((await run(box, ["lint", "memory", "--format", "github"])).out).not.toContain("--fix`");
  });

  it("shows with --dry-run what it would do, and writes nothing", async () => {
    const box = memoryOf({ "MEMORY.md": BLOATED, ...TOPICS });
    const before = filesBelow(box.folder);
    const ran = await fix(box, "--dry-run");
    expect(ran.code).toBe(0);
    expect(ran.out).toContain("+- Never deploy on a Friday");
    expect(filesBelow(box.folder)).toEqual(before);
  });

  it("counts what it fixed in the JSON document, and the exit code tells what remains", async () => {
    const box = memoryOf({
      "MEMORY.md": `# Memory\n\n## Recent\n\n- [no date](a.md)\n\n## Notes\n\nprose\n`,
      "a.md": "# A\n\n- a fact\n",
    });
    const ran = await fix(box, "--json");
    expect(ran.code).toBe(1);
    expect(JSON.parse(ran.out)).toMatchObject({
      errors: 1,
      fixed: 1,
      receipts: [expect.any(String)],
      files: expect.arrayContaining([
        {
          file: "memory/MEMORY.md",
          messages: [expect.objectContaining({ rule: "recent-max-items", id: "undated" })],
        },
      ]),
    });
  });

  it("leaves what holds a secret where it is", async () => {
    const secret = ["- token: ghp", "0123456789abcdefghijklmnopqrstuvwxyz"].join("_");
    const box = memoryOf({ "MEMORY.md": `# Memory\n\n${secret}\n\nprose\n` });
    expect((await fix(box)).code).toBe(1);
    expect(read(box, "MEMORY.md")).toContain(secret);
    expect(read(box, "memory/inbox.md")).toContain("prose");
  });

  it("touches only files that were named, and only where there is something to fix", async () => {
    const box = memoryOf({ "MEMORY.md": BLOATED, ...TOPICS, "memory/notes.md": "prose\n" });
    const before = visible(box);
    expect((await run(box, ["lint", "--fix", "memory/memory/notes.md"])).code).toBe(0);
    expect(visible(box)).toEqual(before);
    expect((await run(box, ["lint", "--fix", "--stdin"], BLOATED)).code).toBe(2);
  });

  it("works with the manifest above the path", async () => {
    const box = memoryOf({});
    await run(box, ["init", "--preset", "repo", "--memory", "memory"]);
    writeFileSync(
      path.join(box.memory, "MEMORY.md"),
      "# Memory\n\n## Lessons\n\nThe cache key lacked the locale.\n",
    );
    await run(box, ["lint", "--fix", "memory/MEMORY.md"]);
    expect(read(box, "lessons.md")).toContain("The cache key lacked the locale.");
  });
});

describe("heal: relocate", () => {
  const INLINE = "# Memory\n\n## Lessons\n\nThe cache key lacked the locale.\n";

  it.each([
    ["report", false],
    ["relocate", true],
  ])("%s: what others wrote into the index is moved at a capture: %s", async (heal, moves) => {
    const box = sandbox("heal");
    await run(box, ["init", "--preset", "openclaw", "--memory", "memory"]);
    const manifest = read(box, "MANIFEST.md").replace(/^heal: report/mu, `heal: ${heal}`);
    writeFileSync(path.join(box.memory, "MANIFEST.md"), manifest);
    writeFileSync(path.join(box.memory, "MEMORY.md"), INLINE);
    expect((await captureInto(box, SAMPLE)).code).toBe(0);
    expect(read(box, "MEMORY.md").includes("lacked the locale")).toBe(!moves);
    expect(read(box, "memory/lessons.md").includes("lacked the locale")).toBe(moves);
    expect((await captureInto(box, SAMPLE)).out).toContain('"unchanged"');
    await run(box, ["undo", "--memory", "memory"]);
    expect(read(box, "MEMORY.md")).toBe(INLINE);
  });
});
