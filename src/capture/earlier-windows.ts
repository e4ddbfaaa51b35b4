import { handoffHome } from "../config/home.ts";
import { dirname } from "node:path";
import { hostById } from "../hosts/hosts.ts";
import { hostIdOf } from "../hosts/openclaw/window-id.ts";
import { hasHumanTurn } from "../session/session.ts";
import { isCaptured } from "./catch-up.ts";
import type { CaptureRequest, CaptureResult } from "./request.ts";

/**
 * How many windows of the host's session before the captured one hold a person's turns that no capture has seen: one
 * capture takes one window. Always 0 of a host without windows, and of a file that the host does not keep itself.
 */
export async function earlierWindows(
  { session: { host: id, id: own, transcript } }: CaptureResult,
  { cwd, env, memory }: Pick<CaptureRequest, "cwd" | "env" | "memory">,
): Promise<number> {
  const host = hostById(id);
  if (host?.hasWindows !== true) return 0;
  const home = handoffHome(env);
  const listed = await host.listSessions({ folder: dirname(transcript), cwd, env });
  const windows = listed.filter(
    ({ path, sessionId }) => path === transcript && hostIdOf(sessionId) === hostIdOf(own),
  );
  const at = windows.findIndex(({ sessionId }) => sessionId === own);
  let count = 0;
  for (const window of windows.slice(0, Math.max(0, at))) {
    if (await isCaptured(window, host, { home, cwd, env, memory })) continue;
    const { session } = await host.read({
      path: transcript,
      sessionId: window.sessionId,
      until: new Date(window.writtenAt).toISOString(),
    });
    if (hasHumanTurn(session)) count += 1;
  }
  return count;
}
