import { describe, expect, it } from "vitest";
import { type Counted, type HostEvents, withEvent } from "./events.ts";
import { makeJob } from "./job.fixture.ts";

const none: HostEvents = { version: 1, host: "claude-code", firstAt: "2026-01-01", events: {}, sessions: [] };
const now = new Date("2026-11-24T10:00:00Z");

const count = (known: HostEvents, fate: Counted["fate"], over: Parameters<typeof makeJob>[0]): HostEvents =>
  withEvent(known, { job: makeJob(over), fate, now });

describe("withEvent", () => {
  it("keeps a session captured that ends again with nothing new in it", () => {
    const once = count(none, "captured", { sessionId: "s" });
    const [session] = count(once, "nothing", { sessionId: "s" }).sessions;
    expect(session).toMatchObject({ capturedAt: now.toISOString(), nothing: false });
  });

  it("does not take a covered end for one without content", () => {
    expect(count(none, "covered", { sessionId: "s" }).sessions[0]?.nothing).toBe(false);
  });

  it("remembers the 200 sessions touched last", () => {
    let known = none;
    for (let n = 0; n < 205; n += 1) known = count(known, "captured", { sessionId: `s${n}` });
    known = count(known, "captured", { sessionId: "s6" });
    expect(known.sessions).toHaveLength(200);
    expect(known.sessions.at(-1)?.id).toBe("s6");
    expect(known.sessions[0]?.id).toBe("s5");
  });

  it("counts an event that is told late without making it the newest", () => {
    const newest = count(none, "captured", { at: "2026-11-24T09:00:00.000Z", hookMs: 5 });
    const both = count(newest, "captured", { at: "2026-11-23T09:00:00.000Z", hookMs: 90 });
    expect(both.events["session-end"]).toEqual({
      count: 2,
      lastAt: "2026-11-24T09:00:00.000Z",
      lastHookMs: 5,
      maxHookMs: 90,
    });
  });
});
