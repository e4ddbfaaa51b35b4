// The whole check: types, lint, format, unused code, package, then every test project.
// Usage: node scripts/test.mjs [--only checks|tests] [vitest arguments]
// Last line: "N passed, N failed[, N skipped]" from the real counts; exit code 1 when anything failed.
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import zlib from "node:zlib";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const bin = (name) => path.join(root, "node_modules", ".bin", name);

const CHECKS = [
  { name: "build", run: [process.execPath, "scripts/build.mjs"] },
  { name: "types (tsc)", run: [bin("tsc"), "--noEmit"] },
  { name: "lint (oxlint)", run: [bin("oxlint"), "--type-aware", "--quiet"] },
  { name: "format (oxfmt)", run: [bin("oxfmt"), "--check"] },
  { name: "unused code (knip)", run: [bin("knip")] },
  { name: "package (publint)", run: [bin("publint"), "--strict"] },
];

/** Runs a command with output passed on; resolves with its exit code. */
function run([command, ...args]) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
    child.on("error", () => resolve(127));
    child.on("close", (code) => resolve(code ?? 1));
  });
}

const args = process.argv.slice(2);
const only = args[0] === "--only" ? args.splice(0, 2)[1] : null;
const total = { passed: 0, failed: 0, skipped: 0 };

if (only !== "tests") {
  for (const check of CHECKS) {
    const code = await run(check.run);
    console.log(`${code === 0 ? "ok" : "FAILED"}  ${check.name}`);
    total[code === 0 ? "passed" : "failed"] += 1;
  }
}

/** Runs vitest under a Node and adds its counts to the total. */
async function runTests(node, vitestArgs) {
  const folder = await mkdtemp(path.join(tmpdir(), "handoff-test-"));
  const report = path.join(folder, "report.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
  const code = await run([node, vitest, "run", ...reporters, ...vitestArgs]);
  try {
    const result = JSON.parse(await readFile(report, "utf8"));
    total.passed += result.numPassedTests;
    total.failed += result.numFailedTests;
    total.skipped += result.numPendingTests + (result.numTodoTests ?? 0);
    // A file that could not be loaded has no tests of its own: count it as one failure.
    const broken = result.testResults.filter(
      (file) => file.status === "failed" && file.assertionResults.every((a) => a.status !== "failed"),
    );
    total.failed += broken.length;
    if (code !== 0 && total.failed === 0) total.failed += 1;
  } catch {
    total.failed += 1;
  }
  await rm(folder, { recursive: true, force: true });
}

/** The Node with SQLite that tests with OpenClaw install; null when there is none. */
function nodeWithSqlite() {
  const cache = path.join(root, ".cache/hosts");
  const names = existsSync(cache) ? readdirSync(cache).filter((name) => /^node-\d/.test(name)) : [];
  const found = names.map((name) => path.join(cache, name, "node_modules/node/bin/node"));
  return found.find((file) => existsSync(file)) ?? null;
}

if (only !== "checks") {
  // The full matrix with real clients is npm run test:hosts; its smoke cases stay.
  await runTests(process.execPath, ["--project=!hosts-*", ...args]);
  // A Node that reads SQLite has run these as well; an older one knows no such project.
  if (!("zstdDecompressSync" in zlib) && !args.some((arg) => arg.startsWith("--project"))) {
    const node = nodeWithSqlite();
    if (node !== null) await runTests(node, ["--project=sqlite", "--passWithNoTests", ...args]);
    else {
      console.log(
        "skipped  tests that read SQLite: no Node 22.15 or newer here, and none came with OpenClaw",
      );
      total.skipped += 1;
    }
  }
}

console.log(
  `${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ""}`,
);
process.exitCode = total.failed > 0 ? 1 : 0;
