// How long OpenClaw's handler holds a `/new`, by setting: called as the gateway calls it, in a process that lives on and
// is as large as a gateway, with a database of the client's layout and the worker of the bundle. Beside it, since when
// the job was done, and what parts take by themselves: a worker that finds nothing to do, and bare `node -e 0`.
// node test/performance/openclaw-reset.mjs [--rounds 15]; with Node 22.15 or newer, as the client has it
import { build } from "esbuild";
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import zlib from "node:zlib";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const { values } = parseArgs({ strict: false, options: { rounds: { type: "string", default: "15" } } });
const ROUNDS = Number(values.rounds);
const TURNS = 20;
/** Resident bytes of a gateway that just started. Starting a process copies the tables of its pages. */
const GATEWAY_BYTES = 500_000_000;

if (!("zstdDecompressSync" in zlib)) {
  console.log("openclaw-reset: left out, as it needs Node 22.15 or newer");
  process.exit(0);
}
const work = mkdtempSync(path.join(tmpdir(), "handoff-bench-"));
const home = path.join(work, "state");
const workspace = path.join(work, "workspace");
const bundle = path.join(home, "bin/0.1.0");
const database = path.join(work, ".openclaw/agents/main/agent/openclaw-agent.sqlite");
process.env.HOME = work;
process.env.HANDOFF_HOME = home;
for (const name of ["DISABLE", "CHILD", "DEPTH", "MEMORY"]) delete process.env[`HANDOFF_${name}`];
mkdirSync(workspace, { recursive: true });
// As the gateway does: the handler's own timers keep no process alive.
const alive = setInterval(() => {}, 1_000);
try {
  const built = spawnSync(process.execPath, [path.join(root, "scripts/build.mjs"), "--outdir", bundle], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (built.status !== 0) throw new Error("the bundle could not be built");
  const { handler } = await import(
    pathToFileURL(path.join(bundle, "hooks/openclaw/session-handoff/handler.js")).href
  );
  await writeSessions();
  const gateway = Buffer.alloc(GATEWAY_BYTES, 1);
  const times = new Map();
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const resetWait of ["none", "extractive"]) {
      writeFileSync(path.join(home, "config.json"), JSON.stringify({ resetWait }));
      const id = sessionOf(round, resetWait);
      const begun = performance.now();
      await handler(reset(id));
      note(`handler, ${resetWait}`, performance.now() - begun, round);
      await settled();
      note(`job done, ${resetWait}`, performance.now() - begun, round);
    }
    note("a worker without a job", await timed([path.join(bundle, "worker.js")]), round);
    note("node -e 0", await timed(["-e", "0"]), round);
    rmSync(path.join(home, "guard"), { recursive: true, force: true });
  }
  for (const [name, list] of times) {
    const sorted = list.toSorted((a, b) => a - b);
    const [least, middle, most] = [0, Math.floor(sorted.length / 2), sorted.length - 1].map(
      (at) => sorted[at],
    );
    console.log(
      `${name}:`.padEnd(26) + `${middle.toFixed(0)} ms (${least.toFixed(0)} to ${most.toFixed(0)})`,
    );
  }
  if (gateway.length !== GATEWAY_BYTES) throw new Error("the memory was given back");

  function note(name, ms, round) {
    // The first round warms the disk cache.
    if (round > 0) times.set(name, [...(times.get(name) ?? []), ms]);
  }
} finally {
  clearInterval(alive);
  rmSync(work, { recursive: true, force: true, maxRetries: 10 });
}

function sessionOf(round, resetWait) {
  return `5d0c2b1e-7f1a-4c1e-9a52-${resetWait === "none" ? "a" : "b"}${String(round).padStart(11, "0")}`;
}

/** One session a run, so that none finds its work done. */
async function writeSessions() {
  const outfile = path.join(work, "database.mjs");
  const entry = path.join(root, "src/hosts/openclaw/database.fixture.ts");
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
  });
  const { answers, asks, works, writeDatabase } = await import(pathToFileURL(outfile).href);
  const sessions = [];
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const resetWait of ["none", "extractive"]) {
      const id = sessionOf(round, resetWait);
      const records = Array.from({ length: TURNS }, (_, turn) => [
        asks(
          `Please fix the rounding in src/import/bank-${turn}.ts. We decided to keep amounts as cents, case ${turn}.`,
        ),
        ...works(
          "exec",
          { command: `git diff src/import/bank-${turn}.ts` },
          `- row ${turn}\n+ row\n`.repeat(80),
        ),
        answers(`The rows of statement ${turn} add up now. Statement ${turn + 1} still needs a test case.`),
      ]);
      sessions.push({ id, key: "agent:main:main", records: records.flat() });
    }
  writeDatabase(database, sessions).close();
}

/** The event of a `/new` in a chat. */
function reset(sessionId) {
  const sessionEntry = { sessionId };
  return {
    type: "command",
    action: "new",
    sessionKey: "agent:main:main",
    timestamp: new Date(),
    messages: [],
    context: { agentId: "main", workspaceDir: workspace, sessionEntry, previousSessionEntry: sessionEntry },
  };
}

/** Resolves when no job is left and no worker holds a lease. */
async function settled() {
  const count = (folder) => {
    try {
      return readdirSync(path.join(home, folder)).length;
    } catch {
      return 0;
    }
  };
  while (count("queue/pending") + count("leases") > 0) await sleep(5);
  // The worker ends.
  await sleep(150);
}

/** Milliseconds from start to exit. */
function timed(args) {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const child = spawn(process.execPath, args, { stdio: "ignore" });
    child.on("error", reject);
    child.on("exit", () => resolve(performance.now() - begun));
  });
}
