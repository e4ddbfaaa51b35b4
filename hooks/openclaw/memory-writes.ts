import { isAbsolute, join, resolve } from "node:path";
import { readHookSettings } from "../../src/config/hook-settings.ts";
import { type Json, objectOf, textOf } from "../../src/hosts/json.ts";
import { agentOf } from "../../src/hosts/openclaw/session-key.ts";
import { filesNamed } from "../../src/hosts/openclaw/tools.ts";
import { reasonNotToAct } from "../../src/queue/guards.ts";
import { findGate, readGate, readGates } from "../../src/store/gates.ts";
import { type GatewayState, remember } from "./gateway-state.ts";
import { type Loaded, placeOf } from "./place.ts";
import { judgeToolWrite, textBeforeTool } from "./tool-write-lint.ts";
import { workspaceOf } from "./workspace.ts";

/** Tools of the host that write files. */
export const WRITING_TOOLS: readonly string[] = ["write", "edit", "apply_patch"];

/** What the plugin does around the tools of a run. */
export interface MemoryWrites {
  /** A run begins (`agent:bootstrap`): keeps what the index of its memory says. */
  begin: (event: Json) => void;
  /** A tool has run: its result with a word about what the write added to the index; undefined: as it is. */
  after: (event: Json, context: Json) => { result: Json } | undefined;
}

/**
 * The write gate in the gateway: what an agent's tool adds to the index and a rule is against is told to the agent with
 * the result of that very call, and never again. What stood there before is known from the begin of the run: 2026.9.6 does
 * not call the hook before a tool for its own file tools.
 */
export function memoryWrites(loaded: Loaded, state: GatewayState, config: Json | null): MemoryWrites {
  const known = state.indexes;
  const spotOf = (home: string, path: string): string | null => {
    const found = findGate(readGates(home), path);
    return found === null ? null : `${found.gate.real}/${found.file}`;
  };
  const workspaceIn = (context: Json): string | null => {
    const agentId = textOf(context["agentId"]) ?? agentOf(textOf(context["sessionKey"]) ?? "") ?? "main";
    return workspaceOf(
      { agentId, workspace: textOf(context["workspaceDir"]), cfg: config },
      loaded.env,
      state,
    );
  };
  return {
    begin: (event) => {
      const { home } = placeOf(loaded);
      const { sessionKey } = event;
      const workspace = workspaceIn({ sessionKey, ...objectOf(event["context"]) });
      if (workspace === null) return;
      const root = resolve(workspace, textOf(loaded.env["HANDOFF_MEMORY"]) ?? ".");
      const index = readGate(home, root)?.manifest.index;
      const spot = index === undefined ? null : spotOf(home, join(root, index));
      if (index !== undefined && spot !== null) remember(known, spot, textBeforeTool(root, index));
    },
    after: (event, context) => {
      const paths = filesNamed(objectOf(event["args"]) ?? {}).filter((path) => /\.md$/i.test(path));
      const isWrite = paths.length > 0 && event["isError"] !== true;
      const workspace = isWrite ? workspaceAt(event, context) : null;
      if (workspace === null) return undefined;
      const { home } = placeOf(loaded);
      const messages = paths.flatMap((path) => judged(home, workspace, path) ?? []);
      return messages.length > 0 && mayAct(home, workspace)
        ? withMessages(objectOf(event["result"]), messages)
        : undefined;
    },
  };

  /** 2026.6.35 names no session at a tool's result, only the folder that the tool worked in. */
  function workspaceAt(event: Json, context: Json): string | null {
    const isNamed = ["agentId", "sessionKey", "workspaceDir"].some((name) => textOf(context[name]) !== null);
    return isNamed ? workspaceIn(context) : textOf(event["cwd"]);
  }

  function judged(home: string, workspace: string, path: string): string | null {
    const spot = spotOf(home, isAbsolute(path) ? path : join(workspace, path));
    const before = spot === null ? undefined : known.get(spot);
    if (spot === null || before === undefined) return null;
    remember(known, spot, textBeforeTool(workspace, path));
    return judgeToolWrite({ home, workspace, path, before });
  }

  /** Whoever writes memory is told, also other people's sessions and sub-agents. */
  function mayAct(home: string, cwd: string): boolean {
    const { exclude } = readHookSettings(home);
    return reasonNotToAct({ home, env: loaded.env, cwd, clientPid: null, agentId: null, exclude }) === null;
  }
}

function withMessages(result: Json | null, messages: readonly string[]): { result: Json } | undefined {
  const content = result?.["content"];
  if (result === null || !Array.isArray(content)) return undefined;
  const told = { type: "text", text: messages.join("\n") };
  return { result: { ...result, content: [...(content as unknown[]), told] } };
}
