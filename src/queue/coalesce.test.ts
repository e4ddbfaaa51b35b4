import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { coalesce, lastAnswerOf } from "./coalesce.ts";
import { JOB_EVENTS } from "./job.ts";
import { makeJob } from "./job.fixture.ts";

const ids = (groups: ReturnType<typeof coalesce>): string[][] =>
  groups.map(({ lead, covered }) => [lead.id, ...covered.map((job) => job.id)]);

describe("coalesce", () => {
  it("folds the stops of a session, and an earlier capture, into its end", () => {
    const sessionId = "s";
    const jobs = (["stop", "pre-compact", "stop", "session-end"] as const).map((event) =>
      makeJob({ event, sessionId }),
    );
    const [stop, compact, second, end] = jobs.map((job) => job.id);
    expect(ids(coalesce(jobs))).toEqual([[end, stop, compact, second]]);
  });

  it("never lets a stop stand for the capture before it", () => {
    const jobs = (["session-end", "stop"] as const).map((event) => makeJob({ event, sessionId: "s" }));
    expect(ids(coalesce(jobs))).toEqual(jobs.map((job) => [job.id]));
  });

  it("keeps ends apart where one session of the host holds several windows", () => {
    const events = ["stop", "session-end", "pre-compact", "session-end", "catch-up", "stop"] as const;
    const jobs = events.map((event) => makeJob({ event, sessionId: "s", host: "openclaw" }));
    const [stop, end, compact, second, found, last] = jobs.map((job) => job.id);
    expect(ids(coalesce(jobs))).toEqual([[end], [second], [found, compact], [last, stop]]);
  });

  it("keeps sessions and hosts apart", () => {
    const jobs = [
      makeJob({ sessionId: "a" }),
      makeJob({ sessionId: "b" }),
      makeJob({ sessionId: "a", host: "codex" }),
    ];
    expect(coalesce(jobs)).toHaveLength(3);
  });

  it("never folds jobs without a session id", () => {
    expect(coalesce([makeJob({ sessionId: null }), makeJob({ sessionId: null })])).toHaveLength(2);
  });

  it("folds starts by folder, whatever their session", () => {
    const starts = ["a", "b"].map((sessionId) => makeJob({ event: "session-start", sessionId, cwd: "/x" }));
    const other = makeJob({ event: "session-start", sessionId: "a", cwd: "/y" });
    const end = makeJob({ sessionId: "a", cwd: "/x" });
    expect(ids(coalesce([...starts, other, end]))).toEqual([
      [starts[1]?.id, starts[0]?.id],
      [other.id],
      [end.id],
    ]);
  });

  it("hands the newest last answer of the covered stops to the capture", () => {
    const jobs = [
      makeJob({ event: "stop", sessionId: "s", lastAnswer: "first" }),
      makeJob({ event: "stop", sessionId: "s", lastAnswer: "second" }),
      makeJob({ event: "stop", sessionId: "s", lastAnswer: null }),
      makeJob({ sessionId: "s" }),
    ];
    const [group] = coalesce(jobs);
    expect(group && lastAnswerOf(group)).toBe("second");
  });

  it("accounts for every job once, each covered one older than its lead and of the same session", () => {
    const job = fc.record({
      event: fc.constantFrom(...JOB_EVENTS),
      sessionId: fc.constantFrom("a", "b", null),
      cwd: fc.constantFrom("/x", "/y"),
    });
    fc.assert(
      fc.property(fc.array(job, { maxLength: 12 }), (drafts) => {
        const jobs = drafts.map((draft) => makeJob(draft));
        const groups = coalesce(jobs.toReversed());
        expect(ids(groups).flat().toSorted()).toEqual(jobs.map(({ id }) => id));
        for (const { lead, covered } of groups) {
          for (const older of covered) {
            expect(older.id < lead.id).toBe(true);
            if (lead.event === "session-start") expect(older.cwd).toBe(lead.cwd);
            else expect(older.sessionId).toBe(lead.sessionId);
          }
        }
      }),
    );
  });
});
