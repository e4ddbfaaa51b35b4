import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { MANIFEST_FILE } from "./load-snapshot.ts";
import { foldersUpward } from "./repository-identity.ts";
import { isTrustedRoot, trustedRootFor } from "./trust.ts";

export interface MemoryRootQuery {
  /** `--memory` as given, or null. */
  explicit: string | null;
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  /** `$HANDOFF_HOME`, resolved. */
  home: string;
  /** The host's own memory folder for `cwd`, or null. */
  hostRoot: string | null;
}

/**
 * The memory root by the first rule that applies: `--memory`, `HANDOFF_MEMORY`, the trust table, a trusted MANIFEST.md
 * in a folder above, the host's own folder. Absolute; need not exist. Null where no rule applies.
 */
export function resolveMemoryRoot(query: MemoryRootQuery): string | null {
  const named = filled(query.explicit) ?? filled(query.env["HANDOFF_MEMORY"]);
  if (named !== null) return resolve(query.cwd, named);
  return trustedRootFor(query.home, query.cwd) ?? trustedAbove(query) ?? query.hostRoot;
}

function trustedAbove({ home, cwd }: MemoryRootQuery): string | null {
  const found = foldersUpward(cwd).find(
    (folder) => existsSync(join(folder, MANIFEST_FILE)) && isTrustedRoot(home, folder),
  );
  return found ?? null;
}

const filled = (value: string | null | undefined): string | null =>
  value === undefined || value === null || value === "" ? null : value;
