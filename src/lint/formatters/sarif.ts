import { ruleUrl } from "../rule-url.ts";
import type { LintMessage } from "../rule.ts";
import { rules } from "../rules.ts";
import type { LintResult } from "../run-lint.ts";
import type { FormatOptions, Formatter } from "./formatter.ts";

/** SARIF 2.1.0, for code scanning. Columns are UTF-16 units; the end column is the one behind the last character. */
export const sarif: Formatter = { id: "sarif", format };

async function format({ files }: LintResult, { version }: FormatOptions): Promise<string> {
  // Loaded on demand: the other commands never need it.
  const { SarifBuilder, SarifResultBuilder, SarifRuleBuilder, SarifRunBuilder } =
    await import("node-sarif-builder");
  const run = new SarifRunBuilder({ columnKind: "utf16CodeUnits" });
  run.initSimple({ toolDriverName: "handoff", toolDriverVersion: version, url: ruleUrl("") });
  for (const { meta } of rules) {
    const rule = new SarifRuleBuilder({ defaultConfiguration: { level: levelOf(meta.severity) } });
    run.addRule(
      rule.initSimple({
        ruleId: meta.id,
        shortDescriptionText: meta.summary,
        helpUri: ruleUrl(meta.id),
      }),
    );
  }
  for (const { file, messages } of files) {
    for (const message of messages) {
      run.addResult(new SarifResultBuilder().initSimple(resultOf(file, message)));
    }
  }
  const log = new SarifBuilder({ $schema: "https://json.schemastore.org/sarif-2.1.0.json" });
  log.addRun(run);
  return log.buildSarifJsonString({ indent: true });
}

function resultOf(file: string, message: LintMessage) {
  return {
    ruleId: message.rule,
    level: levelOf(message.severity),
    messageText: message.message,
    fileUri: file.split("/").map(encodeURIComponent).join("/"),
    startLine: message.line,
    startColumn: message.column,
    endLine: message.endLine,
    endColumn: message.endColumn,
  };
}

function levelOf(severity: LintMessage["severity"]): "error" | "warning" {
  return severity === "error" ? "error" : "warning";
}
