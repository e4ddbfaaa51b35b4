import { z } from "zod";
import { Confidence, Operation } from "../handoff/update.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { Scope } from "../session/scope.ts";
import { WorkingState } from "../session/working-state.ts";
import { objectIn } from "./answer-text.ts";

/** Refs of the digest (`e12`) that a statement rests on. */
const Refs = z.array(z.string()).default([]);

/** Too long a statement is cut later: its length is no reason to ask again. */
const Said = z.object({ text: z.string().min(1), evidence: Refs });
const SaidList = z.array(Said).default([]);

/** Kinds a model may give an update: those of the manifest that hold facts; not the inbox, not the handoff itself. */
export function answerKinds(manifest: Manifest): string[] {
  return [
    ...new Set(
      manifest.files.filter((row) => row.kind !== "*" && row.unit !== "boundary").map((row) => row.kind),
    ),
  ];
}

function updateSchema(kinds: readonly string[]) {
  return z.object({
    kind: z.enum(kinds),
    subject: z.string().default(""),
    op: Operation,
    text: z.string().min(1).max(600),
    field: z.string().nullable().default(null),
    scope: Scope,
    confidence: Confidence,
    target: z.string().nullable().default(null),
    aliases: z.array(z.string()).default([]),
    evidence: Refs,
  });
}

/**
 * The schema of a model's answer, built from the manifest so that no unknown kind can be named. Kinds are the only part
 * that differs between memories. A manifest without any kind gets no updates.
 */
export function answerSchema(manifest: Manifest) {
  const kinds = answerKinds(manifest);
  return z.object({
    task: Said.nullable().default(null),
    status: Said.nullable().default(null),
    phase: WorkingState.shape.phase.default("unknown"),
    done: SaidList,
    next: SaidList,
    openQuestions: SaidList,
    findings: SaidList,
    decisions: SaidList,
    updates: z.array(updateSchema(kinds.length > 0 ? kinds : ["none"])).default([]),
  });
}
export type Answer = z.infer<ReturnType<typeof answerSchema>>;
export type Said = z.infer<typeof Said>;

/** What is wrong with an answer, in our words: places and codes, nothing the model wrote. */
export interface AnswerProblem {
  /** `updates.3.kind`, or empty for the whole. */
  path: string;
  code: string;
}

export type ParsedAnswer = { answer: Answer } | { problems: AnswerProblem[] };

/** Reads an answer leniently (see `objectIn`), then strictly by the schema. */
export function parseAnswer(text: string, schema: ReturnType<typeof answerSchema>): ParsedAnswer {
  const value = objectIn(text);
  if (value === undefined) return { problems: [{ path: "", code: "not_json" }] };
  const parsed = schema.safeParse(value);
  if (parsed.success) return { answer: parsed.data };
  // unknown keys are stripped, so a path holds names of the schema and positions only
  const problems = parsed.error.issues.map(({ path, code }) => ({ path: path.map(String).join("."), code }));
  return { problems: problems.slice(0, 20) };
}
