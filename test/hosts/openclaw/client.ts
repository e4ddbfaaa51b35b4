import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { download, HOSTS_CACHE, type Tool } from "../pinned.ts";

/** The clients these tests are written against: the first keeps sessions in SQLite, the second in files. */
export const CLIENT_VERSIONS = { sqlite: "2026.9.6", files: "2026.6.35" } as const;

export type Era = keyof typeof CLIENT_VERSIONS;

/** OpenClaw starts with nothing older than 24.16. */
const NODE_VERSION = "24.21.0";

/** Where Node keeps the compiled code of the client between runs. */
export const COMPILE_CACHE = path.join(HOSTS_CACHE, "compiled");

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

function installed(name: string, wanted: string, entry: string, works: (file: string) => boolean): Tool {
  const folder = path.join(HOSTS_CACHE, name);
  const file = path.join(folder, entry);
  if (!existsSync(file)) {
    // Node's binary comes with its install script; OpenClaw needs none of those it brings.
    const problem = download(folder, wanted, { scripts: wanted.startsWith("node@") });
    if (problem !== null) return { missing: problem };
  }
  if (existsSync(file) && works(file)) return { path: file };
  return { missing: `${wanted} does not start on ${process.platform}-${process.arch}` };
}

function answers(command: string, args: readonly string[], expected: string): boolean {
  const run = spawnSync(command, args, {
    encoding: "utf8",
    timeout: 120_000,
    env: { OPENCLAW_NO_RESPAWN: "1" },
  });
  return run.status === 0 && run.stdout.includes(expected);
}
