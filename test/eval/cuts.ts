import { createHash } from "node:crypto";
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

/** Which transcripts of a folder: those to improve with, or those kept aside to see whether it helped. */
export type Part = "all" | "development" | "unseen";

/**
 * Cuts of every transcript below a folder, behind each of `shares` of its records. Cuts that are too short on one side
 * are left out.
 */
export function cutsOfFolder(root: string, shares: readonly number[], part: Part = "all"): Cut[] {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".jsonl"))
    .sort();
  return ofPart(files, part).flatMap((file) => {
    const lines = readFileSync(path.join(root, file), "utf8")
      .split("\n")
      .filter((line) => line.trim() !== "");
    const events = readEvents(path.join(root, file));
    return shares.flatMap((share) => {
      const records = Math.floor(lines.length * share);
      const before = events.filter((one) => one.record < records).length;
      if (before < FEWEST || events.length - before < FEWEST) return [];
      return [{ file, host: "auto", events: before, records }];
    });
  });
}

/** Every third transcript of each folder is kept aside, in the order of a hash of its path: nobody chose them. */
function ofPart(files: readonly string[], part: Part): string[] {
  if (part === "all") return [...files];
  const folder = (file: string): string => file.split(path.sep)[0] ?? "";
  const hash = (file: string): string => createHash("sha256").update(file).digest("hex");
  const unseen = new Set(
    [...new Set(files.map(folder))].flatMap((name) =>
      files
        .filter((file) => folder(file) === name)
        .sort((a, b) => (hash(a) < hash(b) ? -1 : 1))
        .filter((_, index) => index % 3 === 1),
    ),
  );
  return files.filter((file) => unseen.has(file) === (part === "unseen"));
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
