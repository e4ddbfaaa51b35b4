import { readFileSync } from "node:fs";
import { type Fields, isFields, type Json } from "./python-text.ts";
import { contentText, fields, string } from "./records.ts";

/** What the host itself wrote at its newest compaction within the first `records` lines, or null where it never did. */
export function hostSummary(file: string, records: number): string | null {
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(0, records);
  let newest: string | null = null;
  for (const line of lines) {
    if (!/"isCompactSummary"|"compact(?:ed|ion)"/u.test(line)) continue;
    const text = summaryIn(parsed(line));
    if (text !== "") newest = text;
  }
  return newest;
}

function parsed(line: string): Fields {
  try {
    const value = JSON.parse(line) as Json;
    return isFields(value) ? value : {};
  } catch {
    return {};
  }
}

function summaryIn(record: Fields): string {
  if (record["isCompactSummary"] === true) return contentText(fields(record["message"])["content"]);
  if (record["type"] === "compaction") return string(record["summary"]);
  return record["type"] === "compacted" ? string(fields(record["payload"])["message"]) : "";
}
