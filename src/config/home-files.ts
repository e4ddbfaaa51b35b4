import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { HandoffError, systemCode } from "../errors.ts";
import { makeFolder } from "../files/folders.ts";
import { atomicReplace } from "../files/atomic-replace.ts";

/** What lies where in `$HANDOFF_HOME`; relative. Folders are made when first written to, 0700; files are 0600. */
export const HOME_LAYOUT = {
  config: "config.json",
  cursors: "cursors",
  trust: "trust",
  /** Jobs that wait or run, one file each: `<id>.json`. */
  pending: "queue/pending",
  /** Jobs given up, with the reason. */
  failed: "queue/failed",
  /** Results of finished jobs, kept for a week. */
  done: "queue/done",
  /** What a host's own model is asked, one question at a time; gone once it is answered. */
  asks: "queue/asks",
  /** One lock a memory root: its worker. */
  leases: "leases",
  /** What hooks tell the next session, one file a folder or session. */
  resume: "resume",
  /** What a running session is told with each of its requests, one file a session. */
  told: "told",
  /** What the write gate needs of a memory's manifest, one file a memory root. */
  gates: "gates",
  /** When workers were started, and which children of ours run. */
  guard: "guard",
  /** Model calls and tokens, one file a day; what the provider says about its limits. */
  spend: "spend",
  /** What an installer changed, one file a host and scope. */
  installed: "installed",
  /** Which events of a host ever reached us, one file a host. */
  events: "events",
  /** Working folder of children of ours: no project, no memory. */
  neutral: "neutral",
  /** Installed bundles, one folder a version. */
  bin: "bin",
  /** What a model said of blocks of a migration, by block: a stopped run goes on. */
  labels: "labels",
  /** What a migration took out of a memory because it held a secret, one file a migration. */
  quarantine: "quarantine",
  log: "log/handoff.log",
} as const;

/** Text of a file of ours; null when it is missing or may not be read. */
export function readHomeFile(home: string, file: string): string | null {
  try {
    return readFileSync(join(home, file), "utf8");
  } catch {
    return null;
  }
}

/** Replaces a file of ours. Errors: `home-unwritable`. */
export function writeHomeFile(home: string, file: string, text: string): void {
  const path = join(home, file);
  try {
    makeFolder(dirname(path), 0o700);
    atomicReplace(path, text, { mode: 0o600 });
  } catch (error) {
    throw new HandoffError("home-unwritable", { path: home, system: systemCode(error) ?? "unknown" }, error);
  }
}
