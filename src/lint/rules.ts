import { placeRules } from "./place-rules.ts";
import type { Rule } from "./rule.ts";
import { rule as controlComment } from "./rules/control-comment/index.ts";
import { rule as hostLimit } from "./rules/host-limit/index.ts";
import { rule as manifestRoute } from "./rules/manifest-route/index.ts";
import { rule as noConflictMarker } from "./rules/no-conflict-marker/index.ts";
import { rule as noDuplicateFact } from "./rules/no-duplicate-fact/index.ts";
import { rule as noInstruction } from "./rules/no-instruction/index.ts";
import { rule as noInvisibleCharacter } from "./rules/no-invisible-character/index.ts";
import { rule as noOrphanTopic } from "./rules/no-orphan-topic/index.ts";
import { rule as noRedactionMask } from "./rules/no-redaction-mask/index.ts";
import { rule as noSecret } from "./rules/no-secret/index.ts";
import { rule as noShrink } from "./rules/no-shrink/index.ts";
import { rule as noTemporaryNote } from "./rules/no-temporary-note/index.ts";
import { rule as pointerResolves } from "./rules/pointer-resolves/index.ts";
import { rule as statusFromTopic } from "./rules/status-from-topic/index.ts";
import { rule as tableColumns } from "./rules/table-columns/index.ts";
import { rule as topicMaxChars } from "./rules/topic-max-chars/index.ts";
import { rule as topicShape } from "./rules/topic-shape/index.ts";
import { rule as topicStale } from "./rules/topic-stale/index.ts";

/** Every rule, each listed once: those about the index, then those about all files. */
export const rules: readonly Rule[] = [
  ...placeRules,
  noTemporaryNote,
  pointerResolves,
  tableColumns,
  statusFromTopic,
  hostLimit,
  noOrphanTopic,
  noDuplicateFact,
  noSecret,
  noRedactionMask,
  noInvisibleCharacter,
  noInstruction,
  topicMaxChars,
  topicShape,
  topicStale,
  manifestRoute,
  noConflictMarker,
  noShrink,
  controlComment,
];
