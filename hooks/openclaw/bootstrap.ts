import { join } from "node:path";
import { objectOf, textOf } from "../../src/hosts/json.ts";
import { isOwners } from "../../src/hosts/openclaw/session-key.ts";
import type { PackCall } from "./call.ts";
import { noticeCompaction } from "./compaction.ts";
import { indexFor } from "./index-delivery.ts";
import { openWindowOf } from "./open-window.ts";
import { textFor } from "./told.ts";

/** One file of the host's prompt. */
interface PromptFile {
  name: string;
  path: string;
  content: string;
  missing: false;
}

/** Under this name the prompt shows what the last session left. No such file exists. */
const RESUME = "SESSION-HANDOFF.md";

/**
 * Every run of an agent: adds what its session is told, and the index where the host had to leave it out. Only in
 * sessions of the owner's: others see no memory, on purpose. Nothing where the host itself offers no file at all, as it
 * does to runs with little context.
 */
export async function onBootstrap(call: PackCall): Promise<void> {
  const { event, settings, workspace } = call;
  const files = event.context["bootstrapFiles"];
  if (!settings.recall || !isOwners(event.sessionKey) || !Array.isArray(files) || files.length === 0) return;
  const window = openWindowOf(call);
  noticeCompaction(call, window);
  // A heartbeat is told nothing: nobody reads its answer. Once a person has spoken the prompt keeps its bytes, as other
  // ones would cost the host's cache of the whole conversation.
  const text = await textFor(call, window);
  if (text !== null && window?.isUnspoken !== true)
    add(files, { name: RESUME, path: join(workspace, ".handoff", RESUME), content: `${text}\n` });
  const index = indexFor(call, files);
  if (index !== null) add(files, index);
}

/** Once a request, also where two copies of the pack are loaded. */
function add(files: unknown[], file: Omit<PromptFile, "missing">): void {
  const isThere = files.some((one) => textOf(objectOf(one)?.["path"]) === file.path);
  if (!isThere) files.push({ ...file, missing: false } satisfies PromptFile);
}
