import { z } from "zod";
import { Scope } from "../session/scope.ts";

/** How well grounded an update is: a person said it; a command or test showed it; or it was concluded. */
export const Confidence = z.enum(["stated", "verified", "inferred"]);
export type Confidence = z.infer<typeof Confidence>;

export const Operation = z.enum(["add", "correct", "retire"]);
export type Operation = z.infer<typeof Operation>;

/**
 * Why a preference waits: one session asked for it, and not as a rule. When another session asks for the same, it is one.
 */
export const SAID_ONCE = "said-once";

/**
 * One thing worth keeping. `kind` is one of the manifest's kinds (`*` never occurs here; a kind without a row goes to
 * the inbox). `text` is one sentence or a short list item without markup of ours, at most 600 characters.
 */
export const Update = z.object({
  kind: z.string().min(1),
  /** What it is about: the name that becomes a topic file's slug for topic kinds; a heading or empty for fact kinds. */
  subject: z.string(),
  op: Operation,
  text: z.string().min(1),
  /** Front matter field of the topic that this sets (`status`, `role` …) instead of a body fact. */
  field: z.string().optional(),
  scope: Scope,
  confidence: Confidence,
  /** Fact id for `correct` and `retire`, when known. */
  target: z.string().optional(),
  /** For a spoken correction or removal without a known id: the words that name the old fact. */
  targetText: z.string().optional(),
  aliases: z.array(z.string()).max(8).optional(),
  /** Entry ids of the session it rests on, most important first. */
  evidence: z.array(z.string()).min(1),
  /** ISO time of the newest evidence entry, null when unknown. */
  at: z.string().nullable(),
  /** Set by verification: why this may not land by itself; it then goes to the inbox. */
  unverified: z.string().optional(),
});
export type Update = z.infer<typeof Update>;
