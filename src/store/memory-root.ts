import { statSync } from "node:fs";
import path from "node:path";
import { MANIFEST_FILE } from "../manifest/pattern.ts";
import { isTrusted, trustedRoot } from "./trust.ts";

export interface RootQuery {
  /** `--memory` as given. */
  explicit: string | null;
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  /** The host's own memory folder for `cwd`, or null. */
  hostRoot: string | null;
}

/**
 * The memory root, absolute; the first that applies: `--memory`, `HANDOFF_MEMORY`, the trust table's entry for this
 * repository, a trusted MANIFEST.md at or above `cwd`, the host's own folder. Null when none does. A MANIFEST.md that
 * nobody agreed to is passed over: it would redirect writes.
 */
export function resolveMemoryRoot(query: RootQuery): string | null {
  const named = query.explicit ?? query.env["HANDOFF_MEMORY"] ?? "";
  if (named !== "") return path.resolve(query.cwd, named);
  return trustedRoot(query.home, query.cwd) ?? manifestAbove(query.home, query.cwd) ?? query.hostRoot;
}

function manifestAbove(home: string, cwd: string): string | null {
  for (let folder = path.resolve(cwd); ; folder = path.dirname(folder)) {
    for (const root of [folder, path.join(folder, ".memory")]) {
      const found = statSync(path.join(root, MANIFEST_FILE), { throwIfNoEntry: false })?.isFile() ?? false;
      if (found && isTrusted(home, root)) return root;
    }
    if (folder === path.dirname(folder)) return null;
  }
}
