import { handoffHome } from "../../src/config/home.ts";
import { reasonNotToAct } from "../../src/queue/guards.ts";
import { findGate, readGates } from "../../src/store/gates.ts";
import { agentWrite } from "./post-tool-use-write.ts";

/** What the agent is told about the file it wrote; null: nothing, which is the common case. */
async function message(event: Readonly<Record<string, unknown>>): Promise<string | null> {
  const write = agentWrite(event);
  if (write === null) return null;
  const home = handoffHome(process.env);
  const found = findGate(readGates(home), write.path);
  if (found === null) return null;
  const cwd = typeof event["cwd"] === "string" ? event["cwd"] : process.cwd();
  if (reasonNotToAct({ home, env: process.env, cwd, clientPid: null, agentId: null, exclude: [] }) !== null)
    return null;
  const { judgeWrite } = await import("./post-tool-use-lint.ts");
  return judgeWrite(write, found.gate, found.file);
}

async function run(): Promise<void> {
  let text = "";
  for await (const chunk of process.stdin.setEncoding("utf8")) text += String(chunk);
  const additionalContext = await message(JSON.parse(text) as Record<string, unknown>);
  if (additionalContext === null) return;
  const hookSpecificOutput = { hookEventName: "PostToolUse", additionalContext };
  process.stdout.write(JSON.stringify({ hookSpecificOutput }));
}

// A hook that fails says nothing: the agent's work goes on.
await run().catch(() => {});
