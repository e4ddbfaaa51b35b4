import { readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HOME_LAYOUT, readHomeFile, writeHomeFile } from "../config/home-files.ts";
import type { ErrorCode } from "../errors.ts";
import { randomHex } from "../files/atomic-replace.ts";
import { ownIdentity, type ProcessIdentity } from "../files/process-identity.ts";
import { ifExists } from "../files/system-errors.ts";

/** Loaded by the plugin of a host: no schema library may be imported from here. */

/** One question of a worker to a host's model: `queue/asks/<id>.json`. Its texts are masked. */
export interface Ask {
  version: 1;
  /** ISO time after which nobody waits for the answer. */
  until: string;
  /** Null: the model that the host is set up with. */
  model: string | null;
  /** Tokens of the longest answer that is of use. */
  maxTokens: number;
  system: readonly string[];
  turns: readonly { role: "user" | "assistant"; text: string }[];
}

/** Tokens as the host tells them; null where it tells none. */
export interface AnswerUsage {
  inputTokens: number | null;
  outputTokens: number | null;
  cacheReadTokens: number | null;
}

/** What became of it: `queue/asks/<id>.answer.json`. `sent`: a model was asked, and that may have cost something. */
export type AskAnswer =
  | { version: 1; text: string; usage: AnswerUsage }
  | { version: 1; code: ErrorCode; sent: boolean; usage: AnswerUsage };

/** The longest wait of a worker is ten minutes; what is older than this was left by one that was killed. */
const STALE_MS = 1_200_000;

const fileOf = (id: string): string => `${HOME_LAYOUT.asks}/${id}.json`;
const answerOf = (id: string): string => `${HOME_LAYOUT.asks}/${id}.answer.json`;
const claimOf = (id: string): string => `${HOME_LAYOUT.asks}/${id}.claim`;

/** Puts a question, 0600; returns its id. Errors: `home-unwritable`. */
export function putAsk(home: string, ask: Ask): string {
  const id = `${Date.now()}-${process.pid}-${randomHex()}`;
  writeHomeFile(home, fileOf(id), JSON.stringify(ask));
  return id;
}

/** Ids of the questions that nobody has claimed, oldest first. */
export function openAsks(home: string): string[] {
  const names = namesIn(home);
  const there = new Set(names);
  const ids = names.flatMap((name) => /^(\d[\w-]*)\.json$/.exec(name)?.[1] ?? []);
  return ids.filter((id) => !there.has(`${id}.claim`)).toSorted();
}

/**
 * Takes a question for this process: true for exactly one of all that try. Whoever asked takes it back in the same way,
 * so that no model is asked for an answer that nobody waits for. False when it is gone, or cannot be taken.
 */
export function claimAsk(home: string, id: string): boolean {
  try {
    if (readHomeFile(home, fileOf(id)) === null) return false;
    writeFileSync(join(home, claimOf(id)), JSON.stringify(ownIdentity()), { flag: "wx", mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}

/** Who claimed a question; null where nobody did, or is just doing so. */
export function claimerOf(home: string, id: string): ProcessIdentity | null {
  return parse(readHomeFile(home, claimOf(id))) as ProcessIdentity | null;
}

/** The question; null when it was taken back, or is of a version that is not known. */
export function readAsk(home: string, id: string): Ask | null {
  const ask = parse(readHomeFile(home, fileOf(id))) as Ask | null;
  return ask?.version === 1 ? ask : null;
}

/** Answers a question that somebody still waits for. Errors: `home-unwritable`. */
export function answerAsk(home: string, id: string, answer: AskAnswer): void {
  if (readAsk(home, id) !== null) writeHomeFile(home, answerOf(id), JSON.stringify(answer));
}

/** The answer; null while there is none. */
export function readAnswer(home: string, id: string): AskAnswer | null {
  const answer = parse(readHomeFile(home, answerOf(id))) as AskAnswer | null;
  return answer?.version === 1 ? answer : null;
}

/** Removes a question with all that belongs to it. The claim goes last: without it the question would be open. */
export function removeAsk(home: string, id: string): void {
  for (const file of [fileOf(id), answerOf(id), claimOf(id)]) rmSync(join(home, file), { force: true });
}

/** Removes what workers that were killed have left. */
export function sweepAsks(home: string, now: number): void {
  for (const name of namesIn(home)) {
    const path = join(home, HOME_LAYOUT.asks, name);
    const age = now - ifExists(() => statSync(path).mtimeMs, now);
    if (age > STALE_MS) rmSync(path, { force: true });
  }
}

function namesIn(home: string): string[] {
  return ifExists(() => readdirSync(join(home, HOME_LAYOUT.asks)), []);
}

/** Files of ours, written whole; a claim may be read before its text is there. */
function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return null;
  }
}
