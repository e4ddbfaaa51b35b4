import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { acquireLock, type Lock, sweepClaims } from "./lock.ts";
import { ownIdentity } from "./process-identity.ts";
import { unobserved } from "./steps.ts";
import { removeFolder } from "../../test/fixtures/remove-folder.ts";

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "handoff-lock-"));
  path = join(folder, "state/lock");
});
afterEach(() => {
  vi.useRealTimers();
  removeFolder(folder);
});

const take = (waitMs = 0): Promise<Lock> => acquireLock(path, { waitMs, step: unobserved, name: "lock" });

/** A lock file as another process would have left it, `ageMs` ago. */
async function leave(holder: Record<string, unknown>, ageMs = 0): Promise<void> {
  (await take()).release();
  writeFileSync(path, JSON.stringify({ token: "f".repeat(24), ...ownIdentity(), at: "", ...holder }));
  const time = (Date.now() - ageMs) / 1_000;
  utimesSync(path, time, time);
}

function deadPid(): number {
  return spawnSync(process.execPath, ["-e", "0"]).pid;
}

describe("acquireLock", () => {
  it("creates the folder, holds, and leaves nothing after release", async () => {
    const lock = await take();
    expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ pid: process.pid });
    lock.release();
    expect(readdirSync(join(folder, "state"))).toEqual([]);
  });

  it("waits for a live holder, then says that it is busy", async () => {
    const lock = await take();
    const began = performance.now();
    await expect(take(60)).rejects.toMatchObject({ code: "lock-busy", detail: { limit: 60 } });
    expect(performance.now() - began).toBeGreaterThanOrEqual(60);
    lock.release();
  });

  it("never takes it from a live process of this host, however old it is", async () => {
    const lock = await take();
    utimesSync(path, 1, 1);
    await expect(take(20)).rejects.toMatchObject({ code: "lock-busy" });
    lock.release();
  });

  it("gets it as soon as the holder releases", async () => {
    const lock = await take();
    const waiting = take(60_000);
    await sleep(20);
    lock.release();
    (await waiting).release();
  });

  it("takes over from a process that has ended", async () => {
    await leave({ pid: deadPid() });
    (await take()).release();
  });

  it.skipIf(ownIdentity().start === null)(
    "takes over from a pid that is another process by now",
    async () => {
      await leave({ start: "1" });
      (await take()).release();
    },
  );

  it("takes over from before a reboot", async () => {
    await leave({ boot: "another" });
    (await take()).release();
  });

  it("leaves a fresh lock of another host alone, and takes over an old one", async () => {
    await leave({ host: "elsewhere", pid: deadPid() });
    await expect(take()).rejects.toMatchObject({ code: "lock-busy" });
    utimesSync(path, 1, 1);
    (await take()).release();
  });

  it("takes over a lock that was never filled, but not one that is being filled", async () => {
    (await take()).release();
    writeFileSync(path, "");
    await expect(take()).rejects.toMatchObject({ code: "lock-busy" });
    (await take(60_000)).release();
  });

  it("is not misled by a wall clock that was set back", async () => {
    await leave({ pid: deadPid() }, -86_400_000);
    (await take()).release();
    const lock = await take();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 86_400_000 });
    await expect(take(30)).rejects.toMatchObject({ code: "lock-busy" });
    lock.assertHeld();
    lock.release();
    expect(existsSync(path)).toBe(false);
  });

  it("does not release, and does not go on with, a lock that someone else took over", async () => {
    const lock = await take();
    writeFileSync(path, JSON.stringify({ token: "e".repeat(24), ...ownIdentity(), at: "" }));
    expect(() => lock.assertHeld()).toThrow(expect.objectContaining({ code: "lock-busy" }));
    lock.release();
    expect(existsSync(path)).toBe(true);
  });

  it("lets one of many takers have a stale lock at a time", async () => {
    const pid = deadPid();
    let holders = 0;
    for (let round = 0; round < 10; round += 1) {
      await leave({ pid, token: String(round) });
      const takers = Array.from({ length: 6 }, async () => {
        const lock = await take(60_000);
        holders += 1;
        expect(holders).toBe(1);
        await sleep(1);
        lock.assertHeld();
        holders -= 1;
        lock.release();
      });
      await Promise.all(takers);
    }
    expect(readdirSync(join(folder, "state"))).toEqual([]);
  });

  it("takes over from takers that ended one after the other, and sweeps their claims", async () => {
    await leave({ pid: deadPid() });
    const dead = { ...ownIdentity(), pid: deadPid(), at: "" };
    for (let taker = 0; taker < 15; taker += 1) {
      const killed = (step: string): void => {
        if (step === "lock-takeover") throw new Error("killed");
      };
      await expect(acquireLock(path, { waitMs: 0, step: killed, name: "lock" })).rejects.toThrow("killed");
      writeFileSync(
        join(folder, `state/lock.${String(taker).padStart(24, "0")}`),
        JSON.stringify({ token: "a", ...dead }),
      );
    }
    const lock = await take(60_000);
    sweepClaims(path, unobserved);
    lock.release();
    expect(readdirSync(join(folder, "state"))).toEqual([]);
  });
});
