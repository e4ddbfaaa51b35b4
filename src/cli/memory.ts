import path from "node:path";
import { HandoffError } from "../errors.ts";
import { handoffHome } from "../config/home.ts";
import { locateMemory } from "../capture/locate-memory.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { loadSnapshot } from "../store/load-snapshot.ts";
import type { CommonOptions, Io } from "./io.ts";

/** Absolute memory root for a command run by hand, or null where no rule names one. */
export async function memoryRootOrNull(options: CommonOptions, io: Io): Promise<string | null> {
  const explicit = options.memory === undefined ? null : path.resolve(io.cwd, options.memory);
  const located = await locateMemory({
    explicit,
    cwd: io.cwd,
    env: io.env,
    home: handoffHome(io.env),
    host: null,
  });
  return located?.root ?? null;
}

/** As above; errors: `no-memory-root`. */
export async function requireMemoryRoot(options: CommonOptions, io: Io): Promise<string> {
  const root = await memoryRootOrNull(options, io);
  if (root === null) throw new HandoffError("no-memory-root");
  return root;
}

/** The memory as a value, or null where there is none. */
export async function memoryOrNull(options: CommonOptions, io: Io): Promise<MemorySnapshot | null> {
  const root = await memoryRootOrNull(options, io);
  return root === null ? null : loadSnapshot(root, {});
}
