import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { readEvents } from "./events.ts";

/** A transcript and the place to cut it. */
export interface Cut {
  file: string;
  /** Host name for the command, or "auto". */
  host: string;
  /** Events before the cut. */
  events: number;
  /** Non-empty lines before the cut. */
  records: number;
}

/** Cuts named by a table with the columns set, host, file, T, cut_record. */
export function cutsOfTable(tsv: string, set: string): Cut[] {
  const [header = "", ...rows] = readFileSync(tsv, "utf8").split(/\r?\n/u).filter(Boolean);
  const names = header.split("\t");
  return rows
    .map((row) => row.split("\t"))
    .map((cells) => (name: string) => cells[names.indexOf(name)] ?? "")
    .filter((cell) => set === "all" || cell("set") === set)
    .map((cell) => ({
      file: cell("file"),
      host: cell("host"),
      events: Number(cell("T")),
      records: Number(cell("cut_record")),
    }));
}

/** Fewest events on either side that make a cut worth judging. */
const FEWEST = 25;

/**
 * One cut a transcript below a folder: behind `share` of its records. Transcripts that are too short on one side are
 * left out.
 */
export function cutsOfFolder(root: string, share: number): Cut[] {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".jsonl"))
    .sort();
  return files.flatMap((file) => {
    const lines = readFileSync(path.join(root, file), "utf8")
      .split("\n")
      .filter((line) => line.trim() !== "");
    const events = readEvents(path.join(root, file));
    const records = Math.floor(lines.length * share);
    const before = events.filter((one) => one.record < records).length;
    if (before < FEWEST || events.length - before < FEWEST) return [];
    return [{ file, host: "auto", events: before, records }];
  });
}

/** The first `records` non-empty lines of a transcript. */
export function prefixOf(file: string, records: number): string {
  let count = 0;
  let prefix = "";
  for (const line of readFileSync(file, "utf8").split("\n")) {
    if (line.trim() !== "") {
      if (count >= records) break;
      count += 1;
    }
    prefix += `${line}\n`;
  }
  return prefix;
}
