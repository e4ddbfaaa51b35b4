import type { Handoff, ProviderId } from "../handoff/handoff.ts";
import type { Usage } from "../handoff/receipt.ts";
import type { ErrorCode } from "../errors.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { Session } from "../session/session.ts";

/** A fact that stands in the memory and may bear on the session. */
export interface KnownFact {
  id: string;
  /** Relative path of its topic file. */
  file: string;
  kind: string;
  subject: string;
  text: string;
  /** False when the memory knows that no person stated it; a model's correction of any other fact is a proposal. */
  stated?: boolean;
}

/** What the user config and the command line may set; anything absent has a default. */
export interface SummarizerConfig {
  /** Default of `anthropic`: `claude-haiku-5-5`; of `claude-cli`: `haiku`. */
  model?: string | null | undefined;
  /** Default `ANTHROPIC_BASE_URL`, else the public API. */
  baseURL?: string | null | undefined;
  /** Default `ANTHROPIC_API_KEY`. */
  apiKey?: string | null | undefined;
  /** Milliseconds for all calls together; default 60,000. */
  deadlineMs?: number | null | undefined;
  /** Estimated tokens of everything that is sent; default 12,000. */
  maxInputTokens?: number | null | undefined;
  /** Estimated tokens of one call; default: `maxInputTokens`. */
  windowTokens?: number | null | undefined;
  /** Model calls a UTC day; default 100. */
  dailyCalls?: number | null | undefined;
  /** Tokens in and out a UTC day; default 500,000. */
  dailyTokens?: number | null | undefined;
  /** US dollars for a million tokens in and out; default: the model's list price, where it is known. */
  price?: readonly [number, number] | null | undefined;
  /** Program and arguments of provider `command`. */
  command?: readonly string[] | null | undefined;
}

export interface SummarizeInput {
  session: Session;
  manifest: Manifest;
  facts: readonly KnownFact[];
  /** Text of the session's previous handoff document, or null. */
  previous: string | null;
  provider: ProviderId;
  config: SummarizerConfig;
  env: Readonly<Record<string, string | undefined>>;
  /** `$HANDOFF_HOME`: where calls are counted. */
  home: string;
  /** Default: the system's. */
  clock?: () => Date;
  /** Ends the calls early; the extractive result is used then. */
  signal?: AbortSignal;
}

export interface SummarizeResult {
  handoff: Handoff;
  /** Who made the handoff in the end. */
  provider: ProviderId;
  /** Set when another provider was asked for and failed: its name and our error code. */
  fallback: { from: ProviderId; code: ErrorCode } | null;
  /** What the model calls cost, failed ones included; null when none was made. */
  usage: Usage | null;
  /** Updates marked for the inbox. */
  unverified: number;
  /** Statements of the working state that failed verification and were taken out. */
  droppedStatements: number;
}

/** What a provider is set up from. */
export type ProviderInput = Pick<SummarizeInput, "config" | "env" | "home">;

/** What one summarizer gives: a handoff, or our code of what went wrong. It never throws for what a provider does. */
export type SummarizerOutcome =
  | { handoff: Handoff; usage: Usage | null }
  | { failed: ErrorCode; usage: Usage | null };

/** One way to make a handoff; listed once in `summarize.ts`. */
export interface Summarizer {
  id: ProviderId;
  summarize: (input: SummarizeInput) => Promise<SummarizerOutcome>;
}
