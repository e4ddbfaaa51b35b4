import { readConfig } from "../config/config.ts";
import { handoffHome } from "../config/home.ts";
import type { ProviderId } from "../handoff/handoff.ts";
import { hasHumanTurn } from "../session/session.ts";
import { applyHandoff } from "./apply-handoff.ts";
import { capturesOf, isCovered } from "./earlier-captures.ts";
import { withoutJudged } from "./judged.ts";
import { locateMemory } from "./locate-memory.ts";
import { locateTranscript } from "./locate-transcript.ts";
import { readSession, rememberCapture } from "./read-session.ts";
import { tellNextStart } from "./tell-next-start.ts";
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
 *   readSession        the new bytes only, where a cursor fits
 *   capturesOf         what the ledger already holds of this session
 *   summarizeSession   the chosen summarizer, else the extractive one; verified
 *   withoutJudged      nothing that a model has judged before
 *   applyHandoff       plan, gate and transaction under the lock
 *   rememberCapture    only after the receipt is on disk
 *   tellNextStart      what hooks tell the next session
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

  const provider = request.provider ?? readConfig(home).provider;
  const { session, cursor } = await readSession(request, source, memory, home, provider);
  const taken = { host: source.host.id, id: session.id, transcript: source.path };
  const nothing = {
    session: taken,
    receipt: null,
    handoff: null,
    plan: { edits: [] },
    fallback: null,
    usage: null,
    skipped: session.skipped,
  };
  const done = async (by: ProviderId): Promise<void> => {
    if (request.dryRun) return;
    rememberCapture(home, memory.root, cursor, by);
    await tellNextStart({ request, memory, home, host: source.host.id, sessionId: session.id });
  };
  if (!hasHumanTurn(session) || session.boundary === null) {
    if (!request.dryRun) rememberCapture(home, memory.root, cursor, "extractive");
    return { outcome: "empty", provider: "extractive", ...nothing };
  }
  const { standing } = capturesOf(memory.root, session.id);
  if (isCovered(session, standing, provider)) {
    await done("extractive");
    return { outcome: "unchanged", provider, ...nothing };
  }

  const made = await summarizeSession(request, session, memory, home);
  const summary = { ...made, handoff: withoutJudged(made.handoff, standing) };
  const applied = await applyHandoff(request, summary, memory);
  await done(summary.provider);
  return {
    ...applied,
    session: taken,
    handoff: summary.handoff,
    provider: summary.provider,
    fallback: summary.fallback,
    usage: summary.usage,
    skipped: session.skipped,
  };
}
