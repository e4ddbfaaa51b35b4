import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { systemCode } from "../errors.ts";
import { type Step, unobserved } from "./steps.ts";
import { ifExists } from "./system-errors.ts";

const TEMP = /^\.handoff-tmp-[0-9a-f]{16}$/;

/**
 * A fresh temp name. It never ends in `.md`, so that no reader takes it for memory. Not from node:crypto, which costs a
 * hook milliseconds to load: a name that exists is refused when it is opened.
 */
export function tempName(): string {
  return `.handoff-tmp-${randomHex()}${randomHex()}`;
}

/** Eight random hexadecimal digits, for names that need not be secret. */
export function randomHex(): string {
  return Math.floor(Math.random() * 2 ** 32)
    .toString(16)
    .padStart(8, "0");
}

/** True for a temp file of ours, to be swept by the next run that holds the lock. */
export function isTempName(name: string): boolean {
  return TEMP.test(name);
}

/** Mode and owner of an existing file; null when there is none. */
export interface Attributes {
  mode: number;
  uid: number;
  gid: number;
}

export function attributesOf(path: string): Attributes | null {
  const stat = ifExists(() => statSync(path), null);
  return stat === null ? null : { mode: stat.mode & 0o7777, uid: stat.uid, gid: stat.gid };
}

/** Writes `bytes` to the new file `temp` and flushes it to disk. A `mode` for a new file still passes the umask. */
export function stageFile(
  temp: string,
  bytes: Uint8Array,
  like: Attributes | null,
  mode: number,
  step: Step,
): void {
  step("temp-open");
  const fd = openSync(temp, "wx", like === null ? mode : 0o600);
  try {
    step("temp-write");
    let offset = 0;
    while (offset < bytes.length) offset += writeSync(fd, bytes, offset);
    step("temp-fsync");
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  if (like !== null) keepAttributes(temp, like);
}

/** Gives `path` the mode and, where we may, the owner of the file it will replace. */
function keepAttributes(path: string, like: Attributes): void {
  if (process.getuid !== undefined && process.getuid() !== like.uid) {
    try {
      chownSync(path, like.uid, like.gid);
    } catch {
      // Only root may give files away; the content matters more than the owner.
    }
  }
  chmodSync(path, like.mode);
}

/** Makes renames and unlinks in a folder durable. Windows cannot open folders: there this is nothing. */
export function fsyncFolder(path: string, step: Step): void {
  if (process.platform === "win32") return;
  step("folder-fsync");
  const fd = openSync(path, "r");
  try {
    fsyncSync(fd);
  } catch (error) {
    // Some network and FUSE file systems refuse to flush a folder.
    if (systemCode(error) !== "EINVAL" && systemCode(error) !== "ENOTSUP") throw error;
  } finally {
    closeSync(fd);
  }
}

/**
 * Replaces one file so that a reader sees the old bytes or the new ones. Mode and owner of an existing file are kept;
 * a new one gets `mode` (default 0600). Throws system errors; leaves no temp behind unless the process ends.
 */
export function atomicReplace(
  path: string,
  content: Uint8Array | string,
  options: { mode?: number; step?: Step } = {},
): void {
  const step = options.step ?? unobserved;
  const temp = join(dirname(path), tempName());
  const bytes = typeof content === "string" ? Buffer.from(content, "utf8") : content;
  try {
    stageFile(temp, bytes, attributesOf(path), options.mode ?? 0o600, step);
    step("rename");
    renameSync(temp, path);
  } catch (error) {
    rmSync(temp, { force: true });
    throw error;
  }
  fsyncFolder(dirname(path), step);
}
