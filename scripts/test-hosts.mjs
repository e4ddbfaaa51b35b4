// Tests with the real clients of hosts, against a local stand-in for the model.
// Usage: npm run test:hosts [-- HOST] [vitest arguments], for example: npm run test:hosts -- claude-code -t worktree
// Builds and packs this repository, installs the tarball elsewhere and the pinned client into .cache/, and runs every
// case. A tool that cannot be had (client, tmux) is a counted skip with its reason.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const args = process.argv.slice(2);
const host = args[0] !== undefined && !args[0].startsWith("-") ? args.shift() : null;
const folder = path.join("test/hosts", host ?? "");

if (!existsSync(path.join(root, folder))) {
  console.error(`${host}: no tests with this host; expected the name of a folder in test/hosts`);
  process.exit(2);
}

const run = (command, ...more) => spawnSync(command, more, { cwd: root, stdio: "inherit" }).status ?? 1;

if (process.env.HANDOFF_TARBALL === undefined) {
  const built = run(process.execPath, "scripts/build.mjs");
  if (built !== 0) process.exit(built);
}
const vitest = path.join(root, "node_modules/.bin/vitest");
process.exitCode = run(
  vitest,
  "run",
  "--project",
  `hosts-${host ?? "*"}`,
  "--reporter=verbose",
  `${folder}/`,
  ...args,
);
