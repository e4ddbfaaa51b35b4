import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { searchFacts } from "../../src/recall/search.ts";
import { loadSnapshot } from "../../src/store/load-snapshot.ts";
import { bloatedMemory } from "../fixtures/migrate/bloated-memory.ts";
import { run, sandbox } from "../fixtures/run-cli.ts";

const plain = (text: string): string =>
  text
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .toLowerCase();

describe("handoff search", () => {
  it("finds every fact that a migration moved", async () => {
    const box = sandbox("search");
    const index = path.join(box.memory, "MEMORY.md");
    const { text, facts } = bloatedMemory();
    mkdirSync(box.memory, { recursive: true });
    writeFileSync(index, text);
    expect((await run(box, ["migrate", index, "--yes", "--json"])).code).toBe(0);

    const snapshot = await loadSnapshot(box.memory);
    const missed = facts.filter((fact) => {
      const words = plain(fact);
      return !searchFacts(snapshot, fact, 5).some((result) => plain(result.text).includes(words));
    });
    expect(facts.length).toBeGreaterThan(100);
    expect(missed).toEqual([]);
  });

  it("prints results as JSON, and exits with 1 when nothing is found", async () => {
    const box = sandbox("search-json");
    mkdirSync(box.memory, { recursive: true });
    writeFileSync(path.join(box.memory, "MEMORY.md"), "# Memory\n");
    writeFileSync(path.join(box.memory, "notes.md"), "# Notes\n\n- The port is 5433\n");
    const found = await run(box, ["search", "port", "--memory", box.memory, "--json"]);
    expect(JSON.parse(found.out)).toEqual({
      results: [
        {
          file: "notes.md",
          heading: "Notes",
          text: "- The port is 5433",
          score: expect.any(Number),
          date: null,
          session: null,
          confidence: null,
        },
      ],
    });
    expect(found.code).toBe(0);
    expect(await run(box, ["search", "redis", "--memory", box.memory])).toMatchObject({ code: 1, err: "" });
  });
});

it("handoff search finds signs that are no words by what stands there", async () => {
  const box = sandbox("search-signs");
  mkdirSync(box.memory, { recursive: true });
  writeFileSync(path.join(box.memory, "MEMORY.md"), "# Memory\n");
  writeFileSync(path.join(box.memory, "notes.md"), "# Notes\n\n- Releases are marked 🚀\n- a => b\n- none\n");
  const found = async (query: string): Promise<string[]> => {
    const ran = await run(box, ["search", query, "--memory", box.memory, "--json"]);
    return JSON.parse(ran.out).results.map((result: { text: string }) => result.text);
  };
  expect(await found("🚀")).toEqual(["- Releases are marked 🚀"]);
  expect(await found(" => ")).toEqual(["- a => b"]);
  expect(await found("🎉")).toEqual([]);
});
