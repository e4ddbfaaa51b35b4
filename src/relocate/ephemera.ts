import { findCommitHashes } from "../lint/rules/no-commit-hash/hash.ts";
import { rawKindOf } from "../lint/rules/no-raw-error/kinds.ts";
import type { Block } from "./blocks.ts";

/** Share of lines that must be raw output for the whole to be. */
const RAW_SHARE = 0.4;
/** Characters up to which a statement with a commit hash is about that commit. */
const COMMIT_CHARS = 240;

/** Why a block ages with the next push or run: pasted output, or the record of a commit. Null for anything else. */
export function ephemeraOf(block: Block): "errors" | "commits" | null {
  if (isRaw(block)) return "errors";
  if (block.form === "code" || block.form === "html" || block.text.length > COMMIT_CHARS) return null;
  return findCommitHashes(block.text).length > 0 ? "commits" : null;
}

function isRaw(block: Block): boolean {
  const lines = block.text
    .split(/\r\n|\n|\r/u)
    .filter((line) => line.trim() !== "" && !/^\s*(?:`{3,}|~{3,})/u.test(line));
  const raw = lines.filter((line) => rawKindOf(line) !== null).length;
  if (raw === 0) return false;
  // source lines and hints stand between the frames of a trace; only code can hold those
  return raw >= lines.length * RAW_SHARE || (block.form === "code" && raw >= 3);
}
