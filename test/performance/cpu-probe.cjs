// Loaded before a script (node --require): writes the milliseconds of CPU time of the process to its end into CPU_FILE.
const { writeFileSync } = require("node:fs");

process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  writeFileSync(process.env.CPU_FILE, String((user + system) / 1000));
});
