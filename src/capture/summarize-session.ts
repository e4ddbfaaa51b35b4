import { readConfig } from "../config/config.ts";
import { withoutForgotten } from "../recall/forgotten.ts";
import { newestHandoff } from "../recall/resume.ts";
import type { Session } from "../session/session.ts";
import { loadSnapshot } from "../store/load-snapshot.ts";
import { summarize, type SummarizeResult } from "../summarize/summarize.ts";
import { knownFacts } from "./known-facts.ts";
import type { MemoryPlace } from "./locate-memory.ts";
import type { CaptureRequest } from "./request.ts";

/**
 * Runs the chosen summarizer over the session; on any failure the extractive result, and the failure's code.
 * What the person asked to forget stands in neither.
 */
export async function summarizeSession(
  request: CaptureRequest,
  session: Session,
  memory: MemoryPlace,
  home: string,
): Promise<SummarizeResult> {
  const config = readConfig(home);
  const snapshot = await loadSnapshot(memory.root, { preset: memory.preset });
  const result = await summarize({
    session,
    manifest: snapshot.manifest,
    facts: knownFacts(snapshot, session),
    previous: newestHandoff(snapshot, session.id)?.file.text ?? null,
    provider: request.provider ?? config.provider,
    config,
    home,
    env: request.env,
    ...(request.signal === undefined ? {} : { signal: request.signal }),
  });
  const { handoff } = result;
  const state = withoutForgotten(handoff.state, session.state.candidates);
  return { ...result, handoff: { ...handoff, state } };
}
