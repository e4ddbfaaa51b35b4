import { describe, expect, it } from "vitest";
import { costClause } from "./spend-line.ts";

describe("an estimate in dollars", () => {
  it.each<[number | null, string]>([
    [null, ""],
    [0, ", about $0.00"],
    [0.00001, ", less than $0.0001"],
    [0.0002725, ", about $0.00027"],
    [0.0123, ", about $0.012"],
    [0.1, ", about $0.10"],
    [12.345, ", about $12.35"],
  ])("of %s reads %s", (dollars, text) => {
    expect(costClause(dollars)).toBe(text);
  });
});
