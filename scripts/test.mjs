// The whole check: types, lint, format, unused code, package, then every test project.
// Usage: node scripts/test.mjs [--only checks|tests] [vitest arguments]
// Built and packed once, for all tests. What needs the real client of a host first waits for downloads and then for a
// gateway, so it runs beside everything else; its output comes at the end.
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

const BUILD = { name: "build", run: [process.execPath, "scripts/build.mjs"] };
const CHECKS = [
  { name: "types (tsc)", run: [bin("tsc"), "--noEmit"] },
  { name: "lint (oxlint)", run: [bin("oxlint"), "--type-aware", "--quiet"] },
  { name: "format (oxfmt)", run: [bin("oxfmt"), "--check"] },
  { name: "unused code (knip)", run: [bin("knip")] },
  { name: "package (publint)", run: [bin("publint"), "--strict"] },
];

/** Test projects that need no real client. */
const PROJECTS = [
  "unit",
  "integration",
  "faults",
  "e2e",
  ...("zstdDecompressSync" in zlib ? ["sqlite"] : []),
];

/** Runs a command with its output passed on, or given to `print` when it has ended; resolves with its exit code. */
function run([command, ...args], { env = {}, print = null } = {}) {
  return new Promise((resolve) => {
    const output = print === null ? "inherit" : "pipe";
    const options = { cwd: root, env: { ...process.env, ...env }, stdio: ["ignore", output, output] };
    const child = spawn(command, args, options);
    const said = [];
    child.stdout?.on("data", (data) => said.push(data));
    child.stderr?.on("data", (data) => said.push(data));
    const end = (code) => {
      print?.(Buffer.concat(said).toString());
      resolve(code);
    };
    child.on("error", () => end(127));
    child.on("close", (code) => end(code ?? 1));
  });
}

const args = process.argv.slice(2);
const only = args[0] === "--only" ? args.splice(0, 2)[1] : null;
const total = { passed: 0, failed: 0, skipped: 0 };
const folder = await mkdtemp(path.join(tmpdir(), "handoff-test-"));

async function check({ name, run: command }) {
  const code = await run(command);
  console.log(`${code === 0 ? "ok" : "FAILED"}  ${name}`);
  total[code === 0 ? "passed" : "failed"] += 1;
  return code === 0;
}

/** The variables that tell tests where the build and its tarball are; none where packing failed: they make their own. */
async function packed() {
  let name = "";
  const pack = ["npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", folder];
  const code = await run(pack, { print: (said) => (name = said.trim().split("\n").at(-1)) });
  if (code !== 0) return {};
  const given = process.env["HANDOFF_TARBALL"] ?? "";
  return {
    HANDOFF_BUNDLE: path.join(root, "dist"),
    HANDOFF_TARBALL: given === "" ? path.join(folder, name) : given,
  };
}

let runs = 0;

/** Runs vitest under a Node and adds its counts to the total. */
async function runTests(node, vitestArgs, options) {
  runs += 1;
  const report = path.join(folder, `report-${runs}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
  const code = await run([node, vitest, "run", ...reporters, ...vitestArgs], options);
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
    if (code !== 0 && result.numFailedTests + broken.length === 0) total.failed += 1;
  } catch {
    total.failed += 1;
  }
}

/** The Node with SQLite that tests with OpenClaw install; null when there is none. */
function nodeWithSqlite() {
  const cache = path.join(root, ".cache/hosts");
  const names = existsSync(cache) ? readdirSync(cache).filter((name) => /^node-\d/.test(name)) : [];
  const found = names.map((name) => path.join(cache, name, "node_modules/node/bin/node"));
  return found.find((file) => existsSync(file)) ?? null;
}

/** Tests with the real clients (the smoke cases; the full matrix is npm run test:hosts), then those that read SQLite. */
async function runHostTests(options) {
  await runTests(process.execPath, ["--project=smoke-*", "--passWithNoTests", ...args], options);
  // A Node that reads SQLite has run these with the others; an older one knows no such project.
  if ("zstdDecompressSync" in zlib) return;
  const node = nodeWithSqlite();
  if (node !== null) return runTests(node, ["--project=sqlite", "--passWithNoTests", ...args], options);
  options.print(
    "skipped  tests that read SQLite: no Node 22.15 or newer here, and none came with OpenClaw\n",
  );
  total.skipped += 1;
}

/** All tests; where projects are named, those alone. `before` runs while clients are downloaded. */
async function runAllTests(env, before) {
  if (args.some((arg) => arg.startsWith("--project"))) {
    await before();
    return runTests(process.execPath, args, { env });
  }
  const later = [];
  const hosts = runHostTests({ env, print: (text) => later.push(text) });
  await before();
  const projects = PROJECTS.map((name) => `--project=${name}`);
  await runTests(process.execPath, [...projects, ...args], { env });
  await hosts;
  process.stdout.write(later.join(""));
}

const runChecks = async () => {
  if (only === "tests") return;
  for (const one of CHECKS) await check(one);
};

const isBuilt = await check(BUILD);
if (only === "checks") await runChecks();
else await runAllTests(isBuilt ? await packed() : {}, runChecks);
await rm(folder, { recursive: true, force: true });

console.log(
  `${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ""}`,
);
process.exitCode = total.failed > 0 ? 1 : 0;
