import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ruleTable } from "./rule-table.ts";
import { rules } from "./rules.ts";

it("README lists every rule as its meta object says", () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  const block = /<!-- rules:begin -->\n([\s\S]*?)\n<!-- rules:end -->/.exec(readme)?.[1];
  expect(block).toBe(ruleTable());
});

it("has a row a rule", () => {
  expect(ruleTable().split("\n")).toHaveLength(rules.length + 2);
});
