import { explainRule } from "../lint/explain.ts";
import { ruleTable } from "../lint/rule-table.ts";
import { rules } from "../lint/rules.ts";
import type { CommandDefinition } from "./command.ts";
import { printJson, say } from "./io.ts";

export const explain: CommandDefinition = {
  name: "explain",
  summary: "show what a lint rule is for, its options, and examples",
  arguments: [["[rule]", "a rule's id (default: list them all)"]],
  options: [],
  examples: ["handoff explain no-code", "handoff explain"],
  // eslint-disable-next-line @typescript-eslint/require-await -- commands are asynchronous
  async run([id], raw, io) {
    if (id === undefined) {
      if (raw.json === true) printJson(io, { rules: rules.map(({ meta }) => meta) });
      else say(io, raw, ruleTable());
      return 0;
    }
    const readme = explainRule(id).trimEnd();
    if (raw.json === true)
      printJson(io, { rule: { ...rules.find(({ meta }) => meta.id === id)?.meta, readme } });
    else say(io, raw, readme);
    return 0;
  },
};
