import path from "node:path";
import { HOME_LAYOUT, writeHomeFile } from "../config/home-files.ts";
import { sha256 } from "../files/hash.ts";
import type { Migration } from "./plan-migration.ts";

/** What a migration takes out of the memory, as it is written. */
export function quarantineText({ quarantined }: Pick<Migration, "quarantined">): string {
  return quarantined.map(({ text }) => `${text}\n`).join("\n");
}

/** Keeps what holds secrets outside the memory, 0600. One name a content: a second run writes the same file. */
export function writeQuarantine(home: string, root: string, migration: Migration): string | null {
  if (migration.quarantined.length === 0) return null;
  const text = quarantineText(migration);
  const file = `${HOME_LAYOUT.quarantine}/${sha256(root).slice(0, 12)}-${sha256(text).slice(0, 12)}.md`;
  writeHomeFile(home, file, text);
  return path.join(home, file);
}
