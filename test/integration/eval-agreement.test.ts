import { describe, expect, it } from "vitest";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { ruleSections, lastMessages } from "../eval/baselines.ts";
import { cutsOfTable } from "../eval/cuts.ts";
import { readEvents } from "../eval/events.ts";
import { goldOf } from "../eval/gold.ts";
import { tail } from "../eval/python-text.ts";
import { noiseOf, scoreOf } from "../eval/score.ts";

const shared = process.env["HANDOFF_SHARED"] ?? path.resolve(import.meta.dirname, "../../../shared");
const tsv = path.join(shared, "eval/chq_set.tsv");
const python = spawnSync("python3", ["--version"]).status === 0;
const ready = python && existsSync(tsv) && existsSync(path.join(shared, "eval/chq.py"));
const BUDGET = 2000;

const REFERENCE = `
import sys, csv, json, os
sys.path.insert(0, os.path.join(sys.argv[1], "eval")); import chq
for r in csv.DictReader(open(os.path.join(sys.argv[1], "eval", "chq_set.tsv")), delimiter="\\t"):
    E, _ = chq.normalise(os.path.join(sys.argv[1], "transcripts", "public", r["file"])); T = int(r["T"]); G = chq.gold(E, T)
    H = {"last15": chq.last15(E, T)[-${BUDGET}:], "rules": chq.structured(E, T, ${BUDGET})}
    print(json.dumps(dict(file=r["file"], gold=G, scores={k: chq.score(G, h) for k, h in H.items()}, noise={k: chq.noise(h) for k, h in H.items()})))
`;

interface Reference {
  file: string;
  gold: Record<string, string[]>;
  scores: Record<string, Record<string, number>>;
  noise: Record<string, Record<string, number>>;
}

describe("the measure of handoff quality", () => {
  it.skipIf(!ready)("gives the numbers of its reference on every cut of the set", () => {
    const run = spawnSync("python3", ["-c", REFERENCE, shared], { encoding: "utf8", maxBuffer: 2 ** 28 });
    expect(run.status, run.stderr).toBe(0);
    const references = run.stdout
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Reference);
    const cuts = cutsOfTable(tsv, "all");
    expect(references).toHaveLength(cuts.length);
    for (const [index, cut] of cuts.entries()) {
      const reference = references[index];
      const events = readEvents(path.join(shared, "transcripts/public", cut.file));
      const before = events.slice(0, cut.events);
      const gold = goldOf(events, cut.events);
      expect(gold, cut.file).toEqual(reference?.gold);
      const texts = { last15: tail(lastMessages(before), BUDGET), rules: ruleSections(before, BUDGET) };
      for (const [name, text] of Object.entries(texts)) {
        const score = scoreOf(gold, new Set(), text);
        for (const [key, value] of Object.entries(reference?.scores[name] ?? {})) {
          expect(score[key as keyof typeof score], `${cut.file} ${name} ${key}`).toBeCloseTo(value, 9);
        }
        expect({ ...noiseOf(text), per1000: undefined }, `${cut.file} ${name}`).toMatchObject(
          reference?.noise[name] ?? {},
        );
      }
    }
  });
});
