import { parseDocument, stringify } from "yaml";
import { z } from "zod";
import { Boundary } from "../session/entry.ts";
import { type Statement, type TouchedFile, WorkingState } from "../session/working-state.ts";
import { Handoff, ProviderId } from "./handoff.ts";
import type { Update } from "./update.ts";

/**
 * The handoff file: the truth that resume reads, and prose that a person reads. Front matter says which boundary it
 * covers; below it one section per part of the working state, empty parts left out. Evidence ids are not written.
 */
export const HandoffDocument = z.object({
  version: z.literal(1),
  boundary: Boundary,
  session: Handoff.shape.session,
  provider: ProviderId,
  /** The H1: the task in at most 80 characters. */
  title: z.string(),
  state: WorkingState,
});
export type HandoffDocument = z.infer<typeof HandoffDocument>;

/** No line of the document is longer than this (UTF-16 units). */
export const MAX_LINE = 400;
const MAX_TITLE = 80;

const FrontMatter = z.object({
  handoff: z.literal(1),
  host: Boundary.shape.host,
  session: z.string(),
  entry: z.string(),
  at: z.string().nullable(),
  provider: ProviderId,
  project: z.string().nullable(),
  branch: z.string().nullable(),
  started: z.string().nullable(),
  ended: z.string().nullable(),
  turns: z.number().int(),
  compactions: z.number().int(),
  phase: WorkingState.shape.phase,
  language: z.string(),
});

type ListSection = "done" | "next" | "openQuestions" | "findings" | "decisions";

const LISTS: readonly (readonly [heading: string, key: ListSection])[] = [
  ["Next", "next"],
  ["Open questions", "openQuestions"],
  ["Findings", "findings"],
  ["Decisions", "decisions"],
  ["Done", "done"],
];

/** The handoff as Markdown: no fences, no line over 400 characters; ends with a newline. */
export function renderHandoffDocument(handoff: Handoff): string {
  const { state } = handoff;
  const parts = [`---\n${frontMatter(handoff)}---`, `# ${documentTitle(handoff)}`];
  const paragraph = (heading: string, statement: Statement | null): void => {
    if (statement !== null) parts.push(`## ${heading}\n${oneLine(statement.text)}`);
  };
  paragraph("Task", state.task);
  paragraph("Last request", state.lastRequest);
  paragraph("Status", state.status);
  for (const [heading, key] of LISTS.slice(0, 2)) parts.push(...list(heading, state[key]));
  parts.push(...failureSection(state));
  for (const [heading, key] of LISTS.slice(2)) parts.push(...list(heading, state[key]));
  if (state.files.length > 0) parts.push(`## Files\n${state.files.map(fileLine).join("\n")}`);
  if (state.identifiers.length > 0) parts.push(`## Identifiers\n${wrap(state.identifiers).join("\n")}`);
  return `${parts.join("\n\n")}\n`;
}

/** The parsed document; null when the text is not a handoff file of this version. */
export function parseHandoffDocument(text: string): HandoffDocument | null {
  const match = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(text);
  if (match === null) return null;
  const yaml = parseDocument(match[1] ?? "", { logLevel: "silent" });
  if (yaml.errors.length > 0) return null;
  const front = FrontMatter.safeParse(yaml.toJS());
  if (!front.success) return null;
  const { title, sections } = readSections(match[2] ?? "");
  const f = front.data;
  return {
    version: 1,
    boundary: { host: f.host, sessionId: f.session, entryId: f.entry, at: f.at },
    session: {
      cwd: f.project,
      gitBranch: f.branch,
      startedAt: f.started,
      endedAt: f.ended,
      compactions: f.compactions,
      humanTurns: f.turns,
    },
    provider: f.provider,
    title,
    state: readState(sections, f.phase, f.language),
  };
}

/**
 * The H1 of a handoff: its task cut at a word to at most 80 characters. Where nothing was asked but to keep or drop
 * something, how much of that; else "Session".
 */
export function documentTitle(handoff: Pick<Handoff, "state" | "updates">): string {
  const text = oneLine(handoff.state.task?.text ?? handoff.state.lastRequest?.text ?? "");
  if (text === "") return titleOfUpdates(handoff.updates) ?? "Session";
  const first = /^.{25,79}?[.!?](?=\s)/u.exec(text)?.[0] ?? text;
  const title = cutAtWord(first, MAX_TITLE).replace(/[\s.,;:!?]+$/u, (end) => (end.includes("?") ? "?" : ""));
  return title === "" ? "Session" : title;
}

/** "Remembered 6, corrected 1": counts only, as a title outlives what is forgotten later; null for none. */
function titleOfUpdates(updates: Handoff["updates"]): string | null {
  const said = updates.filter(({ confidence, field }) => confidence === "stated" && field === undefined);
  const counted = (op: Update["op"], verb: string): string[] => {
    const count = said.filter((update) => update.op === op).length;
    return count === 0 ? [] : [`${verb} ${count}`];
  };
  const parts = [
    ...counted("add", "remembered"),
    ...counted("correct", "corrected"),
    ...counted("retire", "forgot"),
  ];
  return parts.length === 0 ? null : `Notes to the memory: ${parts.join(", ")}`;
}

/** Cuts a one-line text at a word so that it has at most `max` UTF-16 units, with "…" in place of the rest. */
export function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = text.slice(0, max - 1);
  const space = head.lastIndexOf(" ");
  const kept = space > max / 2 ? head.slice(0, space) : head.replace(/[\uD800-\uDBFF]$/u, "");
  return `${kept.replace(/[\s,;:(–—-]+$/u, "")}…`;
}

function frontMatter(handoff: Handoff): string {
  const { boundary, session, state } = handoff;
  return stringify(
    {
      handoff: 1,
      host: boundary.host,
      session: boundary.sessionId,
      entry: boundary.entryId,
      at: boundary.at,
      provider: handoff.provider,
      project: session.cwd,
      branch: session.gitBranch,
      started: session.startedAt,
      ended: session.endedAt,
      turns: session.humanTurns,
      compactions: session.compactions,
      phase: state.phase,
      language: state.language,
    },
    { lineWidth: 0 },
  );
}

function list(heading: string, items: readonly Statement[]): string[] {
  if (items.length === 0) return [];
  return [`## ${heading}\n${items.map((item) => `- ${oneLine(item.text, MAX_LINE - 2)}`).join("\n")}`];
}

function failureSection({ lastFailure }: WorkingState): string[] {
  if (lastFailure === null) return [];
  const lines = [`- Command: ${oneLine(lastFailure.command, 160)}`];
  if (lastFailure.error !== null) lines.push(`- Error: ${oneLine(lastFailure.error, 240)}`);
  lines.push(`- Fixed: ${lastFailure.fixed ? "yes" : "no"}`);
  return [`## Last failure\n${lines.join("\n")}`];
}

function fileLine(file: TouchedFile): string {
  return `- ${oneLine(file.path, 300)} (edits: ${file.edits}, reads: ${file.reads})`;
}

/** Comma-separated names on lines of at most 110 characters. */
function wrap(names: readonly string[]): string[] {
  const lines: string[] = [];
  for (const name of names) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + name.length + 2 <= 110)
      lines[lines.length - 1] = `${last}, ${name}`;
    else lines.push(name);
  }
  return lines;
}

/** One line without leading Markdown that would change its meaning on the way back. */
function oneLine(text: string, max = MAX_LINE): string {
  const flat = text
    .replace(/`{3,}/gu, "")
    .replace(/\s+/gu, " ")
    .trim()
    .replace(/^(?:#+|[-*+>])\s+/u, "");
  return cutAtWord(flat, max);
}

function readSections(body: string): { title: string; sections: Map<string, string[]> } {
  const sections = new Map<string, string[]>();
  let title = "";
  let current: string[] | null = null;
  for (const line of body.split(/\r?\n/u)) {
    const heading = /^(#{1,2}) +(.+?)\s*$/u.exec(line);
    if (heading !== null) {
      const name = heading[2] ?? "";
      if (heading[1] === "#") title ||= name;
      else sections.set(name.toLowerCase(), (current = []));
    } else if (line.trim() !== "") {
      current?.push(line.trim());
    }
  }
  return { title, sections };
}

function readState(
  sections: ReadonlyMap<string, string[]>,
  phase: WorkingState["phase"],
  language: string,
): WorkingState {
  const lines = (name: string): string[] => sections.get(name) ?? [];
  const paragraph = (name: string): Statement | null => {
    const text = lines(name).join(" ");
    return text === "" ? null : { text, evidence: [] };
  };
  const items = (name: string): Statement[] =>
    lines(name).map((line) => ({ text: line.replace(/^- /u, ""), evidence: [] }));
  return {
    task: paragraph("task"),
    lastRequest: paragraph("last request"),
    status: paragraph("status"),
    phase,
    next: items("next"),
    openQuestions: items("open questions"),
    findings: items("findings"),
    decisions: items("decisions"),
    done: items("done"),
    files: lines("files").flatMap(readFile),
    lastFailure: readFailure(lines("last failure")),
    identifiers: lines("identifiers")
      .flatMap((line) => line.split(/,\s*/u))
      .filter(Boolean),
    language,
  };
}

function readFile(line: string): TouchedFile[] {
  const match = /^- (.+?)(?: \(edits: (\d+), reads: (\d+)\))?$/u.exec(line);
  if (match?.[1] === undefined) return [];
  return [{ path: match[1], edits: Number(match[2] ?? 0), reads: Number(match[3] ?? 0) }];
}

function readFailure(lines: readonly string[]): WorkingState["lastFailure"] {
  const value = (name: string): string | null =>
    lines.find((line) => line.startsWith(`- ${name}: `))?.slice(name.length + 4) ?? null;
  const command = value("Command");
  if (command === null) return null;
  return { command, error: value("Error"), fixed: value("Fixed") === "yes", evidence: [] };
}
