import { existsSync } from "node:fs";
import path from "node:path";
import { HandoffError } from "../errors.ts";
import { handoffHome } from "../config/home.ts";
import { locateMemory } from "../capture/locate-memory.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { loadSnapshot } from "../store/load-snapshot.ts";
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

/** As above, for commands about a memory that exists; errors: `no-memory-root`, `memory-missing`. */
export async function requireMemoryRoot(options: CommonOptions, io: Io): Promise<string> {
  const root = await memoryRootOrNull(options, io);
  if (root === null) throw new HandoffError("no-memory-root");
  if (!existsSync(root)) throw new HandoffError("memory-missing", { path: root });
  return root;
}

/** The memory as a value, or null where there is none. */
export async function memoryOrNull(options: CommonOptions, io: Io): Promise<MemorySnapshot | null> {
  const root = await memoryRootOrNull(options, io);
  return root === null ? null : loadSnapshot(root, {});
}
