import { join } from "node:path";
import { z } from "zod";
import { HOME_LAYOUT, readHomeFile, writeHomeFile } from "../config/home-files.ts";
import { sha256 } from "../files/hash.ts";
import { HostId } from "../session/entry.ts";
import { filesIn } from "./walk.ts";

/** Which settings an installation went into: of the user, or of one project. */
export const SCOPES = ["user", "project"] as const;
export const Scope = z.enum(SCOPES);
export type Scope = z.infer<typeof Scope>;

/** What an installer changed, `installed/<host>-<hash of the settings file>.json`. */
export const InstallRecord = z.object({
  version: z.literal(1),
  host: HostId,
  scope: Scope,
  /** ISO time of the first installation; a later one keeps it. Only newer sessions are captured by themselves. */
  at: z.string(),
  /** Absolute path of the settings file, as the host names it. */
  file: z.string(),
  /** The file before the installation: its hash and the name of the copy beside this record; null: there was none. */
  before: z.object({ sha256: z.string(), copy: z.string() }).nullable(),
  /** True where that is no file that ever lay there, but one that was edited since, with our entry taken out. */
  derived: z.boolean().optional(),
  /** Hash of the file as we wrote it. */
  after: z.string(),
  /** Folders that were made for the file, outermost first. */
  madeFolders: z.array(z.string()),
  /** Absolute folder of the bundle that the file points to. */
  bundle: z.string(),
  /** Absolute path of the node that runs it. */
  node: z.string(),
  /** Where a host can be wired in several ways: which one. */
  form: z.string().optional(),
  /** Absolute state folder of the host, where it can have several. */
  state: z.string().optional(),
  /** Absolute folder that was put into the host's own; absent: none. */
  placed: z.string().optional(),
});
export type InstallRecord = z.infer<typeof InstallRecord>;

/** Every readable record of a host, the oldest installation first; an unreadable one says nothing. */
export function installRecords(home: string, host: HostId): InstallRecord[] {
  return allInstallRecords(home)
    .filter((record) => record.host === host)
    .toSorted((a, b) => (a.at < b.at ? -1 : 1));
}

/** As above, of every host. */
export function allInstallRecords(home: string): InstallRecord[] {
  return filesIn(join(home, HOME_LAYOUT.installed))
    .filter((name) => name.endsWith(".json"))
    .flatMap((name) => parse(readHomeFile(home, `${HOME_LAYOUT.installed}/${name}`)) ?? []);
}

/** Writes a record. Errors: `home-unwritable`. */
export function writeInstallRecord(home: string, record: InstallRecord): void {
  writeHomeFile(home, recordName(record.host, record.file), `${JSON.stringify(record, null, 2)}\n`);
}

/** Path of a settings file's record below the state folder. */
export function recordName(host: HostId, file: string): string {
  return `${HOME_LAYOUT.installed}/${host}-${sha256(file).slice(0, 12)}.json`;
}

function parse(text: string | null): InstallRecord | null {
  if (text === null) return null;
  try {
    return InstallRecord.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
