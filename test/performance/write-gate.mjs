// The write gate on an index of 5 KB, as the host runs it, beside a bundle that only parses that file with GFM and
// front matter, and on a file that is no memory beside the minimal script; in turn, and the middle of all rounds counts. By
// the clock, and in runs of their own by CPU time, which on a busy machine says more.
// node test/performance/write-gate.mjs [--rounds 31]
import { build } from "esbuild";
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, "../..");
const { values } = parseArgs({ strict: false, options: { rounds: { type: "string", default: "31" } } });
const ROUNDS = Number(values.rounds);

const PARSER = `
import { readFileSync } from "node:fs";
import { parseTree } from "./src/markdown/tree.ts";
let input = "";
process.stdin.on("data", (chunk) => { input += chunk; });
process.stdin.on("end", () => {
  process.stdout.write(String(parseTree(readFileSync(JSON.parse(input).tool_input.file_path, "utf8")).tree.children.length));
});
`;

const work = mkdtempSync(path.join(tmpdir(), "handoff-bench-"));
const cpuFile = path.join(work, "cpu");
try {
  const bundle = path.join(work, "bundle");
  const home = path.join(work, "home");
  const memory = path.join(work, "memory");
  const parser = path.join(work, "parser.cjs");
  for (const folder of [memory, path.join(work, "minimal")]) mkdirSync(folder);
  runOrThrow([path.join(root, "scripts/build.mjs"), "--outdir", bundle]);
  writeFileSync(path.join(bundle, "worker.js"), "");
  await build({
    stdin: { contents: PARSER, resolveDir: root, loader: "ts" },
    outfile: parser,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20.19",
    legalComments: "none",
    logLevel: "error",
  });
  await keepGate(home, memory);

  const clean = indexOf(4_900);
  const index = path.join(memory, "MEMORY.md");
  const event = (file, originalFile) =>
    JSON.stringify({
      session_id: "5d0c2b1e-7f1a-4c1e-9a52-0f6f1c7f3a10",
      cwd: work,
      hook_event_name: "PostToolUse",
      tool_name: "Edit",
      tool_input: { file_path: file },
      tool_response: { filePath: file, oldString: "", newString: "", originalFile, replaceAll: false },
    });
  const entry = path.join(bundle, "hooks/claude-code/post-tool-use.js");
  const other = event(path.join(work, "notes.md"), clean);
  const dirty = `${clean}\n## Notes\n\n- The port is 5432.\n\n\`\`\`sh\nls\n\`\`\`\n`;
  const row = "| Shop | live | memory/entities/project-shop.md |\n";
  const minimal = [
    path.join(here, "minimal-hook.cjs"),
    path.join(work, "minimal"),
    path.join(bundle, "worker.js"),
  ];
  const cases = [
    { name: "minimal script", args: minimal, input: other, text: clean },
    { name: "no memory", args: [entry], input: other, text: clean, target: 1.15, against: "minimal script" },
    { name: "parser", args: [parser], input: event(index, clean), text: dirty },
    {
      name: "nothing new",
      args: [entry],
      input: event(index, clean),
      text: clean + row,
      target: 1.3,
      against: "parser",
    },
    {
      name: "new findings",
      args: [entry],
      input: event(index, clean),
      text: dirty,
      target: 1.3,
      against: "parser",
    },
  ];
  const times = new Map(cases.map(({ name }) => [name, { ms: [], cpu: [] }]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const one of cases) {
      writeFileSync(index, one.text);
      const { ms, out } = await measure(one, home);
      if (one.name === "new findings" && !out.includes("additionalContext"))
        throw new Error("the gate was silent");
      const cpu = await measureCpu(one, home);
      // The first round warms the disk cache.
      if (round === 0) continue;
      times.get(one.name).ms.push(ms);
      times.get(one.name).cpu.push(cpu);
    }
  }
  print(cases, times);
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** An index of about this many characters, without findings. */
function indexOf(chars) {
  let text = "# Memory\n\n## Projects\n\n| name | status | detail file |\n| --- | --- | --- |\n";
  for (let n = 0; text.length < chars - 120; n += 1)
    text += `| project ${n} | in progress | [memory/entities/project-${n}.md](memory/entities/project-${n}.md) |\n`;
  return text;
}

/** What the worker keeps for the gate. */
async function keepGate(home, memory) {
  const outfile = path.join(work, "gates.mjs");
  await build({
    stdin: {
      contents: `export { writeGate } from "./src/store/gates.ts"; export { presetManifest } from "./src/manifest/presets.ts";`,
      resolveDir: root,
      loader: "ts",
    },
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    logLevel: "error",
  });
  const { presetManifest, writeGate } = await import(pathToFileURL(outfile).href);
  writeGate(home, memory, presetManifest("openclaw").manifest);
}

/** Milliseconds from the start of the process to its exit, and what it printed. */
function measure({ args, input }, home) {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, HANDOFF_HOME: home, CLAUDE_PID: String(process.pid), CPU_FILE: cpuFile };
    const started = performance.now();
    const child = spawn(process.execPath, args, { env, stdio: ["pipe", "pipe", "inherit"] });
    let out = "";
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    child.stdout.on("data", (chunk) => (out += chunk));
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve({ ms: performance.now() - started, out });
      else reject(new Error(`exit code ${code}`));
    });
  });
}

/** Milliseconds of CPU time, the start of Node included. */
async function measureCpu({ args, input }, home) {
  await measure({ args: ["--require", path.join(here, "cpu-probe.cjs"), ...args], input }, home);
  return Number(readFileSync(cpuFile, "utf8"));
}

function runOrThrow(args) {
  const run = spawnSync(process.execPath, args, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  if (run.status !== 0) throw new Error(`${path.basename(args[0])} failed`);
}

function print(cases, times) {
  const middle = (name, of) => times.get(name)[of].toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)];
  const ratio = (name, baseline, of) => (middle(name, of) / middle(baseline, of)).toFixed(2);
  for (const { name, target, against } of cases) {
    const clock = `${middle(name, "ms").toFixed(0).padStart(5)} ms (CPU ${middle(name, "cpu").toFixed(0)} ms)`;
    const beside =
      target === undefined
        ? ""
        : `, ${ratio(name, against, "ms")} × the ${against}, by CPU time ${ratio(name, against, "cpu")} × (target ${target})`;
    console.log(`${name}:`.padEnd(16) + clock + beside);
  }
}
