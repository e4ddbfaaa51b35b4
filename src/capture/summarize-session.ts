import { readConfig } from "../config/config.ts";
import { parseHandoffDocument } from "../handoff/document.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import type { Session } from "../session/session.ts";
import { loadSnapshot } from "../store/load-snapshot.ts";
import { summarize, type SummarizeResult } from "../summarize/summarize.ts";
import { knownFacts } from "./known-facts.ts";
import type { MemoryPlace } from "./locate-memory.ts";
import type { CaptureRequest } from "./request.ts";

/** Runs the chosen summarizer over the session; on any failure the extractive result, and the failure's code. */
export async function summarizeSession(
  request: CaptureRequest,
  session: Session,
  memory: MemoryPlace,
  home: string,
): Promise<SummarizeResult> {
  const config = readConfig(home);
  const snapshot = await loadSnapshot(memory.root, { preset: memory.preset });
  return summarize({
    session,
    manifest: snapshot.manifest,
    facts: knownFacts(snapshot, session),
    previous: previousHandoff(snapshot, session),
    provider: request.provider ?? config.provider,
    config,
    env: request.env,
    ...(request.signal === undefined ? {} : { signal: request.signal }),
  });
}

/** Text of the newest handoff document of this session, or null. */
function previousHandoff(snapshot: MemorySnapshot, session: Session): string | null {
  let newest: { at: string; text: string } | null = null;
  for (const file of snapshot.files.values()) {
    const document = parseHandoffDocument(file.text);
    if (document === null || document.boundary.sessionId !== session.id) continue;
    const at = document.boundary.at ?? "";
    if (newest === null || at >= newest.at) newest = { at, text: file.text };
  }
  return newest?.text ?? null;
}
