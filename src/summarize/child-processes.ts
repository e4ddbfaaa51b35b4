import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { HOME_LAYOUT, readHomeFile, writeHomeFile } from "../config/home-files.ts";
import { identityOf, livenessOf, ownIdentity } from "../files/process-identity.ts";

/** Marks every process that a child of ours starts, however far it moves away: its value is the run's own. */
export const MARK = "HANDOFF_CHILD_ID";

const Identity = z.object({
  pid: z.number().int(),
  start: z.string().nullable(),
  host: z.string(),
  boot: z.string().nullable(),
  namespace: z.string().nullable(),
});

/** A child that runs, `guard/child-<pid>.json`: tells hooks and later runs that it is ours. */
const ChildFile = z.object({
  version: z.literal(1),
  provider: z.string(),
  mark: z.string(),
  child: Identity,
  /** Who started it; when that has ended, nobody keeps its deadline. */
  owner: Identity,
  at: z.string(),
});

const NAME = /^child-\d+\.json$/;
const fileOf = (pid: number): string => `${HOME_LAYOUT.guard}/child-${pid}.json`;

/** Notes a child that was started. Errors: `home-unwritable`. */
export function noteChild(home: string, pid: number, provider: string, mark: string): void {
  const record = {
    version: 1,
    provider,
    mark,
    child: identityOf(pid),
    owner: ownIdentity(),
    at: new Date().toISOString(),
  };
  writeHomeFile(home, fileOf(pid), `${JSON.stringify(record)}\n`);
}

/** Takes the note of a child away. Never throws: a note left behind is swept by a later run. */
export function forgetChild(home: string, pid: number): void {
  try {
    rmSync(join(home, fileOf(pid)), { force: true });
  } catch {
    // swept later
  }
}

/** Ends children whose owner was killed, and takes their notes away. Never throws. */
export function sweepChildren(home: string): void {
  let names: string[];
  try {
    names = readdirSync(join(home, HOME_LAYOUT.guard)).filter((name) => NAME.test(name));
  } catch {
    return;
  }
  const self = ownIdentity();
  for (const name of names) {
    const record = readChild(home, name);
    if (record !== null && livenessOf(record.owner, self) !== "dead") continue;
    if (record !== null) {
      const { child, mark } = record;
      // without a start time a reused pid cannot be told from the child
      if (child.start !== null && livenessOf(child, self) === "alive") endGroup(child.pid, "SIGKILL");
      endMarked(mark, "SIGKILL");
    }
    rmSync(join(home, HOME_LAYOUT.guard, name), { force: true });
  }
}

function readChild(home: string, name: string): z.infer<typeof ChildFile> | null {
  try {
    return ChildFile.parse(JSON.parse(readHomeFile(home, `${HOME_LAYOUT.guard}/${name}`) ?? ""));
  } catch {
    return null;
  }
}

/** Ends the process group that a detached child leads. Never throws. */
export function endGroup(pid: number, signal: NodeJS.Signals): void {
  if (process.platform === "win32") {
    spawnSync("taskkill", ["/pid", String(pid), "/T", "/F"], { windowsHide: true, stdio: "ignore" });
    return;
  }
  kill(-pid, signal);
}

/** Ends processes that left the group but carry the mark. Only Linux shows it; elsewhere this is nothing. Never throws. */
export function endMarked(mark: string, signal: NodeJS.Signals): void {
  for (const pid of markedProcesses(mark)) kill(pid, signal);
}

/** Ids of the running processes that were started with a mark; empty where no /proc tells. */
function markedProcesses(mark: string): number[] {
  let names: string[];
  try {
    names = readdirSync("/proc");
  } catch {
    return [];
  }
  const wanted = `${MARK}=${mark}`;
  return names
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => environmentOf(name).includes(wanted))
    .map(Number);
}

function environmentOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1").split("\0");
  } catch {
    return [];
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // it has ended
  }
}
