import { buildSync } from "esbuild";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const runs = Number(process.env["HANDOFF_FAULT_RUNS"] ?? 12);
const full = runs >= 1_000;

/** How much is run: a sample with every test run, everything with `npm run test:faults` (HANDOFF_FAULT_RUNS=1000). */
export const SCALE = {
  randomKills: runs,
  processes: Number(process.env["HANDOFF_FAULT_PROCESSES"] ?? (full ? 16 : 4)),
  updates: Number(process.env["HANDOFF_FAULT_UPDATES"] ?? (full ? 50 : 5)),
  /** Every how manieth step is tried. */
  stride: full ? 1 : 3,
  /** The same where two steps are combined. */
  pairStride: full ? 1 : 17,
  /** A guard against hanging only: the time depends on the disk and on what else runs. */
  timeoutMs: 1_800_000 + runs * 6_000,
} as const;

/** A new temp folder. */
export function tempFolder(): string {
  return mkdtempSync(join(tmpdir(), "handoff-faults-"));
}

/** Bundles `child.ts`; returns the path of the program. */
export function bundleChild(folder: string): string {
  const outfile = join(folder, "child.mjs");
  buildSync({
    entryPoints: [fileURLToPath(new URL("child.ts", import.meta.url))],
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    outfile,
    // The yaml package is CommonJS and asks for node's own modules.
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    logLevel: "error",
  });
  return outfile;
}

export interface Run {
  signal: NodeJS.Signals | null;
  status: number | null;
  lines: string[];
}

/** Runs the program to its end. */
export function run(program: string, args: readonly string[], env: Record<string, string> = {}): Run {
  const result = spawnSync(process.execPath, [program, ...args], {
    env: { ...process.env, ...env },
    encoding: "utf8",
  });
  const lines = result.stdout.split("\n").filter((line) => line !== "");
  if (result.stderr !== "") throw new Error(result.stderr);
  return { signal: result.signal, status: result.status, lines };
}

/** Starts the program and waits for its first line. */
export async function start(
  program: string,
  args: readonly string[],
): Promise<{ child: ChildProcess; output: () => string; ended: Promise<void> }> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  const first = new Promise<void>((resolve) => {
    child.stdout.on("data", (data: Buffer) => {
      output += data.toString("utf8");
      if (output.includes("\n")) resolve();
    });
  });
  const ended = new Promise<void>((resolve) => void child.once("close", () => resolve()));
  await Promise.race([first, ended]);
  return { child, output: () => output, ended };
}

/** Writes files below a root; null entries are left out. */
export function fill(root: string, files: Readonly<Record<string, string | null>>): void {
  for (const [file, text] of Object.entries(files)) {
    if (text === null) continue;
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
}

/** The named files as they stand; null where there is none. */
export function readNamed(root: string, files: Iterable<string>): Record<string, string | null> {
  const texts: Record<string, string | null> = {};
  for (const file of files) {
    const path = join(root, file);
    texts[file] = existsSync(path) ? readFileSync(path, "utf8") : null;
  }
  return texts;
}

/** Everything below a root that no finished run leaves: locks, journals, temp files, copies without a receipt. */
export function leftovers(root: string): string[] {
  const all = readdirSync(root, { recursive: true, encoding: "utf8" });
  const receipts = new Set(receiptIds(root));
  return all.filter((path) => {
    if (/^\.handoff\/(?:lock|journal\/)/.test(path) || path.includes(".handoff-tmp-")) return true;
    const kept = /^\.handoff\/trash\/([^/]+)$/.exec(path);
    return kept !== null && !receipts.has(kept[1] ?? "");
  });
}

/** Ids of the receipts in the ledger, oldest first. */
export function receiptIds(root: string): string[] {
  const folder = join(root, ".handoff/ledger");
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  return names.map((name) => name.split(".")[0] ?? "");
}
