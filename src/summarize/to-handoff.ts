import { cutAtWord } from "../handoff/document.ts";
import type { Handoff, ProviderId } from "../handoff/handoff.ts";
import type { Update } from "../handoff/update.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { rowForKind } from "../manifest/routes.ts";
import type { Digest } from "../session/digest.ts";
import type { Session } from "../session/session.ts";
import type { Statement } from "../session/working-state.ts";
import type { Answer, Said } from "./answer.ts";

/** Longest lists that are kept of an answer. */
const MOST = {
  statements: 8,
  updates: 40,
  statementChars: 400,
  subjectChars: 120,
  aliases: 8,
  aliasChars: 60,
} as const;

/**
 * A model's answer as a handoff. The model labels and words; what code knows better stays as the extractive summarizer
 * has it: files, last failure, identifiers, language, the last request. Parts the model left empty keep the extractive
 * ones. Refs become entry ids; unknown refs are kept as they are, for verification to find.
 */
export function toHandoff(
  provider: ProviderId,
  answer: Answer,
  extractive: Handoff,
  refs: Digest["refs"],
  session: Session,
  manifest: Manifest,
): Handoff {
  const times = new Map(session.entries.map((entry) => [entry.id, entry.at]));
  const base = extractive.state;
  const list = (said: readonly Said[]): Statement[] =>
    said.slice(0, MOST.statements).map((one) => statement(one, refs));
  return {
    ...extractive,
    provider,
    state: {
      ...base,
      task: answer.task === null ? base.task : statement(answer.task, refs),
      status: answer.status === null ? base.status : statement(answer.status, refs),
      phase: answer.phase === "unknown" ? base.phase : answer.phase,
      done: list(answer.done),
      next: list(answer.next),
      openQuestions: list(answer.openQuestions),
      findings: list(answer.findings),
      decisions: list(answer.decisions),
    },
    updates: answer.updates.slice(0, MOST.updates).map((update) => toUpdate(update, refs, times, manifest)),
  };
}

function statement(said: Said, refs: Digest["refs"]): Statement {
  return { text: cutAtWord(oneLine(said.text), MOST.statementChars), evidence: idsOf(said.evidence, refs) };
}

function toUpdate(
  said: Answer["updates"][number],
  refs: Digest["refs"],
  times: ReadonlyMap<string, string | null>,
  manifest: Manifest,
): Update {
  const evidence = idsOf(said.evidence, refs);
  const known = evidence.map((id) => times.get(id) ?? null).filter((at) => at !== null);
  const update: Update = {
    kind: said.kind,
    subject: cutAtWord(oneLine(said.subject), MOST.subjectChars),
    op: said.op,
    text: oneLine(said.text),
    scope: said.scope,
    confidence: said.confidence,
    evidence,
    at: known.toSorted().at(-1) ?? null,
  };
  const aliases = said.aliases
    .map((alias) => oneLine(alias).slice(0, MOST.aliasChars))
    .filter((one) => one !== "");
  if (aliases.length > 0) update.aliases = [...new Set(aliases)].slice(0, MOST.aliases);
  if (said.target !== null && said.op !== "add") update.target = said.target;
  if (said.field !== null && isField(manifest, said.kind, said.field)) update.field = said.field;
  return update;
}

/** Only fields that the kind's row leaves open; a fixed value (`metadata.kind=lesson`) is no model's business. */
function isField(manifest: Manifest, kind: string, name: string): boolean {
  return (
    rowForKind(manifest, kind)?.fields.some((field) => field.name === name && field.value === null) ?? false
  );
}

/** Entry ids of refs written as `e12`, `[e12]` or `#e12`. */
function idsOf(evidence: readonly string[], refs: Digest["refs"]): string[] {
  return [...new Set(evidence.flatMap((ref) => refs.get(ref.replace(/^[[#\s]+|[\]\s]+$/gu, "")) ?? [ref]))];
}

/** Marks of headings, lists and quotations at the begin of a line: a fact is one sentence, not a document. */
const LINE_MARK = /^[ \t]*(?:#{1,6}|[-*+>]|\d{1,2}[.)])[ \t]+/gmu;

function oneLine(text: string): string {
  return text.replaceAll(LINE_MARK, "").replace(/\s+/gu, " ").trim();
}
