import { HandoffError } from "../errors.ts";
import type { Handoff } from "../handoff/handoff.ts";
import type { HostId } from "../session/entry.ts";
import { realRoot } from "../store/real-root.ts";
import { folderKey, readResume } from "../store/resume-cache.ts";
import type { MemoryPlace } from "./locate-memory.ts";
import { refreshResume } from "./refresh-resume.ts";
import type { CaptureRequest } from "./request.ts";

interface Telling {
  request: Pick<CaptureRequest, "memory" | "cwd" | "now">;
  memory: MemoryPlace;
  home: string;
  host: HostId;
  sessionId: string;
  liveState?: Handoff;
}

/**
 * Computes what hooks tell the next session. Never a failure: the memory is written by now. A memory that was named for
 * this one run (`--memory`) is not what a start in the folder uses, unless it was so before.
 */
export async function tellNextStart(telling: Telling): Promise<void> {
  const { request, memory, home, host, sessionId, liveState } = telling;
  try {
    const { cwd, now } = request;
    if (request.memory !== null && readResume(home, folderKey(cwd))?.root !== realRoot(memory.root)) return;
    const { root, preset } = memory;
    const state = liveState === undefined ? {} : { liveState };
    await refreshResume({ home, root, preset, cwd, host, sessionId, now, ...state });
  } catch (error) {
    if (!(error instanceof HandoffError)) throw error;
  }
}
