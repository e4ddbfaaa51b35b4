// Captures every transcript of a folder, each twice, one after the other into one memory, and checks after each what
// must always hold. Works on anyone's transcripts: npm run corpus -- FOLDER [--keep]
//   second capture changes nothing · index under its limit · memory lints clean · no fact twice · no orphan topic ·
//   no secret-shaped string in any file
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const cli = path.join(root, "dist/cli.js");
const folders = process.argv.slice(2).filter((arg) => !arg.startsWith("--"));
const keep = process.argv.includes("--keep");
if (folders.length === 0) {
  console.error("usage: npm run corpus -- FOLDER... [--keep]");
  process.exit(2);
}

const SECRET =
  /sk-[A-Za-z0-9_-]{20,}|gh[pous]_[A-Za-z0-9]{30,}|AKIA[A-Z0-9]{16}|AIza[\w-]{30,}|eyJ[\w-]{10,}\.[\w-]{10,}\.|xox[abp]-[\w-]{10,}|-----BEGIN [A-Z ]*PRIVATE KEY|(?:api[_-]?key|secret|password|token)["']?\s*[:=]\s*["']?(?!\[)[A-Za-z0-9_\-+/=]{16,}/i;

/** Hashes and sketches of facts: random letters, in which any short pattern turns up sooner or later. */
const DERIVED = /"(?:sketch|hash|salt|words)": "[^"]*"/g;

const work = mkdtempSync(path.join(tmpdir(), "handoff-corpus-"));
const memory = path.join(work, "memory");
const env = { ...process.env, HANDOFF_HOME: path.join(work, "state"), NO_COLOR: "1" };
const problems = new Map();
const totals = { files: 0, applied: 0, empty: 0, refused: 0 };

/** Keeps a problem once, with the transcript after which it was first seen. */
function report(name, problem) {
  if (!problems.has(problem)) problems.set(problem, name);
}

function handoff(args) {
  const run = spawnSync(process.execPath, [cli, ...args], { env, encoding: "utf8", maxBuffer: 1 << 28 });
  let json = null;
  try {
    json = JSON.parse(run.stdout);
  } catch {
    // Not JSON: an error on stderr.
  }
  return { code: run.status, json, err: run.stderr.trim() };
}

function markdownFiles() {
  let names = [];
  try {
    names = readdirSync(memory, { recursive: true });
  } catch {
    return new Map();
  }
  const files = names.filter((name) => statSync(path.join(memory, name)).isFile());
  return new Map(files.map((name) => [name, readFileSync(path.join(memory, name), "utf8")]));
}

const visible = (files) =>
  [...files].filter(([name]) => name.endsWith(".md") && !name.startsWith(".handoff"));

function check(name) {
  const files = markdownFiles();
  const index = [...(files.get("MEMORY.md") ?? "")].length;
  if (index >= 5000) report(name, `index has ${index} characters`);
  for (const [file, text] of files)
    if (!file.startsWith(".handoff/trash") && SECRET.test(text.replaceAll(DERIVED, "")))
      report(name, `secret-shaped string in ${file}`);
  const lint = handoff(["lint", "--memory", memory, "--json"]);
  if (lint.code !== 0)
    report(
      name,
      `lint exit ${lint.code}: ${(lint.json?.files ?? [])
        .flatMap((f) => f.messages.map((m) => `${f.file}:${m.line} ${m.rule}`))
        .slice(0, 3)
        .join(", ")}${lint.err}`,
    );
  const facts = new Map();
  const linked = visible(files)
    .filter(([file]) => /^(MEMORY|index-[^/]*)\.md$/.test(file))
    .map(([, text]) => text)
    .join("\n");
  for (const [file, text] of visible(files)) {
    if (/handoffs\/|inbox\.md$|^MEMORY\.md$|^index-|^MANIFEST\.md$/.test(file)) continue;
    if (!linked.includes(file) && !linked.includes(encodeURI(file))) report(name, `orphan ${file}`);
    for (const line of text.split("\n").filter((line) => line.startsWith("- "))) {
      if (facts.has(line)) report(name, `fact twice, in ${facts.get(line)} and ${file}`);
      facts.set(line, file);
    }
  }
  return { index, files: visible(files).length, facts: facts.size };
}

const transcripts = folders
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => path.join(folder, name)))
  .filter((file) => file.endsWith(".jsonl") && statSync(file).isFile())
  .sort();

for (const file of transcripts) {
  totals.files += 1;
  const name = path.relative(process.cwd(), file);
  const args = [
    "capture",
    "--host",
    "auto",
    "--transcript",
    file,
    "--memory",
    memory,
    "--provider",
    "extractive",
    "--json",
  ];
  const startedAt = Date.now();
  const first = handoff(args);
  const took = Date.now() - startedAt;
  if (first.code === 2) {
    totals.refused += 1;
    console.log(`${name}: refused: ${first.err}`);
    continue;
  }
  if (first.code !== 0 || first.json === null) {
    report(name, `capture exit ${first.code}: ${first.err}`);
    continue;
  }
  if (first.json.outcome === "empty") totals.empty += 1;
  else totals.applied += 1;
  const before = markdownFiles();
  const second = handoff(args);
  const after = markdownFiles();
  const changed = [...after].filter(([key, text]) => before.get(key) !== text);
  if (second.code !== 0 || changed.length > 0 || before.size !== after.size) {
    report(name, `second capture exit ${second.code}, changed ${changed.map(([key]) => key).join(", ")}`);
  }
  const state = check(name);
  const updates = first.json.receipt?.updates ?? [];
  console.log(
    `${name}: ${first.json.outcome} ${took} ms, ${updates.length} updates, index ${state.index} chars, ${state.files} files, ${state.facts} facts`,
  );
}

console.log(JSON.stringify(totals));
for (const [problem, first] of problems) console.log(`PROBLEM ${problem} (first after ${first})`);
console.log(keep ? `memory kept in ${memory}` : "all in a temporary folder, removed");
if (!keep) rmSync(work, { recursive: true, force: true });
process.exitCode = problems.size > 0 ? 1 : 0;
