import { dirname, isAbsolute } from "node:path";
import { readHookSettings } from "../../src/config/hook-settings.ts";
import { reasonNotToAct } from "../../src/queue/guards.ts";
import { isSecondCopy } from "../../src/queue/plugin-copy.ts";
import { findGate, readGates } from "../../src/store/gates.ts";
import { type HookCall, runHook } from "../run-hook.ts";
import { agentWrite } from "./post-tool-use-write.ts";

// Called for each file that the agent writes: what is no memory must cost nothing, so the guards come after the look
// at the path. The linter is loaded only for a file of a memory.
runHook("claude-code/post-tool-use", async (call) => {
  const write = agentWrite(call.payload);
  const found = write === null ? null : findGate(readGates(call.home), write.path);
  if (write === null || found === null || !mayAct(call)) return null;
  const { judgeWrite } = await import("./post-tool-use-lint.ts");
  const additionalContext = judgeWrite(write, found.gate, found.file);
  if (additionalContext === null) return null;
  return JSON.stringify({ hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext } });
});

/** Sub-agents write memory like any other: they are told too. */
function mayAct({ home, worker, payload }: HookCall): boolean {
  const cwd = [payload["cwd"], process.env["CLAUDE_PROJECT_DIR"]].find(
    (folder): folder is string => typeof folder === "string" && isAbsolute(folder),
  );
  const facts = { home, env: process.env, cwd: cwd ?? process.cwd(), clientPid: null, agentId: null };
  if (reasonNotToAct({ ...facts, exclude: readHookSettings(home).exclude }) !== null) return false;
  return !isSecondCopy({ ...facts, bundle: dirname(worker) });
}
