import { z } from "zod";

/** The agent programs whose transcripts are understood. */
const HOST_IDS = ["claude-code", "openclaw", "codex", "opencode", "pi", "hermes"] as const;
export const HostId = z.enum(HOST_IDS);
export type HostId = z.infer<typeof HostId>;

/** One item of a host's own task list. */
export const Todo = z.object({
  id: z.string().nullable(),
  text: z.string(),
  status: z.enum(["pending", "in-progress", "completed", "dropped"]),
});
export type Todo = z.infer<typeof Todo>;

/** What a tool call did to the host's task list: a whole new list, one new item, or a change of one. */
export type TodoChange =
  | { type: "replace"; items: Todo[] }
  | { type: "create"; item: Todo }
  | { type: "update"; id: string; status: Todo["status"] | null; text: string | null };

/** What a tool call is for, whatever the host calls the tool. */
export type ToolAction = "edit" | "read" | "run" | "search" | "todo" | "ask" | "agent" | "other";

interface EntryBase {
  /** Stable across reads: the host's record id, with `#n` for the n-th block (n ≥ 1) of one record. */
  id: string;
  /** ISO 8601 time of the record; the last valid one where the record has none; null before the first. */
  at: string | null;
}

/** Text a person typed (also: typed while the agent worked, an answer to a question, a reason for a refusal). */
export interface HumanEntry extends EntryBase {
  kind: "human";
  /** Masked; private spans and host wrappers removed; at most 20,000 characters. */
  text: string;
}

export interface AssistantEntry extends EntryBase {
  kind: "assistant";
  /** Masked; at most 8,000 characters. */
  text: string;
  /** True when this is the last text of a turn as far as the reader can tell. */
  final: boolean;
}

export interface ToolCallEntry extends EntryBase {
  kind: "tool-call";
  callId: string;
  /** The host's tool name. */
  tool: string;
  action: ToolAction;
  /** Paths named by the call, relative to the session's folder where inside it, with `/`. */
  files: string[];
  /** Shell command, masked, at most 2,000 characters. */
  command: string | null;
  todos: TodoChange | null;
  /** Short masked excerpt of what else the call says (query, description, question, new text), at most 600 characters. */
  detail: string;
}

export interface ToolResultEntry extends EntryBase {
  kind: "tool-result";
  callId: string;
  failed: boolean;
  /** Process exit code where the host tells. */
  exitCode: number | null;
  /**
   * The line that says what failed, masked, at most 240 characters; `refused by the user` where a person refused the
   * call. Also set when the call did not fail but its output shows a failed check (`npm test | tail` exits with 0).
   */
  errorLine: string | null;
  /** Pruned and masked excerpt, at most 1,000 characters. */
  text: string;
  /** What only the result tells about the host's task list: the id that a new item got. */
  todos: TodoChange | null;
}

/** The host compacted here; text is its own summary (masked, at most 20,000 characters), may be empty. */
export interface CompactionEntry extends EntryBase {
  kind: "compaction";
  trigger: "manual" | "auto" | null;
  text: string;
}

export type Entry = HumanEntry | AssistantEntry | ToolCallEntry | ToolResultEntry | CompactionEntry;

/** The point a handoff covers up to. */
export const Boundary = z.object({
  host: HostId,
  sessionId: z.string().min(1),
  entryId: z.string().min(1),
  /** ISO 8601 time of the boundary entry, null when the transcript has no times. */
  at: z.string().nullable(),
});
export type Boundary = z.infer<typeof Boundary>;

/** What a read passed over, counted. */
export const Skipped = z.object({
  badLines: z.number().int().default(0),
  unknownTypes: z.number().int().default(0),
  longLines: z.number().int().default(0),
  /** Bytes of a last line without its newline that is not yet whole JSON. */
  halfLastLine: z.number().int().default(0),
  sidechain: z.number().int().default(0),
  apiErrors: z.number().int().default(0),
  injected: z.number().int().default(0),
  duplicates: z.number().int().default(0),
  /** Records of another session in the same file. */
  otherSessions: z.number().int().default(0),
  secrets: z.number().int().default(0),
  privateSpans: z.number().int().default(0),
  /** Oldest tool entries dropped to keep memory bounded; the working state has seen them. */
  dropped: z.number().int().default(0),
});
export type Skipped = z.infer<typeof Skipped>;
