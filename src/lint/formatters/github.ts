import type { LintMessage } from "../rule.ts";
import type { LintResult } from "../run-lint.ts";
import type { Formatter } from "./formatter.ts";

/**
 * Workflow commands of GitHub Actions, which become annotations. Escapes as the runner reads them: `%`, CR and LF
 * everywhere, `:` and `,` in properties too. Columns are given only within one line: across lines they are refused.
 */
export const github: Formatter = { id: "github", format };

function format({ files }: LintResult): string {
  return files.flatMap(({ file, messages }) => messages.map((message) => command(file, message))).join("\n");
}

function command(file: string, message: LintMessage): string {
  const { line, endLine, column, endColumn, rule } = message;
  const columns = line === endLine ? { col: column, endColumn } : {};
  const properties = Object.entries({ file, line, endLine, ...columns, title: rule });
  const list = properties.map(([name, value]) => `${name}=${escapeProperty(String(value))}`).join(",");
  return `::${message.severity === "error" ? "error" : "warning"} ${list}::${escapeData(message.message)}`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
