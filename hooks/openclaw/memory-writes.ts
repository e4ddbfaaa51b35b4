import { isAbsolute, join } from "node:path";
import { readHookSettings } from "../../src/config/hook-settings.ts";
import { type Json, objectOf, textOf } from "../../src/hosts/json.ts";
import { filesNamed } from "../../src/hosts/openclaw/tools.ts";
import { reasonNotToAct } from "../../src/queue/guards.ts";
import { findGate, readGates } from "../../src/store/gates.ts";
import { type GatewayState, remember } from "./gateway-state.ts";
import { type Loaded, placeOf } from "./place.ts";
import { judgeToolWrite, textBeforeTool } from "./tool-write-lint.ts";
import { workspaceOf } from "./workspace.ts";

/** Tools of the host that write files. */
export const WRITING_TOOLS: readonly string[] = ["write", "edit", "apply_patch"];

/** A memory file that a tool is writing. */
interface OpenWrite {
  workspace: string;
  path: string;
  before: string | null;
}

/** What the plugin does around a tool that writes. */
export interface MemoryWrites {
  /** Before it runs: keeps the text of memory files that it names. */
  before: (event: Json, context: Json) => void;
  /** After it ran: its result with a word about what the write added; undefined: as it is. */
  after: (event: Json) => { result: Json } | undefined;
}

/**
 * The write gate in the gateway: what an agent's tool adds to a memory file and a rule is against is told to the agent with
 * the result of that very call, and never again. Neither part throws: the host would block the tool or drop its result.
 */
export function memoryWrites(loaded: Loaded, state: GatewayState, config: Json | null): MemoryWrites {
  const open = new Map<string, OpenWrite[]>();
  return {
    before: (event, context) => {
      const id = textOf(event["toolCallId"]);
      const writes = id === null ? [] : writesOf(event, textOf(context["agentId"]));
      if (id !== null && writes.length > 0) remember(open, id, writes);
    },
    after: (event) => {
      const id = textOf(event["toolCallId"]) ?? "";
      const writes = open.get(id) ?? [];
      open.delete(id);
      if (writes.length === 0 || event["isError"] === true) return undefined;
      return withMessages(objectOf(event["result"]), messagesOf(writes));
    },
  };

  function writesOf(event: Json, agentId: string | null): OpenWrite[] {
    const paths = filesNamed(objectOf(event["params"]) ?? {}).filter((path) => /\.md$/i.test(path));
    if (paths.length === 0) return [];
    const { home } = placeOf(loaded);
    const workspace = workspaceOf(
      { agentId: agentId ?? "main", workspace: null, cfg: config },
      loaded.env,
      state,
    );
    if (workspace === null || !mayAct(home, workspace)) return [];
    const gates = readGates(home);
    const ours = paths.filter(
      (path) => findGate(gates, isAbsolute(path) ? path : join(workspace, path)) !== null,
    );
    return ours.map((path) => ({ workspace, path, before: textBeforeTool(workspace, path) }));
  }

  /** Whoever writes memory is told, also other people's sessions and sub-agents. */
  function mayAct(home: string, cwd: string): boolean {
    const { exclude } = readHookSettings(home);
    return reasonNotToAct({ home, env: loaded.env, cwd, clientPid: null, agentId: null, exclude }) === null;
  }

  function messagesOf(writes: readonly OpenWrite[]): string[] {
    const { home } = placeOf(loaded);
    return writes.flatMap((write) => judgeToolWrite({ home, ...write }) ?? []);
  }
}

function withMessages(result: Json | null, messages: readonly string[]): { result: Json } | undefined {
  const content = result?.["content"];
  if (result === null || messages.length === 0 || !Array.isArray(content)) return undefined;
  const told = { type: "text", text: messages.join("\n") };
  return { result: { ...result, content: [...(content as unknown[]), told] } };
}
