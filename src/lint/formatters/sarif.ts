import type { Formatter } from "./formatter.ts";

/** SARIF 2.1.0, for code scanning. Columns are UTF-16 units; the end column is the one behind the last character. */
export const sarif: Formatter = {
  id: "sarif",
  // Loaded on demand: the other commands never need it. The library itself is CommonJS, whose names a bundle gives to
  // static imports only.
  format: async (result, options) => (await import("./sarif-log.ts")).sarifLog(result, options),
};
