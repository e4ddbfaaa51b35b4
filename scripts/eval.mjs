// Bundles the evaluation and runs it: npm run eval -- --root FOLDER (see test/eval/main.ts for the options).
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const folder = mkdtempSync(path.join(tmpdir(), "handoff-eval-"));
try {
  const outfile = path.join(folder, "eval.mjs");
  await build({
    entryPoints: [path.join(root, "test/eval/main.ts")],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    logLevel: "warning",
  });
  const run = spawnSync(process.execPath, [outfile, ...process.argv.slice(2)], { stdio: "inherit" });
  process.exitCode = run.status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
