// What the benchmark measures: our reader and digest over one transcript, in a process of its own.
import { claudeCode } from "../../src/hosts/claude-code/claude-code.ts";
import { digest } from "../../src/session/digest.ts";

const [path = ""] = process.argv.slice(2);
const started = performance.now();
const { session } = await claudeCode.read({ path });
const condensed = digest(session);
const ms = performance.now() - started;
const { user, system } = process.cpuUsage();
const cpuMs = (user + system) / 1000;
const { longLines, dropped, badLines } = session.skipped;
process.stdout.write(
  JSON.stringify({
    ms,
    cpuMs,
    rssMb: process.resourceUsage().maxRSS / 1024,
    entries: session.entries.length,
    tokens: condensed.tokens,
    longLines,
    dropped,
    badLines,
  }),
);
