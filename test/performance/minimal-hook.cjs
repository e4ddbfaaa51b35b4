// The baseline: the least that a hook of this kind can do. Reads stdin, writes a file, starts a process detached.
const { spawn } = require("node:child_process");
const { writeFileSync } = require("node:fs");

const [, , folder, worker] = process.argv;
let input = "";
process.stdin.on("data", (chunk) => {
  input += chunk;
});
process.stdin.on("end", () => {
  const payload = JSON.parse(input);
  writeFileSync(`${folder}/${Date.now()}.json`, JSON.stringify(payload));
  spawn(process.execPath, [worker], { detached: true, stdio: "ignore" }).unref();
});
