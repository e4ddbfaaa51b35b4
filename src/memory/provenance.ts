import { z } from "zod";
import { Confidence } from "../handoff/update.ts";
import { Scope } from "../manifest/manifest.ts";
import { HostId } from "../session/entry.ts";

/**
 * One record a fact. Re-matched on read: same hash → same fact; same hard tokens and high overlap → same fact, edited
 * by a person; else the person's own.
 */
export const ProvenanceRecord = z.object({
  /** hash(first evidence id, normalised text), 16 hex digits. */
  id: z.string(),
  kind: z.string(),
  subject: z.string(),
  /** Headings above the fact, outermost first; `["@name"]` for front matter field `name`. */
  headings: z.array(z.string()),
  /** Hash of the normalised text. */
  hash: z.string(),
  /** Numbers, versions, paths, flags, code spans, negations; sorted. */
  hardTokens: z.array(z.string()),
  evidence: z.array(z.string()),
  host: HostId.nullable(),
  sessionId: z.string().nullable(),
  /** ISO time of the evidence, and of the last correction; null when unknown. */
  at: z.string().nullable(),
  correctedAt: z.string().nullable(),
  origin: z.enum(["capture", "person", "command", "migrate", "import"]),
  scope: Scope,
  confidence: Confidence,
  /** Provider rank it came from: 0 extractive, 1 model. */
  rank: z.number().int(),
  aliases: z.array(z.string()),
  /** Ids of the facts it replaced. */
  supersedes: z.array(z.string()),
});
export type ProvenanceRecord = z.infer<typeof ProvenanceRecord>;

/** `.handoff/provenance/<encoded topic path>.json` */
export const ProvenanceFile = z.object({
  version: z.literal(1),
  file: z.string(),
  facts: z.array(ProvenanceRecord),
});
export type ProvenanceFile = z.infer<typeof ProvenanceFile>;
