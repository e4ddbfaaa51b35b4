import { expect, it } from "vitest";
import { testedFile } from "./test-file.ts";

it.each([
  ["lock.test.ts", "lock.ts"],
  ["ResultTable.spec.tsx", "ResultTable.tsx"],
  ["overlap_test.go", "overlap.go"],
  ["parser_spec.rb", "parser.rb"],
  ["test_parser.py", "parser.py"],
  ["ParserTest.java", "Parser.java"],
  ["lock.ts", null],
  ["latest.ts", null],
  ["test.ts", null],
  ["Test.java", null],
  ["testing.md", null],
])("%s is a test of %s", (name, file) => {
  expect(testedFile(name)).toBe(file);
});
