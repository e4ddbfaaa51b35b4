import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { download, HOSTS_CACHE, type Tool } from "../pinned.ts";

/** The client these tests are written against; another version is a change of facts, not of a number. */
const CLIENT_VERSION = "2.1.332";

/** The native binary of the pinned client, installed from npm into the ignored `.cache` when it is not there yet. */
export function installClient(): Tool {
  const folder = path.join(HOSTS_CACHE, `claude-code-${CLIENT_VERSION}`);
  const present = findBinary(folder);
  if (present !== null) return checked(present);
  // The platform package holds the binary; the install script only links it.
  const problem = download(folder, `@anthropic-ai/claude-code@${CLIENT_VERSION}`, { scripts: false });
  if (problem !== null) return { missing: problem };
  const installed = findBinary(folder);
  if (installed === null) return { missing: `no Claude Code for ${process.platform}-${process.arch} on npm` };
  return checked(installed);
}

function findBinary(folder: string): string | null {
  const scope = path.join(folder, "node_modules/@anthropic-ai");
  if (!existsSync(scope)) return null;
  const names = readdirSync(scope).filter((name) => name.startsWith("claude-code-"));
  return names.map((name) => path.join(scope, name, "claude")).find((file) => existsSync(file)) ?? null;
}

function checked(binary: string): Tool {
  const run = spawnSync(binary, ["--version"], { encoding: "utf8", timeout: 120_000, env: {} });
  if (run.status === 0 && run.stdout.startsWith(CLIENT_VERSION)) return { path: binary };
  return { missing: `Claude Code ${CLIENT_VERSION} does not start on ${process.platform}-${process.arch}` };
}

/** tmux, which the interactive runs need. */
export function findTmux(): Tool {
  const run = spawnSync("tmux", ["-V"], { encoding: "utf8" });
  return run.status === 0 ? { path: "tmux" } : { missing: "tmux is not installed" };
}
