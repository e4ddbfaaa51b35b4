// The baseline: a bare readline loop that parses every line and keeps nothing.
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

const [path] = process.argv.slice(2);
const started = performance.now();
let records = 0;
for await (const line of createInterface({
  input: createReadStream(path),
  crlfDelay: Number.POSITIVE_INFINITY,
})) {
  if (line === "") continue;
  try {
    JSON.parse(line);
    records += 1;
  } catch {
    // A bad line is passed over, as ours does.
  }
}
const ms = performance.now() - started;
const { user, system } = process.cpuUsage();
const cpuMs = (user + system) / 1000;
process.stdout.write(JSON.stringify({ ms, cpuMs, rssMb: process.resourceUsage().maxRSS / 1024, records }));
