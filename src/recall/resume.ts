import { type HandoffDocument, cutAtWord, parseHandoffDocument } from "../handoff/document.ts";
import type { MemoryFile, MemorySnapshot } from "../memory/snapshot.ts";
import { turnKind } from "../session/signals/turn.ts";
import { withoutBuried } from "./forgotten.ts";
import { isIdle } from "./idle.ts";
import { type Labels, labelsOf } from "./labels.ts";
import { MAX_LINE, type Section, choose, linesOf } from "./pack.ts";
import { NAMES_SHARE, namesSection, sectionsOf } from "./sections.ts";

export interface ResumeRequest {
  snapshot: MemorySnapshot;
  /** At most this many UTF-16 units. */
  budget: number;
  /** Only handoffs of this session; absent or null: the newest of all. */
  sessionId?: string | null;
  /** Where running sessions stand, as handoffs that are in no file yet. */
  live?: readonly HandoffDocument[];
  now: Date;
}

export interface Resume {
  /** Empty when the memory holds nothing to tell. */
  text: string;
  chars: number;
  /** Files of the memory it was made from. */
  sources: string[];
}

const OPEN = "<session-handoff>";
const CLOSE = "</session-handoff>";
/** Kept free for the line that says what was left out. */
const LEFT_OUT_RESERVE = 90;

/** The handoff that a resume tells of; `file` is null for one that is in no file yet. */
export interface Told {
  file: MemoryFile | null;
  document: HandoffDocument;
  /** What a later session only asked, without any work of its own; null when there was none. */
  askedSince: string | null;
}

/**
 * What the next session is told: third person, fenced as data, no backticks, no line over 400 characters, whole lines
 * only, within the budget. Standing rules first, then where the work stands, then pointers, then what was left out.
 */
export function buildResume(request: ResumeRequest): Resume {
  const { snapshot, budget, now } = request;
  const newest = toldHandoff(request);
  const labels = labelsOf(newest?.document.state.language ?? null);
  const { sections, sources } = sectionsOf(snapshot, newest, budget, labels);
  const head =
    newest === null
      ? "Standing notes of this project."
      : headline(newest.document, now, labels.named[sessionNamed(request, newest)], labels);
  const frame = OPEN.length + CLOSE.length + head.length + 3;
  const forNames = newest === null ? 0 : Math.floor(budget * NAMES_SHARE);
  const room = budget - frame - LEFT_OUT_RESERVE;
  const prose = choose(sections, room - forNames);
  const said = prose.flatMap(linesOf).join("\n");
  const names = namesSection(newest?.document ?? null, said, room - said.length - 1, budget, labels);
  const chosen = [...prose.slice(0, -1), names, ...prose.slice(-1)];
  const body = chosen.flatMap(linesOf).map((line) => safe(line));
  if (body.length === 0) return { text: "", chars: 0, sources: [] };
  const left = leftOutLine(sections, prose, labels);
  const lines = [OPEN, safe(head), ...body, ...(left === null ? [] : [left]), CLOSE];
  const text = fit(lines, budget);
  return text === "" ? { text, chars: 0, sources: [] } : { text, chars: text.length, sources };
}

/**
 * The handoff that a resume tells of, or null: the newest one in which something was done or asked to be done. A session
 * that only asked "Where were we?" must not take the place of the work it asked about. Where a session stands now goes
 * before its file of the same time.
 */
export function toldHandoff({
  snapshot,
  sessionId,
  live,
}: Pick<ResumeRequest, "snapshot" | "sessionId" | "live">): Told | null {
  const all = newestFirst(snapshot, sessionId ?? null, live ?? []);
  const newest = all[0];
  if (newest === undefined) return null;
  const told = all.find(({ document }) => !isIdle(document, snapshot.root)) ?? newest;
  return { ...told, askedSince: told === newest ? null : askedIn(newest.document) };
}

/** What a session asked that did nothing; null for a greeting. */
function askedIn({ state }: HandoffDocument): string | null {
  return state.task === null || turnKind(state.task.text) === "go-ahead" ? null : state.task.text;
}

/** The newest handoff file, of one session or of all, by the time of its boundary (by path where two are equal), or null. */
export function newestHandoff(snapshot: MemorySnapshot, sessionId: string | null): Written | null {
  return writtenHandoffs(snapshot, sessionId)[0] ?? null;
}

interface Written {
  file: MemoryFile;
  document: HandoffDocument;
}

function newestFirst(
  snapshot: MemorySnapshot,
  sessionId: string | null,
  live: readonly HandoffDocument[],
): (Written | { file: null; document: HandoffDocument })[] {
  const running = live
    .filter((document) => isOf(document, sessionId))
    .map((document) => ({ file: null, document }));
  // A stable sort: of the same time, where a session stands now comes first.
  return [...running, ...writtenHandoffs(snapshot, sessionId)]
    .map((one) => ({ ...one, document: withoutBuried(one.document, snapshot.tombstones) }))
    .sort((a, b) => timeOf(b.document) - timeOf(a.document));
}

/** Of one session, or of one of its windows where a host's session holds several (`<session>~<window>`). */
function isOf({ boundary }: HandoffDocument, sessionId: string | null): boolean {
  const { sessionId: own } = boundary;
  return sessionId === null || own === sessionId || own.startsWith(`${sessionId}~`);
}

function writtenHandoffs(snapshot: MemorySnapshot, sessionId: string | null): Written[] {
  const found: Written[] = [];
  for (const file of snapshot.files.values()) {
    const document = file.text.slice(0, 400).includes("handoff: 1") ? parseHandoffDocument(file.text) : null;
    if (document === null || !isOf(document, sessionId)) continue;
    found.push({ file, document });
  }
  return found.sort(
    (a, b) => timeOf(b.document) - timeOf(a.document) || (a.file.path < b.file.path ? 1 : -1),
  );
}

function timeOf({ boundary, session }: HandoffDocument): number {
  return Date.parse(boundary.at ?? session.endedAt ?? "") || 0;
}

/** What the session told of may be called: the last one only where no later one is known. */
function sessionNamed({ snapshot, sessionId, live }: ResumeRequest, told: Told): keyof Labels["named"] {
  const newest = newestFirst(snapshot, null, live ?? [])[0];
  if (newest === undefined || newest.document.boundary.sessionId === told.document.boundary.sessionId)
    return "last";
  if (timeOf(newest.document) <= timeOf(told.document)) return "last";
  return sessionId === undefined || sessionId === null ? "working" : "asked";
}

function headline({ boundary, session }: HandoffDocument, now: Date, named: string, labels: Labels): string {
  const at = boundary.at === null ? "" : `${boundary.at.slice(0, 16).replace("T", " ")} UTC`;
  // "HEAD" is what a client says of a folder without git, and of a detached head.
  const known = session.gitBranch === "HEAD" ? null : session.gitBranch;
  const branch = known === null ? null : cutAtWord(known, 60);
  const days = Math.floor((now.getTime() - Date.parse(boundary.at ?? "")) / 86_400_000);
  return labels.headline(named, at, days >= 2 ? days : null, branch);
}

function leftOutLine(
  sections: readonly Section[],
  chosen: readonly Section[],
  labels: Labels,
): string | null {
  const parts = sections.flatMap((section, index) => {
    const count = section.items.length - (chosen[index]?.items.length ?? 0) + (section.beyond ?? 0);
    return count <= 0 || section.leftOut === null ? [] : [labels.counted(section.leftOut, count)];
  });
  return parts.length === 0 ? null : cutAtWord(labels.leftOut(parts), LEFT_OUT_RESERVE - 1);
}

/** No backticks, no fence of ours inside, no line that looks like another speaker. */
function safe(line: string): string {
  const text = line
    .replace(/`+/gu, "'")
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(/<\s*\/?\s*session-handoff[^>]*>?/giu, "")
    .replace(/<\/?(?:system|user|assistant|human)(?:-[\w-]+)?>/giu, "")
    .replace(/^(\s*-?\s*)(system|assistant|user|human|developer)\s*:/iu, "$1($2)");
  return cutAtWord(text, MAX_LINE);
}

/** Drops whole lines from the end until it fits; empty when nothing but the frame would be left. */
function fit(lines: string[], budget: number): string {
  const kept = [...lines];
  while (kept.length > 3 && kept.join("\n").length > budget) kept.splice(-2, 1);
  const text = kept.join("\n");
  return kept.length <= 3 && text.length > budget ? "" : text;
}
