import { expect, it } from "vitest";
import { isLasting, MAX_ATTEMPTS, nextTry } from "./retry.ts";

it("gives up at once what no waiting heals, and tries again what a person, a disk or a network may lift", () => {
  for (const code of ["transcript-archived", "sqlite-unsupported", "transcript-unrecognised", "job-invalid"])
    expect([code, isLasting(code)]).toEqual([code, true]);
  for (const code of ["settings-invalid", "lock-busy", "memory-unwritable", "provider-unavailable", "ENOSPC"])
    expect([code, isLasting(code)]).toEqual([code, false]);
});

it("waits longer each time, and not after the last attempt", () => {
  const now = new Date("2026-11-30T12:00:00Z");
  const pauses = Array.from({ length: MAX_ATTEMPTS }, (_, at) => nextTry(at + 1, now)?.getTime() ?? null);
  expect(pauses.map((at) => (at === null ? null : (at - now.getTime()) / 1000))).toEqual([
    2,
    10,
    60,
    600,
    null,
  ]);
});
