/**
 * Handoff quality without a judge: cuts real transcripts, captures the prefix, and scores what the next session would
 * be told against what the continuation needed, beside two baselines from the same cut.
 *
 *   npm run eval -- --root DIR [--share 0.6] [--set NAME --tsv FILE] [--only SUBSTRING] [--budgets 2000,5000]
 *                   [--handoff "node dist/cli.js"] [--json FILE]
 */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { lastMessages, ruleSections } from "./baselines.ts";
import { type Cut, cutsOfFolder, cutsOfTable } from "./cuts.ts";
import { readEvents } from "./events.ts";
import { goldOf, usedAfter } from "./gold.ts";
import { handoffTexts } from "./handoff-text.ts";
import { head, tail } from "./python-text.ts";
import { noiseOf, scoreOf } from "./score.ts";
import { type Row, table } from "./table.ts";

const { values } = parseArgs({
  options: {
    root: { type: "string", default: "." },
    share: { type: "string", default: "0.6" },
    set: { type: "string", default: "long" },
    tsv: { type: "string" },
    only: { type: "string", default: "" },
    budgets: { type: "string", default: "2000,5000" },
    handoff: { type: "string", default: "node dist/cli.js" },
    json: { type: "string" },
  },
});
const budgets = values.budgets.split(",").map(Number);
const cuts =
  values.tsv === undefined
    ? cutsOfFolder(values.root, Number(values.share))
    : cutsOfTable(values.tsv, values.set);
const wanted = cuts.filter((cut) => cut.file.includes(values.only));
const rows = wanted.flatMap((cut) => rowsOf(cut));
if (rows.length > 0) process.stdout.write(`${table(rows)}\n`);
else
  process.stderr.write(
    `${values.root}: no transcript is long enough on both sides of the cut to be judged\n`,
  );
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rows, null, 1)}\n`);
const failed = rows.filter((row) => row.failed).length;
if (failed > 0) process.stderr.write(`${failed} texts could not be made or were over their budget\n`);
process.exitCode = failed > 0 || rows.length === 0 ? 1 : 0;

function rowsOf(cut: Cut): Row[] {
  const transcript = path.join(values.root, cut.file);
  const events = readEvents(transcript);
  const before = events.slice(0, cut.events);
  const gold = goldOf(events, cut.events);
  const used = usedAfter(events, cut.events);
  const made = handoffTexts(values.handoff.split(" "), transcript, cut, budgets);
  return budgets.flatMap((budget) => {
    const text = made.get(budget) ?? null;
    const texts: [string, string][] = [
      [`handoff@${budget}`, head(text ?? "", budget)],
      [`last15@${budget}`, tail(lastMessages(before), budget)],
      [`rules@${budget}`, ruleSections(before, budget)],
    ];
    return texts.map(([method, said]) => {
      const failed = text === null && method.startsWith("handoff");
      return Object.assign(scoreOf(gold, used, said), noiseOf(said), { file: cut.file, method, failed });
    });
  });
}
