// Throughput and peak memory of reading + digest beside a bare readline + JSON.parse loop over the same file, each in a
// process of its own, one after the other, three times; the middle one counts. CPU time is printed too: on a busy machine
// it says more than the clock, but it counts the start of the process and the collector's threads.
// node test/performance/reader.mjs [--mb 200] [--long-line-mb 0]
import { build } from "esbuild";
import { execFileSync } from "node:child_process";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { writeTranscript } from "./transcript.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const { values } = parseArgs({
  strict: false,
  options: { mb: { type: "string", default: "200" }, "long-line-mb": { type: "string", default: "0" } },
});
const MB = 1024 * 1024;
const ROUNDS = 3;

const folder = await mkdtemp(path.join(tmpdir(), "handoff-bench-"));
try {
  const child = path.join(folder, "read-child.mjs");
  await build({
    entryPoints: [path.join(here, "read-child.ts")],
    outfile: child,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
  });
  const transcript = path.join(folder, "session.jsonl");
  await writeTranscript(transcript, Number(values.mb) * MB, Number(values["long-line-mb"]) * MB);
  const mb = (await stat(transcript)).size / MB;
  const rounds = { ours: [], bare: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.bare.push(measure(path.join(here, "bare-child.mjs"), transcript));
    rounds.ours.push(measure(child, transcript));
  }
  const ours = middle(rounds.ours);
  const bare = middle(rounds.bare);
  const speed = (run) => (mb / run.ms) * 1000;
  console.log(`transcript: ${mb.toFixed(0)} MB, of which one line of ${values["long-line-mb"]} MB`);
  console.log(`bare loop:        ${speed(bare).toFixed(0)} MB/s, peak ${bare.rssMb.toFixed(0)} MB`);
  console.log(
    `reading + digest: ${speed(ours).toFixed(0)} MB/s, peak ${ours.rssMb.toFixed(0)} MB ` +
      `(${ours.entries} entries kept, ${ours.dropped} dropped, ${ours.longLines} long lines, ${ours.tokens} tokens)`,
  );
  console.log(
    `ratio:            ${(speed(ours) / speed(bare)).toFixed(2)} × by the clock (target 0.5), ` +
      `${(bare.cpuMs / ours.cpuMs).toFixed(2)} × by CPU time (${seconds(bare)} s bare, ${seconds(ours)} s ours); peak target 200 MB`,
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}

function measure(script, transcript) {
  return JSON.parse(execFileSync(process.execPath, [script, transcript], { encoding: "utf8" }));
}

function seconds(run) {
  return (run.cpuMs / 1000).toFixed(1);
}

function middle(runs) {
  return runs.sort((a, b) => a.ms - b.ms)[Math.floor(runs.length / 2)];
}
