import { HandoffError } from "../errors.ts";
import type { ListedSession } from "../hosts/host.ts";
import { hosts } from "../hosts/hosts.ts";
import { hostIdOf } from "../hosts/openclaw/window-id.ts";
import { idsThatBegin } from "../session/shown-id.ts";
import type { CaptureRequest } from "./request.ts";

/**
 * The id that its shown begin means among the sessions of the folder's project; as it was given where it is whole, or no
 * session begins so. Errors: `session-not-found` where several do.
 */
export async function fullSessionId(
  given: string,
  { host, cwd, env }: Pick<CaptureRequest, "host" | "cwd" | "env">,
): Promise<string> {
  const ids: string[] = [];
  for (const candidate of hosts) {
    if (host !== "auto" && candidate.id !== host) continue;
    const request = { folder: null, cwd, env, putAway: true };
    const listed = await candidate.listSessions(request).catch(noneReadable);
    ids.push(...listed.map(({ sessionId }) => sessionId));
  }
  if (ids.includes(given)) return given;
  const [only, ...others] = new Set(idsThatBegin(given, ids).map(hostIdOf));
  if (others.length > 0)
    throw new HandoffError("session-not-found", {
      expected: "more of the id: several sessions of this folder begin so",
    });
  return only ?? given;
}

/** The look for the session itself says what is wrong with a host's folder. */
function noneReadable(error: unknown): ListedSession[] {
  if (error instanceof HandoffError) return [];
  throw error;
}
