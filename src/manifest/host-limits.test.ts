import { describe, expect, it } from "vitest";
import { HOST_LIMITS, sizeIn } from "./host-limits.ts";

describe("sizeIn", () => {
  it.each([
    ["lines", "a\nb\n", 2],
    ["lines", "a\r\nb", 2],
    ["lines", "", 0],
    ["UTF-16 units", "é👍", 3],
    ["code points", "é👍", 2],
    ["bytes", "é👍", 6],
    ["tokens", "12345", 2],
  ] as const)("counts %s of %j as %d", (unit, text, size) => {
    expect(sizeIn(unit, text)).toBe(size);
  });
});

describe("HOST_LIMITS", () => {
  it("knows each host's limit of a file in a unit once", () => {
    const keys = HOST_LIMITS.map((limit) =>
      [limit.host, limit.file, limit.unit, limit.total ?? false].join(),
    );
    expect(new Set(keys).size).toBe(keys.length);
  });
});
