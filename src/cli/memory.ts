import { existsSync } from "node:fs";
import path from "node:path";
import { HandoffError } from "../errors.ts";
import { handoffHome } from "../config/home.ts";
import { locateMemory } from "../capture/locate-memory.ts";
import { hosts } from "../hosts/hosts.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { loadSnapshot } from "../store/load-snapshot.ts";
import { allInstallRecords } from "../store/installed.ts";
import type { CommonOptions, Io } from "./io.ts";

/**
 * `--memory` as given, or null. Errors: `usage` for an empty name: an unset variable in a script must not silently mean
 * another memory.
 */
export function namedMemory(options: CommonOptions): string | null {
  if (options.memory?.trim() === "")
    throw new HandoffError("usage", { name: "--memory", expected: "a folder" });
  return options.memory ?? null;
}

/** Absolute memory root for a command run by hand, or null where no rule names one. */
async function memoryRootOrNull(options: CommonOptions, io: Io): Promise<string | null> {
  const named = namedMemory(options);
  const explicit = named === null ? null : path.resolve(io.cwd, named);
  const located = await locateMemory({
    explicit,
    cwd: io.cwd,
    env: io.env,
    home: handoffHome(io.env),
    host: null,
  });
  return located?.root ?? null;
}

/**
 * As above, for commands about a memory that exists; errors: `no-memory-root`, `memory-missing`, `memory-not-begun`
 * where a host has a folder for it, which the first capture makes.
 */
export async function requireMemoryRoot(options: CommonOptions, io: Io): Promise<string> {
  const root = await memoryRootOrNull(options, io);
  if (root === null) {
    const path = await hostMemoryRoot(io);
    throw path === null ? new HandoffError("no-memory-root") : new HandoffError("memory-not-begun", { path });
  }
  if (!existsSync(root)) throw new HandoffError("memory-missing", { path: root });
  return root;
}

/**
 * Folder in which captures of a host keep this folder's memory, there or not; null where no host is wired and none was
 * used here.
 */
export async function hostMemoryRoot({ cwd, env }: Pick<Io, "cwd" | "env">): Promise<string | null> {
  const wired = allInstallRecords(handoffHome(env));
  for (const host of hosts) {
    const used =
      wired.some((record) => record.host === host.id) ||
      (await host.listSessions({ folder: null, cwd, env })).length > 0;
    const root = used ? await host.memoryRoot(cwd, env) : null;
    if (root !== null) return root;
  }
  return null;
}

/** The memory as a value, or null where there is none. */
export async function memoryOrNull(options: CommonOptions, io: Io): Promise<MemorySnapshot | null> {
  const root = await memoryRootOrNull(options, io);
  return root === null ? null : loadSnapshot(root, {});
}
