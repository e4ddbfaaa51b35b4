import { existsSync, readdirSync, readFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { HOME_LAYOUT } from "../../src/config/home-files.ts";
import { homeOfBundle } from "../../src/config/installed-home.ts";

/** Where this copy of the pack lies, and what it works with. */
export interface Place {
  /** `$HANDOFF_HOME`, absolute; it may not exist yet. */
  home: string;
  /** The worker to start; null when there is none any more. */
  worker: string | null;
}

/** Where a handler was loaded from. */
export interface Loaded {
  /** Folder of the handler. An installer may leave a file `home` in it: the absolute path of `$HANDOFF_HOME`. */
  folder: string;
  /** Folder that holds the worker, if the handler lies in a whole bundle. */
  bundle: string;
  env: Readonly<Record<string, string | undefined>>;
}

/**
 * Finds home and worker. The host copies a pack out of its bundle, and a bundle may go away while the gateway runs:
 * then the newest installed copy works.
 */
export function placeOf({ folder, bundle, env }: Loaded): Place {
  const given = env["HANDOFF_HOME"];
  const noted = given === undefined || given === "" ? notedHome(folder) : null;
  const home = noted ?? homeOfBundle(env, bundle);
  const workers = [join(bundle, "worker.js"), ...installedWorkers(home)];
  return { home, worker: workers.find((path) => existsSync(path)) ?? null };
}

function notedHome(folder: string): string | null {
  try {
    const home = readFileSync(join(folder, "home"), "utf8").trim();
    return isAbsolute(home) ? home : null;
  } catch {
    return null;
  }
}

function installedWorkers(home: string): string[] {
  const bin = join(home, HOME_LAYOUT.bin);
  try {
    const versions = readdirSync(bin).filter((name) => /^\d+\.\d+\.\d+/.test(name));
    const newestFirst = versions.toSorted((a, b) => b.localeCompare(a, "en", { numeric: true }));
    return newestFirst.map((version) => join(bin, version, "worker.js"));
  } catch {
    return [];
  }
}
