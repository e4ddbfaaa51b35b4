import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/** The client these tests are written against; another version is a change of facts, not of a number. */
const CLIENT_VERSION = "2.1.332";

/** The download is about 100 MB packed. */
const DOWNLOAD_LIMIT_MS = 120_000;

const cache = path.resolve(import.meta.dirname, "../../../.cache/hosts");

/** A tool that is here, or why it is not. */
export type Tool = { path: string } | { missing: string };

/** The native binary of the pinned client, installed from npm into the ignored `.cache` when it is not there yet. */
export function installClient(): Tool {
  const folder = path.join(cache, `claude-code-${CLIENT_VERSION}`);
  const present = findBinary(folder);
  if (present !== null) return checked(present);
  const problem = download(folder);
  if (problem !== null) return { missing: problem };
  const installed = findBinary(folder);
  if (installed === null) return { missing: `no Claude Code for ${process.platform}-${process.arch} on npm` };
  return checked(installed);
}

/** Installs beside the final folder and renames: a broken download is never taken for the client. */
function download(folder: string): string | null {
  mkdirSync(cache, { recursive: true });
  const part = mkdtempSync(path.join(cache, "part-"));
  try {
    writeFileSync(path.join(part, "package.json"), JSON.stringify({ private: true }));
    // The platform package holds the binary; the install script only links it.
    const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-save", "--loglevel=error", "--fetch-retries=1"]; // prettier-ignore
    const npm = spawnSync("npm", [...args, `@anthropic-ai/claude-code@${CLIENT_VERSION}`], {
      cwd: part,
      encoding: "utf8",
      timeout: DOWNLOAD_LIMIT_MS,
    });
    if (npm.error !== undefined || npm.signal !== null) {
      return `npm did not get Claude Code within ${DOWNLOAD_LIMIT_MS / 1000} s`;
    }
    if (npm.status !== 0) return `npm could not get Claude Code (exit code ${npm.status})`;
    // Another run may have been first.
    if (findBinary(folder) !== null) return null;
    rmSync(folder, { recursive: true, force: true });
    renameSync(part, folder);
    return null;
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

function findBinary(folder: string): string | null {
  const scope = path.join(folder, "node_modules/@anthropic-ai");
  if (!existsSync(scope)) return null;
  const names = readdirSync(scope).filter((name) => name.startsWith("claude-code-"));
  return names.map((name) => path.join(scope, name, "claude")).find((file) => existsSync(file)) ?? null;
}

function checked(binary: string): Tool {
  const run = spawnSync(binary, ["--version"], { encoding: "utf8", timeout: 30_000, env: {} });
  if (run.status === 0 && run.stdout.startsWith(CLIENT_VERSION)) return { path: binary };
  return { missing: `Claude Code ${CLIENT_VERSION} does not start on ${process.platform}-${process.arch}` };
}

/** tmux, which the interactive runs need. */
export function findTmux(): Tool {
  const run = spawnSync("tmux", ["-V"], { encoding: "utf8" });
  return run.status === 0 ? { path: "tmux" } : { missing: "tmux is not installed" };
}
