import { stat } from "node:fs/promises";
import { HandoffError } from "../errors.ts";
import type { Host } from "../hosts/host.ts";
import { hostById, hosts } from "../hosts/hosts.ts";
import { isUnusable } from "./locate-memory.ts";
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
  const found = await newestOf(candidates, request);
  if (found !== null) return found;
  const named = request.sessionId !== null;
  throw new HandoffError("session-not-found", {
    ...(named ? {} : { path: request.cwd }),
    expected: named
      ? "the id of a session that the host still keeps"
      : "sessions of this folder; name another with --session or --transcript",
  });
}

/**
 * Of several hosts' transcripts the one written last: a folder may be worked in with more than one. What is wrong with
 * one host's settings is told only where no other has a transcript.
 */
async function newestOf(
  candidates: readonly Host[],
  { sessionId, cwd, env }: CaptureRequest,
): Promise<TranscriptSource | null> {
  let newest: (TranscriptSource & { writtenAt: number }) | null = null;
  let hidden: HandoffError | null = null;
  for (const host of candidates) {
    const path = await host.findTranscript({ sessionId, cwd, env }).catch((error: unknown) => {
      if (!isUnusable(error)) throw error;
      hidden ??= error;
      return null;
    });
    const writtenAt = path === null ? null : await writeTimeOf(path);
    if (path === null || writtenAt === null) continue;
    if (newest === null || writtenAt > newest.writtenAt) newest = { host, path, writtenAt };
  }
  if (newest === null && hidden !== null) throw hidden;
  return newest;
}

/** Milliseconds since 1970, or null where the file went away meanwhile. */
async function writeTimeOf(path: string): Promise<number | null> {
  const file = await stat(path).catch(() => null);
  return file?.mtimeMs ?? null;
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
  const expected = `a transcript of ${candidates.map((host) => host.id).join(", ")}`;
  try {
    for (const host of candidates) if (await host.recognises(path)) return host;
  } catch (error) {
    // The first one asked cannot open it, nor could the others: what is missing is not that one's own.
    if (!(error instanceof HandoffError) || !UNOPENED.has(error.code)) throw error;
    throw new HandoffError(error.code, { ...error.detail, expected }, error);
  }
  throw new HandoffError("transcript-unrecognised", { path, expected });
}

const UNOPENED: ReadonlySet<string> = new Set(["file-not-found", "not-a-file"]);
