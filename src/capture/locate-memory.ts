import { existsSync } from "node:fs";
import { HandoffError } from "../errors.ts";
import { resolveMemoryRoot } from "../store/memory-root.ts";
import type { Host } from "../hosts/host.ts";
import { hosts } from "../hosts/hosts.ts";
import type { PresetId } from "../manifest/manifest.ts";
import type { Environment } from "./request.ts";

export interface MemoryQuery {
  /** `--memory` as given, or null. */
  explicit: string | null;
  cwd: string;
  env: Environment;
  home: string;
  /** The host whose session is captured; null for commands about the memory itself. */
  host: Host | null;
}

/** A memory root and the preset that holds while it has no MANIFEST.md. */
export interface MemoryPlace {
  root: string;
  preset: PresetId;
}

/**
 * The memory root by the order in the manifest's README: explicit, HANDOFF_MEMORY, trust table, trusted MANIFEST.md
 * above, the host's own folder. Without a host the first one whose folder exists counts. Null where no rule applies.
 */
export async function locateMemory(query: MemoryQuery): Promise<MemoryPlace | null> {
  const own = await ownFolder(query);
  const root = resolveMemoryRoot({
    explicit: query.explicit,
    cwd: query.cwd,
    env: query.env,
    home: query.home,
    hostRoot: own?.root ?? null,
  });
  if (root === null) return null;
  return { root, preset: own !== null && own.root === root ? own.preset : "openclaw" };
}

async function ownFolder(query: MemoryQuery): Promise<MemoryPlace | null> {
  for (const host of query.host === null ? hosts : [query.host]) {
    const root = await rootOf(host, query);
    if (root !== null && (query.host !== null || existsSync(root))) return { root, preset: host.preset };
  }
  return null;
}

/** Where no host was named, one whose settings cannot be understood is no reason to find no memory. */
async function rootOf(host: Host, query: MemoryQuery): Promise<string | null> {
  try {
    return await host.memoryRoot(query.cwd, query.env);
  } catch (error) {
    if (query.host !== null || !isUnusable(error)) throw error;
    return null;
  }
}

/** Whether a host's own settings are at fault. */
export function isUnusable(error: unknown): error is HandoffError {
  return error instanceof HandoffError && error.code === "settings-invalid";
}
