import { HandoffError } from "../errors.ts";
import type { ListedSession } from "../hosts/host.ts";
import { hosts } from "../hosts/hosts.ts";
import { hostIdOf } from "../hosts/openclaw/window-id.ts";
import type { CaptureRequest } from "./request.ts";

/** Characters of an id that logs and file names show. */
const SHOWN = 8;

/**
 * The id that its shown begin means among the sessions of the folder's project; as it was given where it is whole, or no
 * session begins so. Errors: `session-not-found` where several do.
 */
export async function fullSessionId(
  given: string,
  { host, cwd, env }: Pick<CaptureRequest, "host" | "cwd" | "env">,
): Promise<string> {
  if (given.length < SHOWN) return given;
  const ids = new Set<string>();
  for (const candidate of hosts) {
    if (host !== "auto" && candidate.id !== host) continue;
    for (const { sessionId } of await candidate
      .listSessions({ folder: null, cwd, env, putAway: true })
      .catch(noneReadable)) {
      if (sessionId === given) return given;
      if (sessionId.startsWith(given)) ids.add(hostIdOf(sessionId));
    }
  }
  const [only, ...others] = ids;
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
