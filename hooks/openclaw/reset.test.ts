import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { event, type Gateway, makeGateway } from "./gateway.fixture.ts";

const KEY = "agent:main:main";
const SESSION = "7d1f6f0e-0000-4000-8000-000000000001";

let gateway: Gateway;
afterEach(() => gateway.remove());

const reset = (more: object = {}) =>
  event("command:new", KEY, {
    agentId: "main",
    sessionEntry: { sessionId: SESSION },
    previousSessionEntry: { sessionId: SESSION },
    commandSource: "webchat",
    workspaceDir: gateway.workspace,
    cfg: {},
    ...more,
  });

/** The shortest of three times: a machine that does other things may hold one of them up. */
async function shortest(work: () => Promise<void>): Promise<number> {
  return Math.min(await timed(work), await timed(work), await timed(work));
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

describe("a reset", () => {
  it("queues the end of the session that was reset, with the workspace as the place of its memory", async () => {
    gateway = makeGateway("");
    gateway.setting({ resetWait: "none" });
    await gateway.send(reset());
    expect(gateway.pending()).toMatchObject([
      {
        host: "openclaw",
        event: "session-end",
        cause: "new",
        at: "2026-11-29T20:54:34.800Z",
        sessionId: SESSION,
        transcript: null,
        cwd: gateway.workspace,
        env: { HANDOFF_OPENCLAW_WORKSPACE: gateway.workspace },
      },
    ]);
  });

  it.each([
    ["command:reset", {}, "reset"],
    ["session:auto-reset", { reason: "idle" }, "idle"],
    ["session:auto-reset", { reason: "daily" }, "daily"],
  ])("says what caused it: %s %j", async (name, context, cause) => {
    gateway = makeGateway("");
    gateway.setting({ resetWait: "none" });
    const sessionEntry = { sessionId: SESSION };
    await gateway.send(event(name, KEY, { sessionEntry, workspaceDir: gateway.workspace, ...context }));
    expect(gateway.pending()).toMatchObject([{ event: "session-end", cause, sessionId: SESSION }]);
  });

  it("is over once the worker has written the handoff", async () => {
    gateway = makeGateway("await sleep(150); for (const name of pending()) finish(name);");
    gateway.setting({ resetWait: "model" });
    expect(await timed(() => gateway.send(reset()))).toBeLessThan(19_000);
    expect(gateway.pending()).toEqual([]);
  });

  it("goes on after two seconds when the worker hangs, and the job is still there", async () => {
    gateway = makeGateway("await sleep(15_000);");
    const ms = await timed(() => gateway.send(reset()));
    expect(ms).toBeGreaterThan(1_900);
    expect(ms).toBeLessThan(12_000);
    expect(gateway.pending()).toHaveLength(1);
  });

  it("does not wait when that is set, and when there is no worker", async () => {
    gateway = makeGateway("await sleep(10_000);");
    gateway.setting({ resetWait: "none" });
    expect(await shortest(() => gateway.send(reset()))).toBeLessThan(1_900);
    gateway.remove();
    gateway = makeGateway(null);
    await gateway.send(reset());
    expect(gateway.pending()).toHaveLength(1);
    expect(await shortest(() => gateway.send(reset()))).toBeLessThan(1_900);
  });

  it("starts no process before it returns when nothing waits: the worker comes after it", async () => {
    gateway = makeGateway("for (const name of pending()) finish(name);");
    gateway.setting({ resetWait: "none" });
    const starts = join(gateway.home, "guard/starts");
    await gateway.send(reset());
    expect(gateway.pending()).toHaveLength(1);
    expect(existsSync(starts)).toBe(false);
    await vi.waitFor(() => expect(gateway.pending()).toEqual([]), { timeout: 30_000 });
  });

  it("does nothing when switched off, in an excluded folder, and for what is no event", async () => {
    gateway = makeGateway("", { HANDOFF_DISABLE: "1" });
    await gateway.send(reset());
    expect(existsSync(join(gateway.home, "queue"))).toBe(false);
    gateway.remove();
    gateway = makeGateway("");
    gateway.setting({ exclude: [gateway.folder] });
    await gateway.send(reset());
    for (const odd of [null, 3, "command:new", {}, { type: "command", action: "new" }, []])
      await gateway.send(odd as object);
    expect(existsSync(join(gateway.home, "queue"))).toBe(false);
  });
});
