import type { Rule } from "./rule.ts";
import { rule as indexMaxChars } from "./rules/index-max-chars/index.ts";
import { rule as indexPointersOnly } from "./rules/index-pointers-only/index.ts";
import { rule as listMaxItems } from "./rules/list-max-items/index.ts";
import { rule as noCode } from "./rules/no-code/index.ts";
import { rule as noCommitHash } from "./rules/no-commit-hash/index.ts";
import { rule as noRawError } from "./rules/no-raw-error/index.ts";
import { rule as noConflictMarker } from "./rules/no-conflict-marker/index.ts";
import { rule as noInstruction } from "./rules/no-instruction/index.ts";
import { rule as noInvisibleCharacter } from "./rules/no-invisible-character/index.ts";
import { rule as noRedactionMask } from "./rules/no-redaction-mask/index.ts";
import { rule as noTemporaryNote } from "./rules/no-temporary-note/index.ts";
import { rule as tableColumns } from "./rules/table-columns/index.ts";
import { rule as topicMaxChars } from "./rules/topic-max-chars/index.ts";
import { rule as recentMaxItems } from "./rules/recent-max-items/index.ts";

/** Rules that tell from the index alone what does not belong there: what they find is content. */
export const placeRules: readonly Rule[] = [
  indexMaxChars,
  indexPointersOnly,
  noCode,
  noCommitHash,
  noRawError,
  listMaxItems,
  recentMaxItems,
];

/**
 * Rules that tell from the text of any memory file alone what may not stand in it. Secrets are the hook's own look: it
 * compares values, and must not wait for a second table.
 */
const textRules: readonly Rule[] = [
  noRedactionMask,
  noInvisibleCharacter,
  noInstruction,
  topicMaxChars,
  noConflictMarker,
];

/** What the hook asks, and all it loads: none may need the memory around the file or its front matter. */
export const gateRules: readonly Rule[] = [...placeRules, noTemporaryNote, tableColumns, ...textRules];
