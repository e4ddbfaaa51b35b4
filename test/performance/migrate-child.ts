import { remark } from "remark";
import remarkFrontmatter from "remark-frontmatter";
import remarkGfm from "remark-gfm";
import { presetManifest } from "../../src/manifest/presets.ts";
import type { MemorySnapshot } from "../../src/memory/snapshot.ts";
import { planMigration } from "../../src/migrate/plan-migration.ts";
import { quarantineText } from "../../src/migrate/quarantine.ts";
import { assertNothingLost, plannedTexts } from "../../src/migrate/second-look.ts";
import { bloatedMemory } from "../fixtures/migrate/bloated-memory.ts";

const ROUNDS = 7;
const { text } = bloatedMemory();
const { manifest } = presetManifest("openclaw");

/** A new one each time: what was parsed once is remembered by file. */
function snapshot(): MemorySnapshot {
  return {
    root: "/home/me/clawd",
    manifest,
    manifestExists: true,
    files: new Map([["MEMORY.md", { path: "MEMORY.md", text, hash: "", modifiedAt: 0 }]]),
    provenance: new Map(),
    internal: new Map(),
    tombstones: [],
    hasAgentsFile: false,
  };
}

/** The plan and the second look at it, as `handoff migrate` makes them. */
function migrate(): void {
  const before = snapshot();
  const migration = planMigration({ snapshot: before, now: new Date(), heal: false, person: "me" });
  assertNothingLost(before, migration, plannedTexts(before, migration), quarantineText(migration));
}

/** CPU milliseconds of a call. */
function cost(run: () => void): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

const processor = remark().use(remarkGfm).use(remarkFrontmatter);
const rounds = Array.from({ length: ROUNDS }, () => ({
  parse: cost(() => void processor.parse(text)),
  migrate: cost(migrate),
}));
const best = (key: "parse" | "migrate"): number => Math.min(...rounds.map((round) => round[key]));
const first = rounds[0] ?? { parse: 1, migrate: 0 };
const ratio = (a: number, b: number): string => (a / b).toFixed(2);
process.stdout.write(
  `migration of ${text.length} characters, plan and second look: ${Math.round(best("migrate"))} ms CPU, remark parse ${Math.round(best("parse"))} ms: ${ratio(best("migrate"), best("parse"))} × (target 5); first run in the process ${ratio(first.migrate, first.parse)} ×\n`,
);
