import type { Cursor } from "../session/cursor.ts";
import { cutText } from "../session/plain-text.ts";
import { textOf } from "./json.ts";
import { worktreeOf } from "./paths.ts";

const TITLE_CAP = 200;
/** Most calls that wait for a result: interrupted ones never get theirs. */
const MOST_PENDING = 200;

type Kept = Pick<
  Cursor,
  "cwd" | "gitBranch" | "title" | "titleRank" | "clientVersion" | "startedAt" | "lastAt" | "root"
>;
type Call = Cursor["pendingCalls"][string];

/** What one record says of its session, as the transcript has it; what it does not say is left out. */
export interface Told {
  /** A text that names a time, or milliseconds or seconds since 1970. */
  time?: unknown;
  cwd?: unknown;
  gitBranch?: unknown;
  clientVersion?: unknown;
}

/** What the records say about the session beside its entries: the last one named wins. */
export class SessionFacts {
  readonly #kept: Kept;
  readonly #pending: Map<string, Call>;

  constructor(cursor: Cursor | null) {
    this.#kept = {
      cwd: cursor?.cwd ?? null,
      gitBranch: cursor?.gitBranch ?? null,
      title: cursor?.title ?? null,
      titleRank: cursor?.titleRank ?? 0,
      clientVersion: cursor?.clientVersion ?? null,
      startedAt: cursor?.startedAt ?? null,
      lastAt: cursor?.lastAt ?? null,
      root: cursor?.root ?? null,
    };
    this.#pending = new Map(Object.entries(cursor?.pendingCalls ?? {}));
  }

  /** The part that goes on in the cursor, as it stands now. */
  get kept(): Kept & Pick<Cursor, "pendingCalls"> {
    return { ...this.#kept, pendingCalls: Object.fromEntries(this.#pending) };
  }

  /** Folders that paths of calls are relative to, the first that fits. */
  get bases(): string[] {
    return [this.#kept.root, this.#kept.cwd].filter((base) => base !== null);
  }

  /** Takes what a record tells and returns its time as ISO 8601: its own, else the newest before it. */
  note(told: Told): string | null {
    const at = timeOf(told.time);
    if (at !== null) {
      this.#kept.startedAt ??= at;
      if (this.#kept.lastAt === null || Date.parse(at) >= Date.parse(this.#kept.lastAt))
        this.#kept.lastAt = at;
    }
    const cwd = textOf(told.cwd);
    if (cwd !== null && cwd !== this.#kept.cwd) this.#moveTo(cwd);
    this.#kept.gitBranch = branchOf(told.gitBranch) ?? this.#kept.gitBranch;
    this.#kept.clientVersion = textOf(told.clientVersion) ?? this.#kept.clientVersion;
    return at ?? this.#kept.lastAt;
  }

  /**
   * A clean title of the session. The higher rank stays, of equal ones the later: what a person chose is not replaced by
   * what the host finds later.
   */
  name(title: string, rank: number): void {
    if (rank < this.#kept.titleRank) return;
    this.#kept.title = cutText(title, TITLE_CAP);
    this.#kept.titleRank = rank;
  }

  called(id: string, call: Call): void {
    this.#pending.set(id, call);
    const [oldest] = this.#pending.keys();
    if (this.#pending.size > MOST_PENDING && oldest !== undefined) this.#pending.delete(oldest);
  }

  /** The call that a result belongs to, which waits no longer. */
  answered(id: string): Call | null {
    const call = this.#pending.get(id) ?? null;
    this.#pending.delete(id);
    return call;
  }

  /** The shell's folder wanders; paths stay relative to the first one, or to the worktree that it went into. */
  #moveTo(cwd: string): void {
    this.#kept.cwd = cwd;
    this.#kept.root = worktreeOf(cwd) ?? this.#kept.root ?? cwd;
  }
}

/** A branch as it may be shown: git allows `<`, `>` and `|` in names, which could close the fence of a resume. */
function branchOf(value: unknown): string | null {
  const name = (textOf(value) ?? "").replace(/[^\p{L}\p{N}._/+@#-]/gu, "").slice(0, 120);
  return name === "" ? null : name;
}

/** Below, a number of milliseconds would be before 1974: it counts seconds. */
const LEAST_MILLISECONDS = 1e11;

/** A time as ISO 8601, or null when it is no valid one. */
function timeOf(value: unknown): string | null {
  if (typeof value === "number") return isoOf(value < LEAST_MILLISECONDS ? value * 1000 : value);
  const text = textOf(value);
  if (text === null) return null;
  const at = Date.parse(text);
  if (Number.isNaN(at)) return null;
  return /^\d{4}-\d\d-\d\dT/.test(text) ? text : isoOf(at);
}

function isoOf(milliseconds: number): string | null {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
