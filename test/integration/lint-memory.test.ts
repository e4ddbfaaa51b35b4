import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { captureInto, run, SAMPLE, type Sandbox, sandbox } from "../fixtures/run-cli.ts";

interface Message {
  rule: string;
  id: string;
  line: number;
  message: string;
}

const git = (folder: string, ...args: string[]): string =>
  execFileSync("git", ["-c", "user.name=Mara", "-c", "user.email=mara@example.org", ...args], {
    cwd: folder,
    encoding: "utf8",
  });

function write(box: Sandbox, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    const whole = path.join(box.folder, name);
    mkdirSync(path.dirname(whole), { recursive: true });
    writeFileSync(whole, text);
  }
}

async function messages(
  box: Sandbox,
  ...args: string[]
): Promise<[file: string, rule: string, id: string][]> {
  const { out } = await run(box, ["lint", ...args, "--json"]);
  const { files } = JSON.parse(out) as { files: { file: string; messages: Message[] }[] };
  return files.flatMap(({ file, messages: found }) =>
    found.map(({ rule, id }): [string, string, string] => [file, rule, id]),
  );
}

describe("what handoff itself wrote", () => {
  it("is clean, and stays clean when the same session is captured again", async () => {
    const box = sandbox("lint");
    await captureInto(box, SAMPLE);
    expect(await messages(box, box.memory)).toEqual([]);
    await captureInto(box, SAMPLE);
    expect(await messages(box, box.memory)).toEqual([]);
  });

  it("differs by three ways: topic changed, cell changed, both", async () => {
    const box = sandbox("lint");
    await captureInto(box, SAMPLE);
    const index = path.join(box.memory, "MEMORY.md");
    const topic = path.join(box.memory, "memory/people/ines-okafor.md");
    const [cell, field] = [readFileSync(index, "utf8"), readFileSync(topic, "utf8")];
    const ids = async (): Promise<string[]> => (await messages(box, box.memory)).map(([, , id]) => id);
    writeFileSync(topic, field.replace("owns the ingest job", "owns ingest and export"));
    expect(await ids()).toEqual(["topic-changed"]);
    writeFileSync(index, cell.replace("owns the ingest job", "left the team"));
    expect(await ids()).toEqual(["both-changed"]);
    writeFileSync(topic, field);
    expect(await ids()).toEqual(["cell-changed"]);
  });
});

describe("a memory written by hand in the shape of the default manifest", () => {
  const TOPICS = {
    "memory/people/mara.md": "---\nhandle: mara\nrole: owner\n---\n# Mara\n",
    "memory/entities/project-shop.md": "---\nname: Shop\nstatus: live\n---\n# Shop\n\n- sells bicycles\n",
    "memory/infra/web1.md": "# web1\n\n- nginx\n",
    "memory/procedures/deploy.md": "# Deploying\n\n- run the script\n",
    "memory/lessons.md": "# Lessons\n\n- restart the cart\n",
    "AGENTS.md": "# Rules\n",
    "TODO.md": "# TODO\n\n- TODO: prices\n",
  };
  const INDEX = `# Memory

## Users

| handle | role | notes | detail file |
| --- | --- | --- | --- |
| mara | owner | writes English | memory/people/mara.md |

## Projects

| name | status | detail file |
| --- | --- | --- |
| Shop | live, for now without search | [shop](memory/entities/project-shop.md) |

## Infrastructure

| service | notes | detail file |
| --- | --- | --- |
| web1 | nginx, port 443 | memory/infra/web1.md |

## Behavior rules

See AGENTS.md for current rules.

## Topics

| topic | holds | detail file |
| --- | --- | --- |
| Deploying | how the shop goes live | memory/procedures/deploy.md |
| TODO | open work and temporary notes | TODO.md |
| Lessons | what went wrong, its cause, what to do instead | memory/lessons.md |

## Recent

- 2026-02-03: prices imported
`;

  it("is clean", async () => {
    const box = sandbox("lint");
    write(box, { ...TOPICS, "MEMORY.md": INDEX });
    expect(await messages(box, ".")).toEqual([]);
  });

  it("is clean with pointers into its project, and not with pointers out of it", async () => {
    const box = sandbox("lint");
    mkdirSync(path.join(box.folder, "repo/.git"), { recursive: true });
    write(box, {
      "repo/.memory/MEMORY.md":
        "- [Guide](../docs/guide.md)\n- docs/guide.md\n- [Script](../scripts/)\n- [Other](../../other.md)\n",
      "repo/docs/guide.md": "# Guide\n",
      "repo/scripts/a.sh": "",
      "other.md": "# Other\n",
    });
    expect(await messages(box, "repo/.memory")).toEqual([
      ["repo/.memory/MEMORY.md", "pointer-resolves", "outside"],
    ]);
  });

  it("must not repeat what the project's own notes say", async () => {
    const box = sandbox("lint");
    mkdirSync(path.join(box.folder, "repo/.git"), { recursive: true });
    const fact = "- Restart the cart service after each price import, or it shows old prices.\n";
    write(box, {
      "repo/AGENTS.md": `# Rules\n\n${fact}`,
      "repo/.memory/MEMORY.md": "- memory/lessons.md\n",
      "repo/.memory/memory/lessons.md": `# Lessons\n\n${fact}`,
    });
    expect(await messages(box, "repo/.memory")).toEqual([
      ["repo/.memory/memory/lessons.md", "no-duplicate-fact", "exact"],
    ]);
  });
});

describe("--against", () => {
  const LESSONS =
    "# Lessons\n\n- Restart the cart service after each price import.\n- Prices come at night.\n";

  function repository(): Sandbox {
    const box = sandbox("against");
    write(box, { "notes/MEMORY.md": "- memory/lessons.md\n", "notes/memory/lessons.md": LESSONS });
    git(box.folder, "init", "-q");
    git(box.folder, "add", "notes");
    git(box.folder, "commit", "-qm", "notes");
    return box;
  }

  it("names what that revision knew and the memory does not, in files that stand and files that went", async () => {
    const box = repository();
    expect(await messages(box, "notes", "--against", "HEAD")).toEqual([]);
    write(box, { "notes/memory/lessons.md": "# Lessons\n\n- Prices come at night.\n" });
    expect(await messages(box, "notes", "--against", "HEAD")).toEqual([
      ["notes/memory/lessons.md", "no-shrink", "lost"],
    ]);
    rmSync(path.join(box.folder, "notes/memory/lessons.md"));
    const gone = await messages(box, "notes", "--against", "HEAD");
    expect(gone).toContainEqual(["notes/memory/lessons.md", "no-shrink", "lost"]);
    expect(await messages(box, "notes")).not.toContainEqual(["notes/memory/lessons.md", "no-shrink", "lost"]);
  });

  it("works inside a git hook, which tells git another place", async () => {
    const box = repository();
    box.env["GIT_DIR"] = path.join(box.folder, "nowhere");
    expect(await messages(box, "notes", "--against", "HEAD")).toEqual([]);
  });

  it("says that a revision does not exist, or that there is no repository", async () => {
    const box = repository();
    for (const revision of ["nope", "--all", "HEAD:notes"]) {
      const ran = await run(box, ["lint", "notes", `--against=${revision}`]);
      expect([revision, ran.code, ran.err.includes("no such revision")]).toEqual([revision, 2, true]);
    }
    const bare = sandbox("against");
    write(bare, { "notes/MEMORY.md": "# Memory\n" });
    expect((await run(bare, ["lint", "notes", "--against", "HEAD"])).code).toBe(2);
  });
});

describe("handoff explain", () => {
  it("prints a rule's readme, lists all rules, and names the near ones", async () => {
    const box = sandbox("explain");
    expect((await run(box, ["explain", "no-shrink"])).out).toMatch(/^# no-shrink\n/);
    expect((await run(box, ["explain"])).out).toContain("| `no-shrink` |");
    const json = JSON.parse((await run(box, ["explain", "no-code", "--json"])).out) as {
      rule: { id: string; readme: string };
    };
    expect([json.rule.id, json.rule.readme.startsWith("# no-code")]).toEqual(["no-code", true]);
    const unknown = await run(box, ["explain", "no-cod"]);
    expect([unknown.code, unknown.err.includes("no-code")]).toEqual([2, true]);
  });
});
