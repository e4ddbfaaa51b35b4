import type { Rule } from "./rule.ts";
import { rules } from "./rules.ts";

const LOOKS_AT: Readonly<Record<Rule["meta"]["target"], string>> = {
  index: "index",
  "index-pages": "index, sub-indexes",
  memory: "every file",
};

/** Every rule with its default, as a Markdown table: for the README and `handoff explain`. */
export function ruleTable(): string {
  const head = ["| rule | looks at | default | says |", "| --- | --- | --- | --- |"];
  const rows = rules.map(({ meta }) => {
    const options = Object.entries(meta.options).map(([name, value]) => `${name}=${String(value)}`);
    const setting = [meta.severity, ...options].join(", ");
    return `| \`${meta.id}\` | ${LOOKS_AT[meta.target]} | ${setting} | ${meta.summary} |`;
  });
  return [...head, ...rows].join("\n");
}
