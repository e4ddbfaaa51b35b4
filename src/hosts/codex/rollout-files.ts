import { readdir } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, join, sep } from "node:path";

type Env = Readonly<Record<string, string | undefined>>;

/** `rollout-<local time>-<thread id>.jsonl`; compressed ones end in `.zst`. */
const ROLLOUT = /^rollout-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-(.+?)\.jsonl(\.zst)?$/;

/** A rollout as its name tells. */
export interface RolloutFile {
  path: string;
  threadId: string;
  compressed: boolean;
}

/** The client's folder: `CODEX_HOME`, else `.codex` in the home folder. */
export function codexHome(env: Env): string {
  const named = env["CODEX_HOME"] ?? "";
  const home = env["HOME"] || env["USERPROFILE"] || homedir();
  return named === "" ? join(home, ".codex") : named;
}

/** The rollouts below a folder, by `YYYY/MM/DD` or flat, oldest name first; none when it cannot be read. */
export async function rolloutsIn(folder: string): Promise<RolloutFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const found = entries.flatMap((entry) => {
    const file = entry.isFile() ? rolloutNamed(join(entry.parentPath, entry.name)) : null;
    return file === null ? [] : [file];
  });
  return found.sort((a, b) => (basename(a.path) < basename(b.path) ? -1 : 1));
}

/**
 * Path of a thread's rollout in the same tree of sessions as another rollout, or null. A plain file goes before its
 * compressed form: the client turns one into the other at any time.
 */
export async function rolloutOfThread(beside: string, threadId: string): Promise<string | null> {
  return bestOf(await rolloutsIn(sessionsFolderOf(beside)), threadId);
}

/** The rollout of a thread among others, the plain one before a compressed one; null when there is none. */
export function bestOf(rollouts: readonly RolloutFile[], threadId: string): string | null {
  const own = rollouts.filter((rollout) => rollout.threadId === threadId);
  const plain = own.filter(({ compressed }) => !compressed);
  return (plain.at(-1) ?? own.at(-1))?.path ?? null;
}

function rolloutNamed(path: string): RolloutFile | null {
  const found = ROLLOUT.exec(basename(path));
  const threadId = found?.[1];
  return threadId === undefined ? null : { path, threadId, compressed: found?.[2] !== undefined };
}

/** The folder that holds `YYYY/MM/DD`, or the file's own where it lies flat. */
function sessionsFolderOf(path: string): string {
  const folder = dirname(path);
  const day = new RegExp(`\\d{4}\\${sep}\\d\\d\\${sep}\\d\\d$`).test(folder);
  return day ? dirname(dirname(dirname(folder))) : folder;
}
