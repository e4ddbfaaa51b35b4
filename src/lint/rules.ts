import type { Rule } from "./rule.ts";
import { rule as indexMaxChars } from "./rules/index-max-chars/index.ts";
import { rule as indexPointersOnly } from "./rules/index-pointers-only/index.ts";

/** Every rule, each listed once. */
export const rules: readonly Rule[] = [indexMaxChars, indexPointersOnly];
