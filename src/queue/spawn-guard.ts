import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { HOME_LAYOUT, readHomeFile, writeHomeFile } from "../config/home-files.ts";
import { makeFolder } from "../files/folders.ts";
import { randomHex } from "../files/atomic-replace.ts";

/**
 * Starts of workers, kept on disk, as a host may strip our variables. One line an event, appended, so that hooks need
 * no lock: `<what> <ms> <id or pid> [<start of the process>]`.
 */
const FILE = `${HOME_LAYOUT.guard}/starts`;
const WINDOW_MS = 60_000;
/** A worker that still runs after so long was ended by its own deadline. */
const WORKER_MS = 86_400_000;
const MAX_BYTES = 16_384;
const MAX_ANCESTORS = 32;

/** Workers that may be started in any 60 s. */
export const MAX_STARTS = 30;

interface Line {
  what: "start" | "taken-back" | "refused" | "worker";
  ms: number;
  id: string;
  start: string;
}

/**
 * Counts one more start of a worker; `refused` when there were 30 within 60 s, `refused-again` when that was already
 * said within the last 60 s. It is counted first and taken back when it is one too many, so that hooks at the same
 * moment cannot all find the last free place. Throws system errors.
 */
export function countStart(home: string, now: number): "allowed" | "refused" | "refused-again" {
  const id = randomHex();
  append(home, { what: "start", ms: now, id, start: "" });
  const lines = readLines(home);
  const recent = lines.filter((line) => Math.abs(now - line.ms) < WINDOW_MS);
  const back = new Set(recent.filter((line) => line.what === "taken-back").map((line) => line.id));
  const starts = recent.filter((line) => line.what === "start" && !back.has(line.id));
  const rank = starts.findIndex((line) => line.id === id);
  if (rank < MAX_STARTS) {
    compact(home, lines, now);
    return "allowed";
  }
  append(home, { what: "taken-back", ms: now, id, start: "" });
  if (recent.some((line) => line.what === "refused")) return "refused-again";
  append(home, { what: "refused", ms: now, id, start: "" });
  return "refused";
}

/** Remembers a worker by its pid and, where the platform tells it, its start. Throws system errors. */
export function rememberWorker(home: string, pid: number, now: number): void {
  append(home, { what: "worker", ms: now, id: String(pid), start: processOf(pid)?.start ?? "" });
}

/**
 * Whether this process was started by a worker of ours or by a program that one runs, over however many processes.
 * False where no /proc tells.
 */
export function isBelowOurs(home: string): boolean {
  const workers = readLines(home).filter((line) => line.what === "worker" && line.start !== "");
  const known = new Set(workers.map((line) => `${line.id} ${line.start}`));
  return ancestors().some(({ pid, start }) => known.has(`${pid} ${start}`) || isNotedChild(home, pid, start));
}

/** Programs that summarize are noted by `summarize/child-processes.ts`; by hand they are run without a worker. */
function isNotedChild(home: string, pid: number, start: string): boolean {
  const note = readHomeFile(home, `${HOME_LAYOUT.guard}/child-${pid}.json`);
  return note !== null && note.includes(`"child":{"pid":${pid},"start":"${start}"`);
}

/** A process (default: the one above this) and those above it, closest first; empty where no /proc tells. */
export function ancestors(from: number = process.ppid): Ancestor[] {
  const found: Ancestor[] = [];
  for (let pid = from; pid > 1 && found.length < MAX_ANCESTORS;) {
    const ancestor = processOf(pid);
    if (ancestor === null) break;
    found.push(ancestor);
    pid = ancestor.parent;
  }
  return found;
}

export interface Ancestor {
  pid: number;
  parent: number;
  /** Name of its program, at most 15 characters. */
  name: string;
  /** Clock ticks from boot to its start: tells a reused pid. */
  start: string;
  /** Its group is the foreground group of its terminal. */
  foreground: boolean;
}

/** What Linux tells of a process; null elsewhere, and when it has ended. */
export function processOf(pid: number): Ancestor | null {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return null;
  }
  // proc(5): `pid (name) state ppid pgrp session tty_nr tpgid … starttime`; the name may hold spaces and parentheses itself.
  const end = text.lastIndexOf(")");
  const fields = text.slice(end + 2).split(" ");
  return {
    pid,
    parent: Number(fields[1] ?? 0),
    name: text.slice(text.indexOf("(") + 1, end),
    start: fields[19] ?? "",
    foreground: fields[4] !== "0" && fields[2] === fields[5],
  };
}

function append(home: string, line: Line): void {
  makeFolder(join(home, HOME_LAYOUT.guard), 0o700);
  appendFileSync(join(home, FILE), textOf(line), { mode: 0o600 });
}

const textOf = (line: Line): string => `${line.what} ${line.ms} ${line.id} ${line.start}`.trimEnd() + "\n";

function readLines(home: string): Line[] {
  let text: string;
  try {
    text = readFileSync(join(home, FILE), "utf8");
  } catch {
    return [];
  }
  return text.split("\n").flatMap((line) => {
    const [what, ms, id, start] = line.split(" ");
    if (!isWhat(what) || id === undefined || !Number.isFinite(Number(ms))) return [];
    return [{ what, ms: Number(ms), id, start: start ?? "" }];
  });
}

const isWhat = (what: string | undefined): what is Line["what"] =>
  what === "start" || what === "taken-back" || what === "refused" || what === "worker";

/** Leaves out what no longer counts. A line that another hook adds at this moment may be lost: one start too many. */
function compact(home: string, lines: readonly Line[], now: number): void {
  if (lines.length * 24 < MAX_BYTES) return;
  const kept = lines.filter(
    (line) => Math.abs(now - line.ms) < (line.what === "worker" ? WORKER_MS : WINDOW_MS),
  );
  writeHomeFile(home, FILE, kept.slice(-400).map(textOf).join(""));
}
