import { mkdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { HandoffError, systemCode } from "../errors.ts";
import { atomicReplace } from "../files/atomic-replace.ts";
import { ifExists } from "../files/system-errors.ts";

/** `$HANDOFF_HOME/trust.json`: repository identity → memory root that a person agreed to. */
const TrustTable = z.object({ version: z.literal(1), roots: z.record(z.string(), z.string()) });
type TrustTable = z.infer<typeof TrustTable>;

/**
 * What tells a repository: the real path of its git common dir (worktrees share it), else of the folder. Read from
 * the files git keeps; no process is started.
 */
export function repositoryIdentity(folder: string): string {
  const start = ifExists(() => realpathSync(folder), path.resolve(folder));
  for (let current = start; ; current = path.dirname(current)) {
    const common = gitCommonDir(path.join(current, ".git"));
    if (common !== null) return common;
    if (current === path.dirname(current)) return start;
  }
}

/** The memory root recorded for the repository of a folder, or null. An unreadable table counts as empty. */
export function trustedRoot(home: string, folder: string): string | null {
  return readTable(home).roots[repositoryIdentity(folder)] ?? null;
}

/** Whether a memory root was recorded for any repository. */
export function isTrusted(home: string, root: string): boolean {
  return Object.values(readTable(home).roots).includes(path.resolve(root));
}

/** Records that captures of this repository may go to `root`. Errors: `home-unwritable`. */
export function recordTrust(home: string, folder: string, root: string): void {
  const table = readTable(home);
  const identity = repositoryIdentity(folder);
  if (table.roots[identity] === path.resolve(root)) return;
  table.roots[identity] = path.resolve(root);
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    atomicReplace(path.join(home, "trust.json"), `${JSON.stringify(table, null, 2)}\n`);
  } catch (error) {
    throw new HandoffError("home-unwritable", { path: home, system: systemCode(error) ?? "unknown" }, error);
  }
}

function readTable(home: string): TrustTable {
  try {
    return TrustTable.parse(JSON.parse(readFileSync(path.join(home, "trust.json"), "utf8")));
  } catch {
    return { version: 1, roots: {} };
  }
}

/** The common dir that a `.git` folder, or a worktree's `.git` file, stands for; null when it is neither. */
function gitCommonDir(git: string): string | null {
  const stats = ifExists(() => statSync(git), null);
  if (stats === null) return null;
  if (stats.isDirectory()) return realpathSync(git);
  const own = /^gitdir: (.+)$/m.exec(ifExists(() => readFileSync(git, "utf8"), ""))?.[1]?.trim();
  if (own === undefined) return null;
  const folder = path.resolve(path.dirname(git), own);
  const common = ifExists(() => readFileSync(path.join(folder, "commondir"), "utf8").trim(), "");
  return ifExists(() => realpathSync(path.resolve(folder, common)), null);
}
