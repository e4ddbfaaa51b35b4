// Migration of a generated memory of 92,000 characters against remark's parse of it, in one process.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = path.dirname(fileURLToPath(import.meta.url));
// Inside the repository, so that the libraries are found.
const folder = mkdtempSync(path.join(here, ".migrate-bench-"));
try {
  const outfile = path.join(folder, "migrate.mjs");
  await build({
    entryPoints: [path.join(here, "migrate-child.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "error",
  });
  const run = spawnSync(process.execPath, [outfile], { stdio: "inherit" });
  process.exitCode = run.status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
