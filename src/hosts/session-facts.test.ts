import { expect, it } from "vitest";
import { SessionFacts } from "./session-facts.ts";

it.each([
  ["milliseconds", 1_764_480_000_000],
  ["seconds", 1_764_480_000],
  ["a text", "2025-11-30T05:20:00.000Z"],
])("a record's time may be told in %s", (_how, time) => {
  expect(new SessionFacts(null).note({ time })).toBe("2025-11-30T05:20:00.000Z");
});
