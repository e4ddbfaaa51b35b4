import { z } from "zod";
import { Scope } from "../scope.ts";
import { Todo } from "../entry.ts";

/** Where in the session something was seen: entry id, time, and the running number of the entry. */
const Place = { id: z.string(), at: z.string().nullable(), n: z.number().int() };

/** A human turn, cleaned of pasted output. */
export const Turn = z.object({
  ...Place,
  /** At most 1,200 characters. */
  text: z.string(),
  kind: z.enum(["request", "question", "go-ahead", "remark"]),
  /** Numbered or bulleted items of the request. */
  items: z.array(z.string()),
  /** Share (0–1) of its content words that the agent's message before it did not hold. */
  fresh: z.number(),
  /** It took pieces of work from a list of the agent's: `text` says what they are. */
  picked: z.boolean().default(false),
});
export type Turn = z.infer<typeof Turn>;

const NOTE_KINDS = ["decision", "finding", "done", "step", "next", "question", "asked"] as const;
/** A sentence worth keeping and why. */
export const Note = z.object({
  ...Place,
  kind: z.enum(NOTE_KINDS),
  /** At most 300 characters. */
  text: z.string(),
  by: z.enum(["human", "assistant", "host"]),
  /** How strong the sign was, about 1 to 4. */
  weight: z.number(),
});
export type Note = z.infer<typeof Note>;

const SeenFile = z.object({
  path: z.string(),
  edits: z.number().int(),
  reads: z.number().int(),
  /** Running number of the last edit and of the last touch of any sort; 0 for none. */
  edited: z.number().int(),
  seen: z.number().int(),
});

export const SeenFailure = z.object({
  ...Place,
  key: z.string(),
  command: z.string(),
  error: z.string().nullable(),
  /** What the agent said about the cause before the command passed, and what it changed. */
  cause: Note.nullable(),
  fix: Note.nullable(),
  edits: z.array(z.string()),
  /** Entry that showed it working again. */
  fixedBy: z.string().nullable(),
});
export type SeenFailure = z.infer<typeof SeenFailure>;

/** One run of a command that changes or checks something. */
export const SeenRun = z.object({
  ...Place,
  key: z.string(),
  command: z.string(),
  ok: z.boolean(),
  /** Its exit code or output shows that it passed; else only nothing says otherwise. */
  shown: z.boolean().default(false),
});
export type SeenRun = z.infer<typeof SeenRun>;

export const SeenName = z.object({
  name: z.string(),
  /** Mentions by people, the agent and its calls, and by what tools printed; decayed as of entry `n`. */
  said: z.number().default(0),
  shown: z.number().default(0),
  /** Entries that mentioned it, ever. */
  count: z.number().int().default(1),
  n: z.number().int(),
  /** The human turn (by its entry) since which it was said last. */
  turn: z.number().int().default(0),
});
export type SeenName = z.infer<typeof SeenName>;

/** A spoken sentence that may be worth a line in the memory. */
export const Candidate = z.object({
  ...Place,
  kind: z.enum(["preference", "fact", "infrastructure", "person", "decision", "lesson", "project", "todo"]),
  op: z.enum(["add", "correct", "retire"]),
  subject: z.string(),
  text: z.string(),
  targetText: z.string().nullable(),
  scope: Scope,
  /** Said as something to keep, not only recognised. */
  explicit: z.boolean(),
});
export type Candidate = z.infer<typeof Candidate>;

/**
 * Reducer state of a session: everything a handoff needs, bounded, and plain JSON so that it is kept with the cursor
 * and a later read continues it.
 */
export const FoldState = z.object({
  version: z.literal(1),
  /** Entries seen. */
  n: z.number().int(),
  humanTurns: z.number().int(),
  compactions: z.number().int(),
  languages: z.record(z.string(), z.number()),
  /** The first two and the newest human turns. */
  firstTurns: z.array(Turn),
  turns: z.array(Turn),
  todos: z.array(Todo),
  /** Entry that last changed the list. */
  todosBy: z.string().nullable(),
  /** Items that were open at an earlier point where the session may have been captured. */
  wasOpen: z.array(z.string()).default([]),
  /** Questions with options that the host's tool asked last, at most 600 characters. */
  asked: z.string().default(""),
  /** The list that the agent put before the person last, and the running number of its text; none yet: 0. */
  offers: z
    .object({
      n: z.number().int(),
      items: z.array(z.object({ key: z.string(), label: z.string(), isWork: z.boolean() })),
    })
    .default({ n: 0, items: [] }),
  /** What the agent says the project is, in its first words about it. */
  about: z
    .object({ ...Place, text: z.string() })
    .nullable()
    .default(null),
  /** What the session is about by an approved plan or the host's own summary; `callId` of the plan's call. */
  aim: z
    .object({ ...Place, text: z.string(), callId: z.string().nullable() })
    .nullable()
    .default(null),
  files: z.array(SeenFile),
  failures: z.array(SeenFailure),
  runs: z.array(SeenRun),
  notes: z.array(Note),
  /** Causes and guesses that the session took back: they are facts no more, whoever repeats them. */
  refuted: z.array(z.object({ ...Place, text: z.string() })).default([]),
  names: z.array(SeenName),
  candidates: z.array(Candidate),
  /** Last text of the agent, at most 1,500 characters, and whether a person spoke after it. */
  lastSaid: z.object({ ...Place, text: z.string(), final: z.boolean() }).nullable(),
  /** Running number of the last edit or run, and of the last human turn. */
  lastWork: z.number().int(),
  lastHuman: z.number().int(),
  calls: z.record(
    z.string(),
    z.object({
      id: z.string(),
      command: z.string().nullable(),
      files: z.array(z.string()),
      edit: z.boolean(),
    }),
  ),
});
export type FoldState = z.infer<typeof FoldState>;

/** Longest note of what the agent or the host said, in characters: a long sentence, no text. */
export const MAX_COPIED = 240;

/** How many of each list are kept. */
export const CAPS = {
  turns: 12,
  todos: 80,
  wasOpen: 40,
  files: 120,
  failures: 12,
  runs: 60,
  refuted: 20,
  names: 600,
  candidates: 40,
  calls: 48,
  notes: { decision: 30, finding: 30, done: 30, step: 16, next: 14, question: 10, asked: 16 },
} as const;
