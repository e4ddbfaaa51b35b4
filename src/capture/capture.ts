import { handoffHome } from "../config/home.ts";
import { hasHumanTurn } from "../session/session.ts";
import { applyHandoff } from "./apply-handoff.ts";
import { earlierCaptures, isCovered } from "./earlier-captures.ts";
import { locateMemory } from "./locate-memory.ts";
import { locateTranscript } from "./locate-transcript.ts";
import { readSession, rememberCursor } from "./read-session.ts";
import type { CaptureRequest, CaptureResult } from "./request.ts";
import { summarizeSession } from "./summarize-session.ts";
import { HandoffError } from "../errors.ts";

export type { CaptureRequest, CaptureResult } from "./request.ts";

/**
 * The main job: transcript → session → handoff → plan → applied. Running it twice changes nothing the second time.
 * Steps, one file each; those before `applyHandoff` write nothing:
 *
 *   locateTranscript   which file of which host
 *   locateMemory       which memory it goes to
 *   earlierCaptures    what the ledger already holds of this session
 *   readSession        the new bytes only, where a cursor fits
 *   summarizeSession   the chosen summarizer, else the extractive one; verified
 *   applyHandoff       plan, gate and transaction under the lock
 *   rememberCursor     only after the receipt is on disk
 *
 * Errors: those of the steps, by code.
 */
export async function capture(request: CaptureRequest): Promise<CaptureResult> {
  const home = handoffHome(request.env);
  const source = await locateTranscript(request);
  const memory = await locateMemory({
    explicit: request.memory,
    cwd: request.cwd,
    env: request.env,
    home,
    host: source.host,
  });
  if (memory === null) throw new HandoffError("no-memory-root");

  const { session, cursor } = await readSession(request, source, memory, home);
  const nothing = {
    receipt: null,
    handoff: null,
    plan: { edits: [] },
    usage: null,
    skipped: session.skipped,
  };
  if (!hasHumanTurn(session) || session.boundary === null) {
    return { outcome: "empty", provider: "extractive", ...nothing };
  }
  const earlier = await earlierCaptures(memory.root, session);
  const summarizer = request.provider ?? "extractive";
  if (isCovered(session, earlier, summarizer))
    return { outcome: "unchanged", provider: summarizer, ...nothing };

  const summary = await summarizeSession(request, session, memory, home);
  const applied = await applyHandoff(request, summary, memory);
  if (!request.dryRun) rememberCursor(home, memory.root, cursor);
  return {
    ...applied,
    handoff: summary.handoff,
    provider: summary.provider,
    usage: summary.usage,
    skipped: session.skipped,
  };
}
