import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { explainRule } from "./explain.ts";
import { rules } from "./rules.ts";

it("carries the readme of every rule as it stands; `vitest -u` renews it", async () => {
  const readmes = rules.map(({ meta }) => {
    return [meta.id, readFileSync(new URL(`rules/${meta.id}/readme.md`, import.meta.url), "utf8")];
  });
  const fresh = `${JSON.stringify(Object.fromEntries(readmes), null, 2)}\n`;
  await expect(fresh).toMatchFileSnapshot("./rule-docs.json");
});

it("gives the readme of a rule", () => {
  expect(explainRule("no-code")).toMatch(/^# no-code\n/);
});

it("names the near rules for a mistyped one", () => {
  expect(() => explainRule("no-cod")).toThrow("did you mean no-code");
});
