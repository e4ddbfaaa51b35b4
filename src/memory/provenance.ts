import { createHash } from "node:crypto";
import { z } from "zod";
import { Confidence } from "../handoff/update.ts";
import { Scope } from "../session/scope.ts";
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
  /** `sketchOf` its text: finds the fact again after a person edited it. Take hash, tokens and sketch from `identityOf`. */
  sketch: z.string().default(""),
  evidence: z.array(z.string()),
  host: HostId.nullable(),
  sessionId: z.string().nullable(),
  /** Entry id of the boundary whose capture wrote it; gone once another session said it again. */
  boundary: z.string().optional(),
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

/** Where our own state of the memory lies, relative to its root. */
export const PROVENANCE_FOLDER = ".handoff/provenance";

/** A file name must stay below this many bytes on every common file system. */
const MAX_NAME_BYTES = 240;
/** Letters that are the same on systems that fold case or decompose: kept. `~` stands for `/`, `%` starts an escape. */
const KEPT = /^[a-z0-9._-]$|^[^\p{M}\p{Lu}\p{Lt}\p{P}\p{S}\p{C}\p{Z}]$/u;

/**
 * `.handoff/provenance/<encoded>.json` for a topic path: one flat name a path, different even where case or Unicode
 * form is ignored. A very long one ends in a hash and then only its content names the topic.
 */
export function provenancePath(topicPath: string): string {
  const encoded = Array.from(topicPath).map(encodeUnit).join("");
  if (Buffer.byteLength(encoded) <= MAX_NAME_BYTES) return `${PROVENANCE_FOLDER}/${encoded}.json`;
  const hash = createHash("sha256").update(topicPath).digest("hex").slice(0, 32);
  return `${PROVENANCE_FOLDER}/%~${hash}.json`;
}

/** The topic path behind the path of a provenance file; null when it is none, or a hashed one. */
export function topicPathOf(path: string): string | null {
  const name = path.startsWith(`${PROVENANCE_FOLDER}/`) ? path.slice(PROVENANCE_FOLDER.length + 1) : "";
  if (!name.endsWith(".json") || name === "index.json" || name.startsWith("%~")) return null;
  try {
    return decodeURIComponent(name.slice(0, -".json".length).replaceAll("~", "/"));
  } catch {
    return null;
  }
}

/**
 * The provenance in a JSON text, or null for a text that is none: the topic's facts then count as a person's own.
 * Single broken records are left out.
 */
export function parseProvenance(text: string): ProvenanceFile | null {
  const whole = LenientFile.safeParse(jsonOf(text));
  if (!whole.success) return null;
  const facts = whole.data.facts.flatMap((record) => {
    const parsed = ProvenanceRecord.safeParse(record);
    return parsed.success ? [parsed.data] : [];
  });
  return { version: 1, file: whole.data.file, facts };
}

const LenientFile = z.object({ version: z.literal(1), file: z.string(), facts: z.array(z.unknown()) });

function encodeUnit(unit: string): string {
  if (unit === "/") return "~";
  const isStable =
    unit.normalize("NFD") === unit &&
    unit.toLowerCase() === unit &&
    unit.toUpperCase().toLowerCase() === unit;
  if (KEPT.test(unit) && isStable) return unit;
  return Array.from(new TextEncoder().encode(unit), (byte) => `%${byte.toString(16).padStart(2, "0")}`).join(
    "",
  );
}

/** Parsed JSON; undefined for a text that is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/u, ""));
  } catch {
    return undefined;
  }
}
