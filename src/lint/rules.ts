import type { Rule } from "./rule.ts";
import { rule as controlComment } from "./rules/control-comment/index.ts";
import { rule as indexMaxChars } from "./rules/index-max-chars/index.ts";
import { rule as indexPointersOnly } from "./rules/index-pointers-only/index.ts";
import { rule as listMaxItems } from "./rules/list-max-items/index.ts";
import { rule as noCode } from "./rules/no-code/index.ts";
import { rule as noCommitHash } from "./rules/no-commit-hash/index.ts";
import { rule as noRawError } from "./rules/no-raw-error/index.ts";
import { rule as recentMaxItems } from "./rules/recent-max-items/index.ts";

/** Every rule, each listed once. */
export const rules: readonly Rule[] = [
  indexMaxChars,
  indexPointersOnly,
  noCode,
  noCommitHash,
  noRawError,
  listMaxItems,
  recentMaxItems,
  controlComment,
];
