import { handoffHome } from "../config/home.ts";
import { hasHumanTurn } from "../session/session.ts";
import { locateMemory } from "./locate-memory.ts";
import { locateTranscript } from "./locate-transcript.ts";
import { readSession } from "./read-session.ts";
import type { CaptureRequest } from "./request.ts";
import { summarizeSession } from "./summarize-session.ts";
import { tellNextStart } from "./tell-next-start.ts";

/**
 * Computes what starts in a folder are told with a session whose capture is still to come: nothing is written to the
 * memory and nothing counts as read. Nothing happens for one in which nobody spoke. Errors: those of `capture`.
 */
export async function tellSession(request: Omit<CaptureRequest, "provider" | "dryRun">): Promise<void> {
  const { cwd, env, memory: explicit } = request;
  const home = handoffHome(env);
  const asked = { ...request, provider: "extractive", dryRun: true } as const;
  const source = await locateTranscript(asked);
  const memory = await locateMemory({ explicit, cwd, env, home, host: source.host });
  if (memory === null) return;
  const { session } = await readSession(request, source, memory, home, "extractive");
  if (!hasHumanTurn(session) || session.boundary === null) return;
  const { handoff } = await summarizeSession(asked, session, memory, home);
  await tellNextStart({
    request,
    memory,
    home,
    host: source.host.id,
    sessionId: session.id,
    liveState: handoff,
  });
}
