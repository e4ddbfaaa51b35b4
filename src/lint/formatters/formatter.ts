import type { LintResult } from "../run-lint.ts";

export interface FormatOptions {
  /** Whether the output may carry colour codes. */
  color: boolean;
  /** Version of this program, for formats that name their tool. */
  version: string;
}

/** One way to write a result; the text has no line end of its own and is empty when there is nothing to say. */
export interface Formatter {
  id: string;
  format: (result: LintResult, options: FormatOptions) => string | Promise<string>;
}
