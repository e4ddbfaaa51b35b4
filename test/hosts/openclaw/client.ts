import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/** The clients these tests are written against: the first keeps sessions in SQLite, the second in files. */
export const CLIENT_VERSIONS = { sqlite: "2026.9.6", files: "2026.6.35" } as const;

export type Era = keyof typeof CLIENT_VERSIONS;

/** OpenClaw starts with nothing older than 24.16. */
const NODE_VERSION = "24.21.0";

/** OpenClaw is about 160 MB packed with all it depends on; two minutes, then it is a skip. */
const DOWNLOAD_LIMIT_MS = 120_000;

const cache = path.resolve(import.meta.dirname, "../../../.cache/hosts");

/** Where Node keeps the compiled code of the client between runs. */
export const COMPILE_CACHE = path.join(cache, "compiled");

/** A tool that is here, or why it is not. */
export type Tool = { path: string } | { missing: string };

/** Node for OpenClaw, installed from npm into the ignored `.cache` when it is not there yet. */
export function installNode(): Tool {
  return installed(`node-${NODE_VERSION}`, `node@${NODE_VERSION}`, "node_modules/node/bin/node", (file) =>
    answers(file, ["--version"], `v${NODE_VERSION}`),
  );
}

/** `openclaw.mjs` of one of the two versions, installed the same way. */
export function installOpenClaw(era: Era, node: Tool): Tool {
  if ("missing" in node) return node;
  const version = CLIENT_VERSIONS[era];
  const name = `openclaw-${version}`;
  return installed(name, `openclaw@${version}`, "node_modules/openclaw/openclaw.mjs", (file) =>
    answers(node.path, [file, "--version"], version),
  );
}

/** Installs beside the final folder and renames: a broken download is never taken for the client. */
function installed(name: string, wanted: string, entry: string, works: (file: string) => boolean): Tool {
  const folder = path.join(cache, name);
  const file = path.join(folder, entry);
  if (!existsSync(file)) {
    const problem = download(folder, wanted);
    if (problem !== null) return { missing: problem };
  }
  if (existsSync(file) && works(file)) return { path: file };
  return { missing: `${wanted} does not start on ${process.platform}-${process.arch}` };
}

function download(folder: string, wanted: string): string | null {
  mkdirSync(cache, { recursive: true });
  const part = mkdtempSync(path.join(cache, "part-"));
  try {
    writeFileSync(path.join(part, "package.json"), JSON.stringify({ private: true }));
    const args = ["install", "--no-audit", "--no-fund", "--no-save", "--loglevel=error", "--fetch-retries=1"];
    // Node's binary comes with its install script, OpenClaw needs none of those it brings.
    const scripts = wanted.startsWith("node@") ? [] : ["--ignore-scripts"];
    const npm = spawnSync("npm", [...args, ...scripts, wanted], {
      cwd: part,
      encoding: "utf8",
      timeout: DOWNLOAD_LIMIT_MS,
    });
    if (npm.error !== undefined || npm.signal !== null) {
      return `npm did not get ${wanted} within ${DOWNLOAD_LIMIT_MS / 1000} s`;
    }
    if (npm.status !== 0) return `npm could not get ${wanted} (exit code ${npm.status})`;
    // Another run may have been first.
    if (existsSync(folder)) return null;
    renameSync(part, folder);
    return null;
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

function answers(command: string, args: readonly string[], expected: string): boolean {
  const run = spawnSync(command, args, {
    encoding: "utf8",
    timeout: 30_000,
    env: { OPENCLAW_NO_RESPAWN: "1" },
  });
  return run.status === 0 && run.stdout.includes(expected);
}
