// Benchmarks: each prints its figure beside a baseline run in the same minute. No pass or fail.
// npm run bench -- [NAME] [--mb 200]; NAME: reader, lint, migrate, hooks, write-gate or openclaw-reset, else all
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const benches = ["reader", "lint", "migrate", "hooks", "write-gate", "openclaw-reset"];
const [named, ...rest] = process.argv.slice(2);
const chosen = benches.filter((bench) => bench === named);
for (const bench of chosen.length > 0 ? chosen : benches) {
  const args = chosen.length > 0 ? rest : process.argv.slice(2);
  const script = path.join(root, `test/performance/${bench}.mjs`);
  const run = spawnSync(process.execPath, [script, ...args], { stdio: "inherit" });
  if (run.status !== 0) process.exitCode = 1;
}
