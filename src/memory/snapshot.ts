import type { Manifest } from "../manifest/manifest.ts";
import type { ProvenanceFile } from "./provenance.ts";
import type { Tombstone } from "./tombstone.ts";

/** One file as read: text exactly as stored (BOM and line ends included). */
export interface MemoryFile {
  /** Relative to the memory root, `/` separators. */
  path: string;
  text: string;
  /** sha256 (hex) of the bytes. */
  hash: string;
  /** Milliseconds since the epoch. */
  modifiedAt: number;
}

/** A memory as one value: what every pure room works on. */
export interface MemorySnapshot {
  /** Absolute path, for messages only. */
  root: string;
  manifest: Manifest;
  /** True when MANIFEST.md exists in the root (false: the preset is in use and a capture writes it). */
  manifestExists: boolean;
  /** Every Markdown file below the root (not in `.handoff/`, `.git/`, `node_modules/`), by relative path. */
  files: ReadonlyMap<string, MemoryFile>;
  /** Provenance by topic path. */
  provenance: ReadonlyMap<string, ProvenanceFile>;
  /** Internal JSON files as stored, by relative path (`.handoff/provenance/…json`, `.handoff/tombstones.json`): the base of edits to them. */
  internal: ReadonlyMap<string, MemoryFile>;
  tombstones: readonly Tombstone[];
  /** Whether AGENTS.md stands in the root or the project beside it (the Behavior rules line needs it). */
  hasAgentsFile: boolean;
  /** Files that are not UTF-8 or may not be read, by relative path: they stand, but are never edited. */
  unreadable?: readonly string[];
}
