import { HandoffError } from "../errors.ts";
import { handoffHome } from "../config/home.ts";
import type { Receipt } from "../handoff/receipt.ts";
import { hasHumanTurn } from "../session/session.ts";
import { transact } from "../store/transact.ts";
import { withLastAnswer } from "./last-answer.ts";
import { locateMemory } from "./locate-memory.ts";
import { locateTranscript } from "./locate-transcript.ts";
import { readSession, rememberRead } from "./read-session.ts";
import type { CaptureRequest } from "./request.ts";
import { planRequests, spokenRequests } from "./spoken-requests.ts";
import { summarizeSession } from "./summarize-session.ts";
import { tellNextStart } from "./tell-next-start.ts";

/** A turn that ended. */
export interface ObserveRequest extends Omit<CaptureRequest, "provider" | "dryRun"> {
  /** The last answer as the event told it: the transcript may lag behind. */
  lastAnswer: string | null;
}

export interface ObserveResult {
  /** `applied`: a person asked for something, and it was done; `empty`: no person said anything. */
  outcome: "observed" | "applied" | "empty";
  /** Memory root. */
  root: string;
  receipt: Receipt | null;
}

/**
 * What the end of a turn does: reads the new bytes, acts on what a person asked to remember, correct or forget in them,
 * keeps cursor and fold, and computes what the next start is told. It writes no handoff file and calls no model.
 * Running it twice changes nothing the second time. Errors: those of `capture`.
 */
export async function observe(request: ObserveRequest): Promise<ObserveResult> {
  const home = handoffHome(request.env);
  const source = await locateTranscript({ ...request, provider: null, dryRun: false });
  const { cwd, env } = request;
  const memory = await locateMemory({ explicit: request.memory, cwd, env, home, host: source.host });
  if (memory === null) throw new HandoffError("no-memory-root");
  const { root } = memory;

  const read = await readSession(request, source, memory, home, "extractive");
  if (!hasHumanTurn(read.session) || read.session.boundary === null) {
    rememberRead(home, root, read.cursor);
    return { outcome: "empty", root, receipt: null };
  }
  const session = withLastAnswer(read.session, request.lastAnswer);
  const asked = { ...request, provider: "extractive" as const, dryRun: false };
  const { handoff } = await summarizeSession(asked, session, memory, home);
  const requests = spokenRequests(handoff, session);
  const receipt =
    requests === null
      ? null
      : await transact(root, (snapshot) => planRequests(requests, snapshot, request.now), {
          preset: memory.preset,
          now: request.now,
        });
  rememberRead(home, root, read.cursor);
  const { id: sessionId } = session;
  await tellNextStart({ request, memory, home, host: source.host.id, sessionId, liveState: handoff });
  return { outcome: receipt === null ? "observed" : "applied", root, receipt };
}
