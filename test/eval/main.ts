/**
 * Handoff quality without a judge: cuts real transcripts, captures the prefix, and scores what the next session would
 * be told against what the continuation needed, beside baselines from the same cut: the last 15 messages, a plain rule
 * extractor, and the host's own summary where it had made one. Then cut by cut: how often which was better.
 *
 *   npm run eval -- --root DIR [--share 0.6,0.8] [--part all|development|unseen] [--set NAME --tsv FILE]
 *                   [--only SUBSTRING] [--budgets 2000,5000] [--handoff "node dist/cli.js"] [--json FILE]
 *
 * "longest run" (characters; "of others": not of the person) and "copied" (share of runs of eight words) say how much
 * stands word for word in the transcript: for the handoff rows of everything the capture wrote, for the others of the
 * text itself. A memory over a bound makes the run fail.
 */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { lastMessages, ruleSections } from "./baselines.ts";
import { type Cut, cutsOfFolder, cutsOfTable, type Part } from "./cuts.ts";
import { readEvents } from "./events.ts";
import { goldOf, usedAfter } from "./gold.ts";
import { captured } from "./handoff-text.ts";
import { hostSummary } from "./host-summary.ts";
import { overlapOf } from "./overlap.ts";
import { pairedTable, WHOLE } from "./paired.ts";
import { head, leaves, tail } from "./python-text.ts";
import { noiseOf, scoreOf } from "./score.ts";
import { type Row, table } from "./table.ts";

/**
 * Characters that a memory may hold word for word at a stretch: what a person said, and what everyone else said, which
 * the code bounds at 240 a statement; a tool that repeats the person adds a little. And the share that may be copied.
 */
const LONGEST = 400;
const LONGEST_OF_OTHERS = 280;
const MOST_COPIED = 0.6;

const { values } = parseArgs({
  options: {
    root: { type: "string", default: "." },
    share: { type: "string", default: "0.6" },
    part: { type: "string", default: "all" },
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
    ? cutsOfFolder(values.root, values.share.split(",").map(Number), partNamed(values.part))
    : cutsOfTable(values.tsv, values.set);
const wanted = cuts.filter((cut) => cut.file.includes(values.only));
const rows = wanted.flatMap((cut) => rowsOf(cut));
if (rows.length > 0) process.stdout.write(`${table(rows)}\n\n${pairedTable(rows)}\n`);
else
  process.stderr.write(
    `${values.root}: no transcript is long enough on both sides of the cut to be judged\n`,
  );
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rows, null, 1)}\n`);
const failed = rows.filter((row) => row.failed).length;
if (failed > 0) process.stderr.write(`${failed} texts could not be made or were over their budget\n`);
const raw = rows.filter((row) => row.method.startsWith("handoff") && isRaw(row));
if (raw.length > 0)
  process.stderr.write(
    `${raw.length} memories hold a longer copied run than ${LONGEST} (${LONGEST_OF_OTHERS} of others), or more than ${MOST_COPIED * 100} % copied\n`,
  );
process.exitCode = failed > 0 || raw.length > 0 || rows.length === 0 ? 1 : 0;

function isRaw({ longest_run, longest_of_others, copied }: Row): boolean {
  return longest_run > LONGEST || longest_of_others > LONGEST_OF_OTHERS || copied > MOST_COPIED;
}

function partNamed(name: string): Part {
  if (name === "all" || name === "development" || name === "unseen") return name;
  throw new RangeError(`--part takes all, development or unseen, not ${name}`);
}

function rowsOf(cut: Cut): Row[] {
  const transcript = path.join(values.root, cut.file);
  const events = readEvents(transcript);
  const before = events.slice(0, cut.events);
  const gold = goldOf(events, cut.events);
  const used = usedAfter(events, cut.events);
  const wordsOf = (one: (typeof before)[number]): string => `${one.text}\n${leaves(one.input)}`;
  const source = before.map(wordsOf);
  const others = before.filter(({ kind }) => kind !== "user").map(wordsOf);
  const { told, memory } = captured(values.handoff.split(" "), transcript, cut, budgets);
  const own = hostSummary(transcript, cut.records);
  const row = (method: string, said: string, failed = false, whole = said): Row => ({
    ...scoreOf(gold, used, said),
    ...noiseOf(said),
    ...overlapOf(whole, source),
    longest_of_others: overlapOf(whole, others).longest_run,
    file: cut.file,
    cut: `${cut.file}:${cut.records}`,
    method,
    failed,
  });
  const rows = budgets.flatMap((budget) => {
    const text = told.get(budget) ?? null;
    return [
      row(`handoff@${budget}`, head(text ?? "", budget), text === null, memory),
      row(`last15@${budget}`, tail(lastMessages(before), budget)),
      row(`rules@${budget}`, ruleSections(before, budget)),
      ...(own === null ? [] : [row(`host summary@${budget}`, head(own, budget))]),
    ];
  });
  return own === null ? rows : [...rows, row(WHOLE, own)];
}
