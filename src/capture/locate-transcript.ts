import { HandoffError } from "../errors.ts";
import type { Host } from "../hosts/host.ts";
import { hostById, hosts } from "../hosts/hosts.ts";
import type { CaptureRequest } from "./request.ts";

/** Which file, and whose. */
export interface TranscriptSource {
  host: Host;
  path: string;
}

/**
 * The transcript a request names: by path, by session id, or the newest of the folder's project. Errors:
 * `transcript-unrecognised`, `session-not-found`, `usage` (a host that cannot be read yet), and those of reading.
 */
export async function locateTranscript(request: CaptureRequest): Promise<TranscriptSource> {
  const candidates = request.host === "auto" ? hosts : [readableHost(request.host)];
  if (request.transcript !== null)
    return { host: await hostOf(request.transcript, candidates), path: request.transcript };
  for (const host of candidates) {
    const found = await host.findTranscript({
      sessionId: request.sessionId,
      cwd: request.cwd,
      env: request.env,
    });
    if (found !== null) return { host, path: found };
  }
  const named = request.sessionId !== null;
  throw new HandoffError("session-not-found", {
    ...(named ? {} : { path: request.cwd }),
    expected: named
      ? "the id of a session that the host still keeps"
      : "sessions of this folder; name another with --session or --transcript",
  });
}

function readableHost(id: Exclude<CaptureRequest["host"], "auto">): Host {
  const host = hostById(id);
  if (host !== null) return host;
  throw new HandoffError("usage", {
    name: "--host",
    expected: `one of auto, ${hosts.map((known) => known.id).join(", ")}`,
  });
}

/** The only candidate when one was named (its reader then says what is wrong with the file), else the one that recognises it. */
async function hostOf(path: string, candidates: readonly Host[]): Promise<Host> {
  const [only, ...others] = candidates;
  if (only !== undefined && others.length === 0) return only;
  for (const host of candidates) if (await host.recognises(path)) return host;
  throw new HandoffError("transcript-unrecognised", {
    path,
    expected: `a transcript of ${candidates.map((host) => host.id).join(", ")}`,
  });
}
