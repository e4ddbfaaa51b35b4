import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { removeFolder } from "../fixtures/remove-folder.ts";

/** The downloads are 100 to 160 MB packed. */
const DOWNLOAD_LIMIT_MS = 120_000;

/** Where clients are installed: ignored, and kept between runs. */
export const HOSTS_CACHE = path.resolve(import.meta.dirname, "../../.cache/hosts");

/** A tool that is here, or why it is not. */
export type Tool = { path: string } | { missing: string };

/**
 * Installs one package of npm into a folder, unless another run was first. Beside the final folder and then renamed: a
 * broken download is never taken for the tool. Returns what went wrong, or null.
 */
export function download(folder: string, wanted: string, { scripts }: { scripts: boolean }): string | null {
  mkdirSync(HOSTS_CACHE, { recursive: true });
  const part = mkdtempSync(path.join(HOSTS_CACHE, "part-"));
  try {
    writeFileSync(path.join(part, "package.json"), JSON.stringify({ private: true }));
    const args = ["install", "--no-audit", "--no-fund", "--no-save", "--loglevel=error", "--fetch-retries=1"];
    const npm = spawnSync("npm", [...args, ...(scripts ? [] : ["--ignore-scripts"]), wanted], {
      cwd: part,
      encoding: "utf8",
      timeout: DOWNLOAD_LIMIT_MS,
    });
    if (npm.error !== undefined || npm.signal !== null) {
      return `npm did not get ${wanted} within ${DOWNLOAD_LIMIT_MS / 1000} s`;
    }
    if (npm.status !== 0) return `npm could not get ${wanted} (exit code ${npm.status})`;
    if (!existsSync(folder)) renameSync(part, folder);
    return null;
  } finally {
    removeFolder(part);
  }
}
