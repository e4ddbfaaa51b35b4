// Hook entries as the host runs them, stdin to exit with the worker started, beside a minimal script that reads stdin,
// writes a file and starts a process detached, and beside bare `node -e 0`; in turn, and the middle of all rounds
// counts. By the clock, and in runs of their own by CPU time, which on a busy machine says more. The worker is one that
// ends at once: it is not what is measured here.
// node test/performance/hooks.mjs [--rounds 31]
import { build } from "esbuild";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, "../..");
const { values } = parseArgs({ strict: false, options: { rounds: { type: "string", default: "31" } } });
const ROUNDS = Number(values.rounds);
/** Milliseconds in which a worker of the run before ends, on a machine that has nothing else to do. */
const WORKER_END_MS = 150;
/** Else the caller's variables, or a caller that is an agent itself, would end the entries early. */
const CLEAN = { HANDOFF_DISABLE: "", HANDOFF_CHILD: "", HANDOFF_DEPTH: "", HANDOFF_MEMORY: "" };
/** Stands in for the client, as a person starts it. */
const client = spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)"], { env: {}, stdio: "ignore" });

const work = mkdtempSync(path.join(tmpdir(), "handoff-bench-"));
try {
  const bundle = path.join(work, "bundle");
  const home = path.join(work, "home");
  const project = path.join(work, "project");
  const worker = path.join(bundle, "worker.js");
  mkdirSync(project);
  mkdirSync(path.join(work, "minimal"));
  runOrThrow([path.join(root, "scripts/build.mjs"), "--outdir", bundle]);
  writeFileSync(worker, "");
  await keepResume(home, project);

  const payload = (event, more) => ({
    session_id: "5d0c2b1e-7f1a-4c1e-9a52-0f6f1c7f3a10",
    transcript_path: path.join(work, "session.jsonl"),
    cwd: project,
    hook_event_name: event,
    ...more,
  });
  const answer = "The parser keeps its offset now. ".repeat(60);
  const written = { file_path: path.join(project, "src/notes.md"), content: answer };
  const entries = [
    ["session-end", 1.15, payload("SessionEnd", { reason: "clear" })],
    ["pre-compact", 1.15, payload("PreCompact", { trigger: "auto", custom_instructions: null })],
    ["stop", 1.15, payload("Stop", { stop_hook_active: false, last_assistant_message: answer })],
    ["session-start", 1.25, payload("SessionStart", { source: "startup" })],
    ["post-tool-use", 1.15, payload("PostToolUse", { tool_name: "Write", tool_input: written })],
  ].filter(([event]) => existsSync(entryOf(bundle, event)));
  const input = JSON.stringify(entries[0][2]);
  const cases = [
    { name: "node -e 0", args: ["-e", "0"], input: "" },
    {
      name: "minimal script",
      args: [path.join(here, "minimal-hook.cjs"), path.join(work, "minimal"), worker],
      input,
    },
    ...entries.map(([event, target, object]) => ({
      name: event,
      args: [entryOf(bundle, event)],
      input: JSON.stringify(object),
      target,
    })),
  ];
  const times = new Map(cases.map(({ name }) => [name, { ms: [], cpu: [] }]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const one of shuffled(cases)) {
      const ms = await measure(one, home);
      await sleep(WORKER_END_MS);
      const cpu = await measureCpu(one, home);
      await sleep(WORKER_END_MS);
      // The first round warms the disk cache.
      if (round === 0) continue;
      times.get(one.name).ms.push(ms);
      times.get(one.name).cpu.push(cpu);
    }
    // Else the guard against too many workers would spare the entries a start.
    rmSync(path.join(home, "guard"), { recursive: true, force: true });
    rmSync(path.join(home, "queue"), { recursive: true, force: true });
  }
  print(cases, times);
} finally {
  client.kill();
  rmSync(work, { recursive: true, force: true });
}

function entryOf(bundle, event) {
  return path.join(bundle, "hooks/claude-code", `${event}.js`);
}

/** In another order each round: a worker that one run has started may still end while the next one runs. */
function shuffled(list) {
  return list
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** Milliseconds from the start of the process to its exit. */
function measure({ args, input }, home) {
  return new Promise((resolve, reject) => {
    const places = { HANDOFF_HOME: home, CLAUDE_PID: String(client.pid), CPU_FILE: path.join(work, "cpu") };
    const env = { ...process.env, ...CLEAN, ...places };
    const started = performance.now();
    const child = spawn(process.execPath, args, { env, stdio: ["pipe", "pipe", "inherit"] });
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    child.stdout.resume();
    child.on("error", reject);
    child.on("exit", (code) => {
      if (code === 0) resolve(performance.now() - started);
      else reject(new Error(`exit code ${code}`));
    });
  });
}

/** Milliseconds of CPU time, the start of Node included. */
async function measureCpu({ args, input }, home) {
  await measure({ args: ["--require", path.join(here, "cpu-probe.cjs"), ...args], input }, home);
  return Number(readFileSync(path.join(work, "cpu"), "utf8"));
}

/** Keeps a resume of 2,000 characters for the project, up to date. */
async function keepResume(home, project) {
  const outfile = path.join(work, "resume-cache.mjs");
  const entry = path.join(root, "src/store/resume-cache.ts");
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
  });
  const { folderKey, writeResume } = await import(pathToFileURL(outfile).href);
  const sources = ["MEMORY.md", "parser.md", "handoff.md"].map((name) => {
    const file = path.join(work, name);
    writeFileSync(file, "# Notes\n");
    const { size, mtimeMs } = statSync(file);
    return { path: file, size, mtimeMs };
  });
  const lines = Array.from(
    { length: 25 },
    (_, n) => `- item ${n}: the parser keeps its offset so that later runs go on`,
  );
  writeResume(home, folderKey(project), {
    version: 1,
    root: work,
    sessionId: null,
    text: ["<session-handoff>", ...lines, "</session-handoff>"].join("\n"),
    at: new Date().toISOString(),
    sources,
  });
}

function runOrThrow(args) {
  const run = spawnSync(process.execPath, args, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  if (run.status !== 0) throw new Error(`${path.basename(args[0])} failed`);
}

function print(cases, times) {
  const middle = (name, of) => times.get(name)[of].toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)];
  const ratio = (name, baseline, of) => (middle(name, of) / middle(baseline, of)).toFixed(2);
  for (const { name, target } of cases) {
    const clock = `${middle(name, "ms").toFixed(0)} ms (CPU ${middle(name, "cpu").toFixed(0)} ms)`;
    const bare = `${ratio(name, "node -e 0", "ms")} × node -e 0`;
    const minimal = `${ratio(name, "minimal script", "ms")} × the minimal script`;
    const cpu = `by CPU time ${ratio(name, "minimal script", "cpu")} ×`;
    const line = [clock, bare, ...(target === undefined ? [] : [`${minimal}, ${cpu} (target ${target})`])];
    console.log(`${name}:`.padEnd(16) + line.join(", "));
  }
}
