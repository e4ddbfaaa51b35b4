import type { Formatter } from "./formatter.ts";

/** For programs: the result as it is, one document. */
export const json: Formatter = { id: "json", format: (result) => JSON.stringify(result, null, 2) };
