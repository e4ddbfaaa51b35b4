import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { planMigration } from "../../src/migrate/plan-migration.ts";
import type { Made } from "../../src/migrate/result.ts";
import { secondLook, type Written } from "../../src/migrate/second-look.ts";
import { placeOf, withIndex } from "../../src/migrate/source-place.ts";
import { transact } from "../../src/store/transact.ts";
import { sandbox } from "../fixtures/run-cli.ts";

const TEXT =
  "# Memory\n\n## Lessons\n\n- The press jams when it is cold outside\n- The gate sticks when it rains\n\n## TODO\n\n- mend the lift\n";

/** A memory that was migrated, and what the second look at it needs. */
async function written(name: string): Promise<{ memory: string; look: Written }> {
  const box = sandbox(name);
  mkdirSync(box.memory, { recursive: true });
  const file = path.join(box.memory, "MEMORY.md");
  writeFileSync(file, TEXT);
  const now = new Date("2026-05-01T10:00:00Z");
  const place = await placeOf({ file, memory: null, preset: "openclaw" });
  const made: Made[] = [];
  const receipt = await transact(
    place.root,
    (loaded) => {
      const before = withIndex(loaded, place);
      const migration = planMigration({ snapshot: before, now, heal: false, person: "me" });
      made.push({ migration, before, quarantine: null });
      return migration.plan;
    },
    { preset: place.preset, now },
  );
  const last = made.at(-1);
  if (last === undefined || receipt === null) throw new Error("nothing was written");
  return { memory: box.memory, look: { ...last, home: box.env["HANDOFF_HOME"] ?? "", place, receipt } };
}

describe("a migrated memory that does not say what was planned", () => {
  it("stays when everything is there", async () => {
    const { memory, look } = await written("look-clean");
    await expect(secondLook(look)).resolves.toBeUndefined();
    expect(readFileSync(path.join(memory, "memory/lessons.md"), "utf8")).toContain("The press jams");
  });

  it("is put back when a topic is not on the disk", async () => {
    const { memory, look } = await written("look-gone");
    rmSync(path.join(memory, "memory/lessons.md"));
    await expect(secondLook(look)).rejects.toMatchObject({ code: "migration-lost" });
    expect(readFileSync(path.join(memory, "MEMORY.md"), "utf8")).toBe(TEXT);
    expect(existsSync(path.join(memory, "TODO.md"))).toBe(false);
  });

  it("gets its index back when a line of a topic went, and what someone else wrote there stays", async () => {
    const { memory, look } = await written("look-changed");
    const topic = path.join(memory, "memory/lessons.md");
    const changed = readFileSync(topic, "utf8").replace(
      "- The gate sticks when it rains\n",
      "- somebody's own line\n",
    );
    writeFileSync(topic, changed);
    await expect(secondLook(look)).rejects.toMatchObject({ code: "migration-not-put-back" });
    const index = readFileSync(path.join(memory, "MEMORY.md"), "utf8");
    expect(index).toBe(TEXT);
    expect(readFileSync(topic, "utf8")).toContain("somebody's own line");
  });
});
