import { createRequire } from "node:module";
import Ajv from "ajv";
import { describe, expect, it } from "vitest";
import type { LintMessage } from "../rule.ts";
import { lintResult, type LintResult } from "../run-lint.ts";
import { formatterById, formatters } from "./formatters.ts";

const message = (change: Partial<LintMessage> = {}): LintMessage => ({
  rule: "no-code",
  id: "block",
  severity: "error",
  line: 3,
  column: 1,
  endLine: 5,
  endColumn: 4,
  message: "1 line of code at 3:1; move it",
  fixable: true,
  url: "https://example.org/no-code",
  ...change,
});

const warning = message({
  rule: "index-max-chars",
  severity: "warn",
  line: 12,
  endLine: 12,
  column: 4,
  endColumn: 9,
  message: "95 % full, says\nthe rule",
  fixable: false,
});

const result = lintResult([
  { file: "memory/clean.md", messages: [] },
  { file: "my notes/MEMORY, old.md", messages: [message(), warning] },
]);

const format = async (id: string, given: LintResult = result, color = false): Promise<string> =>
  formatterById(id).format(given, { color, version: "1.2.3" });

it("counts errors and warnings", () => {
  expect([result.errors, result.warnings]).toEqual([1, 1]);
});

it("names the formats when another is asked for", () => {
  expect(() => formatterById("xml")).toThrow("expected stylish, json, sarif, github");
});

it.each(formatters.filter(({ id }) => id === "stylish" || id === "github").map(({ id }) => id))(
  "%s says nothing about clean files",
  async (id) => {
    expect(await format(id, lintResult([{ file: "a.md", messages: [] }]))).toBe("");
  },
);

describe("stylish", () => {
  it("groups findings by file and counts them", async () => {
    expect(await format("stylish")).toBe(
      [
        "my notes/MEMORY, old.md",
        "   3:1  error  1 line of code at 3:1; move it  no-code",
        "  12:4  warn   95 % full, says\nthe rule  index-max-chars",
        "",
        "2 problems (1 error, 1 warning)",
      ].join("\n"),
    );
  });

  it("colours only on request", async () => {
    expect(await format("stylish", result, true)).toContain("\u001B[31merror\u001B[0m");
    expect(await format("stylish")).not.toContain("\u001B");
  });

  it("lets no path steer the terminal", async () => {
    const hostile = lintResult([{ file: "a\u001B[2J\u0001.md", messages: [message()] }]);
    expect((await format("stylish", hostile)).split("\n")[0]).toBe("a?.md");
  });
});

it("json is the result as the command's contract names it", async () => {
  const parsed: unknown = JSON.parse(await format("json"));
  expect(parsed).toEqual(result);
  expect(Object.keys(result).sort()).toEqual(["errors", "files", "warnings"]);
});

it("github gives one escaped command a finding, with columns only within a line", async () => {
  expect((await format("github")).split("\n")).toEqual([
    "::error file=my notes/MEMORY%2C old.md,line=3,endLine=5,title=no-code::1 line of code at 3:1; move it",
    "::warning file=my notes/MEMORY%2C old.md,line=12,endLine=12,col=4,endColumn=9,title=index-max-chars::95 %25 full, says%0Athe rule",
  ]);
});

describe("sarif", () => {
  const require = createRequire(import.meta.url);
  const ajv = new Ajv({ schemaId: "auto", validateSchema: false });
  ajv.addMetaSchema(require("ajv/lib/refs/json-schema-draft-04.json"));
  const isValid = ajv.compile(require("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"));

  it("is valid SARIF 2.1.0, with findings and without", async () => {
    for (const given of [result, lintResult([])]) {
      isValid(JSON.parse(await format("sarif", given)));
      expect(isValid.errors).toBeNull();
    }
    expect(isValid({ version: "2.1.0" })).toBe(false);
  });

  it("keeps rule, level, place and the file as a URI", async () => {
    const log = JSON.parse(await format("sarif")) as { runs: [{ results: object[]; tool: object }] };
    expect(log.runs[0].tool).toMatchObject({ driver: { name: "handoff", version: "1.2.3" } });
    expect(log.runs[0].results).toMatchObject([
      {
        ruleId: "no-code",
        level: "error",
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: "my%20notes/MEMORY%2C%20old.md" },
              region: { startLine: 3, startColumn: 1, endLine: 5, endColumn: 4 },
            },
          },
        ],
      },
      { ruleId: "index-max-chars", level: "warning" },
    ]);
  });
});
