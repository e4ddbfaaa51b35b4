import { SarifBuilder, SarifResultBuilder, SarifRuleBuilder, SarifRunBuilder } from "node-sarif-builder";
import { ruleUrl } from "../rule-url.ts";
import type { LintMessage } from "../rule.ts";
import { rules } from "../rules.ts";
import type { LintResult } from "../run-lint.ts";
import type { FormatOptions } from "./formatter.ts";

/** The SARIF log of a lint run, as JSON text. */
export function sarifLog({ files }: LintResult, { version }: FormatOptions): string {
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
