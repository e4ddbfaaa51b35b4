import docs from "./rule-docs.json" with { type: "json" };
import { ruleById } from "./rule-argument.ts";

const readmes: Readonly<Record<string, string>> = docs;

/** The readme of a rule, as Markdown. Throws `rule-unknown` with the near ones. */
export function explainRule(id: string): string {
  const { meta } = ruleById(id);
  return readmes[meta.id] ?? `# ${meta.id}\n\n${meta.summary}\n`;
}
