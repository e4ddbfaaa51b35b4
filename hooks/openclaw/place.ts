import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { HOME_LAYOUT } from "../../src/config/home-files.ts";
import { homeOfBundle } from "../../src/config/installed-home.ts";

/** Where this copy of the pack lies, and what it works with. */
export interface Place {
  /** `$HANDOFF_HOME`, absolute; it may not exist yet. */
  home: string;
  /** The worker to start; null when there is none any more. */
  worker: string | null;
}

/**
 * Finds home and worker for a handler at `<bundle>/hooks/openclaw/handler.js` (a file URL, with the host's query). A
 * bundle that went away while the gateway runs leaves the newest installed copy.
 */
export function placeOf(handler: string, env: Readonly<Record<string, string | undefined>>): Place {
  const bundle = dirname(dirname(dirname(fileURLToPath(handler))));
  const home = homeOfBundle(env, bundle);
  const workers = [join(bundle, "worker.js"), ...installedWorkers(home)];
  return { home, worker: workers.find((path) => existsSync(path)) ?? null };
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
