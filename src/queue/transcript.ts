import { closeSync, openSync, readSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { CaptureRequest } from "../capture/request.ts";
import { hostById } from "../hosts/hosts.ts";
import type { Job } from "./job.ts";

/** A host writes its transcript behind its events; the longest lag measured was 101 ms (hosts/claude-code/README.md). */
const LONGEST_WAIT_MS = 3_000;
const LOOK_EVERY_MS = 200;
/** The last answer stands in the last records. */
const TAIL_BYTES = 512 * 1024;
/** So much of an answer's end tells it from others. */
const TELLING_CHARS = 80;

/**
 * The transcript of a job: where the host said, else where the session id is found. Null when there is none, or an
 * empty one: normal for a session in which nothing was said, and before the first record is written.
 */
export async function transcriptOf(job: Job, env: CaptureRequest["env"]): Promise<string | null> {
  if (job.transcript !== null && sizeOf(job.transcript) > 0) return job.transcript;
  return otherTranscriptOf(job, env);
}

/** The session's transcript by its id alone: some events name the file of the session before. Null when there is none. */
export async function otherTranscriptOf(job: Job, env: CaptureRequest["env"]): Promise<string | null> {
  if (job.sessionId === null) return null;
  const { sessionId, cwd } = job;
  const found = await hostById(job.host)?.findTranscript({ sessionId, cwd, env });
  return found ?? null;
}

/**
 * Waits until the transcript shows the last answer, or is not written to for 200 ms; at most 3 s. A last answer that
 * never shows is no failure: who reads the transcript has it from the event.
 */
export async function settled(path: string, lastAnswer: string | null, signal: AbortSignal): Promise<void> {
  const end = performance.now() + LONGEST_WAIT_MS;
  const wanted = lastAnswer === null ? "" : escapedEnd(lastAnswer);
  let before = sizeOf(path);
  while (performance.now() < end && !signal.aborted) {
    if (wanted !== "" && tailOf(path).includes(wanted)) return;
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => {});
    const size = sizeOf(path);
    if (size === before) return;
    before = size;
  }
}

/** The end of a text as JSON writes it. */
function escapedEnd(text: string): string {
  return JSON.stringify(
    text
      .trimEnd()
      .slice(-TELLING_CHARS)
      .replace(/^[\uDC00-\uDFFF]/, ""),
  ).slice(1, -1);
}

function tailOf(path: string): string {
  try {
    const fd = openSync(path, "r");
    try {
      const size = sizeOf(path);
      const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES));
      const read = readSync(fd, bytes, 0, bytes.length, Math.max(0, size - bytes.length));
      return bytes.toString("utf8", 0, read);
    } finally {
      closeSync(fd);
    }
  } catch {
    return "";
  }
}

/** Bytes of a file; 0 when there is none. */
export function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}
