import { createHash } from "node:crypto";
import { isReservedName } from "./relative-path.ts";

/** Longest slug in UTF-16 units: with prefix, suffix and 3-byte letters a file name stays below 255 bytes. */
const MAX_SLUG = 64;

/**
 * A file stem for a name: NFC, lower-case, Unicode letters, marks and digits kept, everything else one `-`. A name
 * that leaves nothing, or a name that Windows reserves, becomes a short hash of it; a long one is cut and ends in one.
 */
export function slugOf(name: string): string {
  const slug = name
    .normalize("NFC")
    .toLowerCase()
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/gu, "");
  if (slug === "" || isReservedName(slug)) return shortHash(name);
  if (slug.length <= MAX_SLUG) return slug;
  const cut = Array.from(slug)
    .slice(0, MAX_SLUG / 2)
    .join("")
    .replace(/-+$/u, "");
  return `${cut}-${shortHash(slug)}`;
}

/** Eight hex digits that stand for a text. */
export function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}
