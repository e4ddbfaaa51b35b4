import { HandoffError } from "../errors.ts";
import { nearNames } from "./near.ts";
import type { RuleOverride } from "./rule-defaults.ts";
import type { OptionValue, Rule } from "./rule.ts";
import { rules } from "./rules.ts";

const SEVERITIES = ["off", "warn", "error"] as const;

/**
 * Reads `ID=off|warn|error[,option=value]…`, the value of `--rule`. Throws `rule-unknown` for a rule that does not
 * exist and `rule-option` for a wrong severity, option or value; both name what is near.
 */
export function parseRuleArgument(argument: string): RuleOverride {
  const [head = "", ...pairs] = argument.split(",");
  const equals = head.indexOf("=");
  const id = (equals === -1 ? head : head.slice(0, equals)).trim();
  const rule = ruleById(id);
  const word = equals === -1 ? "" : head.slice(equals + 1).trim();
  const severity = SEVERITIES.find((known) => known === word);
  if (severity === undefined) {
    throw new HandoffError("rule-option", { name: id, expected: `${id}=off, ${id}=warn or ${id}=error` });
  }
  return { rule: id, severity, options: Object.fromEntries(pairs.map((pair) => readOption(rule, pair))) };
}

/** The rule with this id; throws `rule-unknown` with the near ones. */
export function ruleById(id: string): Rule {
  const rule = rules.find((candidate) => candidate.meta.id === id);
  if (rule !== undefined) return rule;
  const known = rules.map((candidate) => candidate.meta.id);
  const near = nearNames(id, known);
  throw new HandoffError("rule-unknown", {
    name: /^[\w-]{1,60}$/.test(id) ? id : "name",
    expected: near.length > 0 ? `did you mean ${near.join(" or ")}?` : `expected one of ${known.join(", ")}`,
  });
}

function readOption(rule: Rule, pair: string): [string, OptionValue] {
  const equals = pair.indexOf("=");
  const name = (equals === -1 ? pair : pair.slice(0, equals)).trim();
  const value = equals === -1 ? "" : pair.slice(equals + 1).trim();
  const initial = Object.hasOwn(rule.meta.options, name) ? rule.meta.options[name] : undefined;
  if (initial === undefined) {
    const names = Object.keys(rule.meta.options);
    const near = nearNames(name, names);
    const listed = (near.length > 0 ? near : names).join(" or ");
    throw optionError(rule, names.length === 0 ? "no option" : `option ${listed}`);
  }
  return [name, optionValue(rule, name, initial, value)];
}

function optionValue(rule: Rule, name: string, initial: OptionValue, value: string): OptionValue {
  const choices = rule.meta.choices?.[name];
  if (choices !== undefined) {
    if (!choices.includes(value)) throw optionError(rule, `${name}=${choices.join(` or ${name}=`)}`);
    return value;
  }
  if (typeof initial === "string") return value;
  if (typeof initial === "boolean") {
    if (value !== "true" && value !== "false") throw optionError(rule, `${name}=true or ${name}=false`);
    return value === "true";
  }
  if (!/^[1-9]\d{0,8}$/.test(value)) throw optionError(rule, `${name}=<whole number from 1>`);
  return Number(value);
}

function optionError(rule: Rule, expected: string): HandoffError {
  return new HandoffError("rule-option", { name: rule.meta.id, expected });
}
