// Benchmarks: each prints its figure beside a baseline run in the same minute. No pass or fail.
// npm run bench [-- --mb 200]
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const benches = ["test/performance/reader.mjs", "test/performance/lint.mjs"];
for (const bench of benches) {
  const run = spawnSync(process.execPath, [path.join(root, bench), ...process.argv.slice(2)], {
    stdio: "inherit",
  });
  if (run.status !== 0) process.exitCode = 1;
}
