// The main job in one go: captures the bundled sample transcript into a temporary memory, without a key, and shows
// what was written and what the next session will be told. With --readme the output replaces the block in README.md.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const folder = mkdtempSync(path.join(tmpdir(), "handoff-sample-"));
const memory = path.join(folder, "memory");
const env = { ...process.env, HANDOFF_HOME: path.join(folder, "state") };

let shown = "";
function print(text) {
  shown += `${text}\n`;
  console.log(text);
}

function handoff(...args) {
  print(`$ handoff ${args.join(" ").replaceAll(folder, "$SAMPLE").replaceAll(`${root}/`, "")}`);
  const run = spawnSync(process.execPath, [path.join(root, "dist/cli.js"), ...args], {
    env,
    encoding: "utf8",
  });
  print(`${(run.stdout + run.stderr).replaceAll(folder, "$SAMPLE")}`);
  if (run.status !== 0) process.exit(run.status ?? 1);
}

const transcript = path.join(root, "samples/claude-code-session.jsonl");
handoff(
  "capture",
  "--host",
  "claude-code",
  "--transcript",
  transcript,
  "--memory",
  memory,
  "--provider",
  "extractive",
);
print("--- MEMORY.md");
print(readFileSync(path.join(memory, "MEMORY.md"), "utf8"));
handoff("resume", "--memory", memory);
handoff("lint", memory);
const files = readdirSync(memory, { recursive: true })
  .filter((name) => name.endsWith(".md"))
  .sort();
print(`SAMPLE=${folder}\n${files.map((name) => `  memory/${name}`).join("\n")}`);

if (process.argv.includes("--readme")) {
  const readme = path.join(root, "README.md");
  const block = `<!-- sample:begin -->\n\`\`\`text\n${shown.replaceAll(folder, "/tmp/handoff-sample-XXXXXX").trimEnd()}\n\`\`\`\n<!-- sample:end -->`;
  const text = readFileSync(readme, "utf8");
  writeFileSync(
    readme,
    text.replace(/<!-- sample:begin -->[\s\S]*<!-- sample:end -->/, () => block),
  );
}
