import { z } from "zod";

/** A sentence with the entries it rests on. */
export const Statement = z.object({ text: z.string(), evidence: z.array(z.string()) });
export type Statement = z.infer<typeof Statement>;

export const Failure = z.object({
  /** The command as one line, at most 160 characters. */
  command: z.string(),
  /** The line that names the error, at most 240 characters, or null. */
  error: z.string().nullable(),
  fixed: z.boolean(),
  evidence: z.array(z.string()),
});
export type Failure = z.infer<typeof Failure>;

export const TouchedFile = z.object({
  /** Relative to the session's folder where inside it. */
  path: z.string(),
  edits: z.number().int(),
  reads: z.number().int(),
});
export type TouchedFile = z.infer<typeof TouchedFile>;

/** Where things stand at a boundary. Lists are most important first. */
export const WorkingState = z.object({
  /** What the session is about: one sentence, the person's own words where possible. */
  task: Statement.nullable(),
  /** The last thing the person asked for, when it is not the task itself. */
  lastRequest: Statement.nullable(),
  /** One sentence: how far it is. */
  status: Statement.nullable(),
  phase: z.enum(["in-progress", "waiting", "blocked", "done", "unknown"]),
  done: z.array(Statement),
  next: z.array(Statement),
  openQuestions: z.array(Statement),
  findings: z.array(Statement),
  decisions: z.array(Statement),
  files: z.array(TouchedFile),
  lastFailure: Failure.nullable(),
  /** Names in use right now (functions, flags, branches, files): exact, few. */
  identifiers: z.array(z.string()),
  /** BCP 47 primary tag of the language the person writes in. */
  language: z.string(),
});
export type WorkingState = z.infer<typeof WorkingState>;
