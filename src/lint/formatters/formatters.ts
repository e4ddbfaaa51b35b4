import { HandoffError } from "../../errors.ts";
import type { Formatter } from "./formatter.ts";
import { github } from "./github.ts";
import { json } from "./json.ts";
import { sarif } from "./sarif.ts";
import { stylish } from "./stylish.ts";

/** Every format of `handoff lint`, the default first. */
export const formatters: readonly Formatter[] = [stylish, json, sarif, github];

/** The formatter with this id; throws `usage` for another. */
export function formatterById(id: string): Formatter {
  const formatter = formatters.find((candidate) => candidate.id === id);
  if (formatter !== undefined) return formatter;
  throw new HandoffError("usage", {
    name: "--format",
    expected: formatters.map((candidate) => candidate.id).join(", "),
  });
}
