import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { settingsFor } from "../../src/lint/rule-settings.ts";
import type { PresetId } from "../../src/manifest/manifest.ts";
import { migrate } from "../../src/migrate/migrate.ts";
import { handoffOf, port, SHOP, updateOf } from "../../src/plan/apply-plan.fixture.ts";
import { planFix } from "../../src/plan/fix/plan-fix.ts";
import { planHandoff } from "../../src/plan/plan-handoff.ts";
import { transact } from "../../src/store/transact.ts";
import { undo } from "../../src/store/undo.ts";
import { oddMarkdown } from "../fixtures/migrate/odd-markdown.ts";
import { removeFolder } from "../fixtures/remove-folder.ts";

/** Stories: few in the suite, more by hand (`UNDO_CASES=500`). */
const CASES = Number(process.env["UNDO_CASES"] ?? 8);

type Texts = Readonly<Record<string, string>>;

/** Every memory file byte for byte; not our own state. */
function textsIn(root: string): Texts {
  const texts: Record<string, string> = {};
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const file = path.relative(root, path.join(entry.parentPath, entry.name));
    if (!entry.isFile() || file.startsWith(".handoff")) continue;
    texts[file] = readFileSync(path.join(root, file), "latin1");
  }
  return texts;
}

interface Memory {
  root: string;
  home: string;
  preset: PresetId;
}

const STEPS = {
  fix: ({ root, preset }: Memory, now: Date): Promise<unknown> =>
    transact(
      root,
      (snapshot) =>
        planFix({ snapshot, settings: settingsFor(snapshot.manifest), now, includes: () => true }).plan,
      { preset, now },
    ),
  capture: ({ root, preset }: Memory, now: Date): Promise<unknown> => {
    const updates = [port, updateOf({ kind: "lesson", subject: "Seeds", text: "Seed after migrating." })];
    const handoff = handoffOf(`s${now.getTime()}`, updates);
    return transact(
      root,
      (snapshot) => planHandoff({ handoff, snapshot, now, command: "capture", extra: {} }),
      { preset, now },
    );
  },
  migrate: async ({ root, home, preset }: Memory, now: Date): Promise<unknown> =>
    migrate({
      file: path.join(root, "MEMORY.md"),
      memory: root,
      preset,
      heal: false,
      dryRun: false,
      home,
      now,
      provider: "extractive",
      config: {},
      env: {},
      onProgress: () => undefined,
    }),
} as const;

const steps = fc.array(fc.constantFrom("fix", "capture", "migrate"), { minLength: 1, maxLength: 4 });
const text = fc
  .tuple(oddMarkdown, fc.constantFrom("\n", "\r\n", "\r"), fc.boolean())
  .map(([body, eol, bom]) => (bom ? "\uFEFF" : "") + body.replaceAll(/\r\n|\n|\r/gu, eol));

it(
  "lint --fix, captures and migrations, undone one by one, give every byte back",
  { timeout: 600_000 },
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "handoff-undo-any-"));
    let count = 0;
    try {
      await fc.assert(
        fc.asyncProperty(
          text,
          text,
          fc.constantFrom<PresetId>("openclaw", "claude-code"),
          steps,
          async (index, topic, preset, story) => {
            const memory = {
              root: path.join(folder, `m${count++}`),
              home: path.join(folder, "home"),
              preset,
            };
            mkdirSync(path.dirname(path.join(memory.root, SHOP)), { recursive: true });
            for (const [file, body] of [
              ["MEMORY.md", index],
              [SHOP, topic],
            ] as const)
              writeFileSync(path.join(memory.root, file), body);
            const states: Texts[] = [];
            for (const [position, step] of story.entries()) {
              const before = textsIn(memory.root);
              await STEPS[step](memory, new Date(Date.UTC(2026, 1, 3, position)));
              if (JSON.stringify(textsIn(memory.root)) !== JSON.stringify(before)) states.push(before);
            }
            for (const before of states.reverse()) {
              expect((await undo(memory.root, null)).refused).toEqual([]);
              expect(textsIn(memory.root)).toEqual(before);
            }
          },
        ),
        { numRuns: CASES, seed: 4711 },
      );
    } finally {
      removeFolder(folder);
    }
  },
);
