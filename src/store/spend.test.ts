import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RateNews } from "./rate-limit.ts";
import { type CallCost, reserveCall, type Reservation, settleCall, spendSummary } from "./spend.ts";
import { removeFolder } from "../../test/fixtures/remove-folder.ts";

const NOON = new Date("2026-05-04T12:00:00.000Z");
const CAPS = { dailyCalls: 3, dailyTokens: 10_000 };
const NO_NEWS: RateNews = { limits: [] };

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "handoff-spend-"));
});
afterEach(() => removeFolder(home));

const reserve = (now = NOON, tokens = 1_000, account = "anthropic:a"): Promise<Reservation> =>
  reserveCall(home, { account, tokens, caps: CAPS, now });
const settle = (reservation: Reservation, cost: CallCost, news = NO_NEWS, now = NOON): Promise<boolean> =>
  settleCall(home, reservation, cost, news, now);
const later = (ms: number): Date => new Date(NOON.getTime() + ms);
const today = (now = NOON) => spendSummary(home, "anthropic", now);

describe("a day's calls", () => {
  it("count before they are made, and as what they cost afterwards", async () => {
    const reservation = await reserve();
    expect(today()).toMatchObject({ calls: 1, reservedTokens: 1_000, inputTokens: 0 });
    expect(await settle(reservation, { inputTokens: 700, outputTokens: 50 })).toBe(true);
    expect(today()).toMatchObject({ calls: 1, reservedTokens: 0, inputTokens: 700, outputTokens: 50 });
  });

  it("end at the limit of calls, and what was held back is counted", async () => {
    for (let n = 0; n < 3; n += 1) await settle(await reserve(), { inputTokens: 1, outputTokens: 1 });
    await expect(reserve()).rejects.toMatchObject({ code: "provider-daily-cap", detail: { limit: 3 } });
    expect(today()).toMatchObject({ calls: 3, refused: 1 });
  });

  it("end before the limit of tokens would be passed, calls under way included", async () => {
    await reserve(NOON, 6_000);
    await expect(reserve(NOON, 4_001)).rejects.toMatchObject({
      code: "provider-daily-cap",
      detail: { expected: "tokens" },
    });
    await expect(reserve(NOON, 4_000)).resolves.toBeDefined();
  });

  it("stay counted when nobody tells how they ended", async () => {
    for (let n = 0; n < 3; n += 1) await reserve();
    await expect(reserve()).rejects.toMatchObject({ code: "provider-daily-cap" });
  });

  it("are taken off the count when nothing was sent, and cost what was estimated when that is not known", async () => {
    await settle(await reserve(), "unsent");
    expect(today()).toMatchObject({ calls: 0, inputTokens: 0, reservedTokens: 0 });
    await settle(await reserve(), "unknown");
    expect(today()).toMatchObject({ calls: 1, inputTokens: 1_000, reservedTokens: 0 });
  });

  it("of all providers count together", async () => {
    for (const account of ["anthropic:a", "claude-cli", "command"]) await reserve(NOON, 1, account);
    await expect(reserve(NOON, 1, "command")).rejects.toMatchObject({ code: "provider-daily-cap" });
  });

  it("none at a limit of zero", async () => {
    const caps = { dailyCalls: 0, dailyTokens: 10_000 };
    await expect(reserveCall(home, { account: "command", tokens: 1, caps, now: NOON })).rejects.toMatchObject(
      {
        code: "provider-daily-cap",
      },
    );
  });

  it("begin anew at midnight UTC; a call over midnight is settled on its own day", async () => {
    const late = new Date("2026-05-04T23:59:59.900Z");
    const early = new Date("2026-05-05T00:00:00.100Z");
    for (let n = 0; n < 2; n += 1) await reserve(late);
    const last = await reserve(late);
    await expect(reserve(late)).rejects.toMatchObject({ code: "provider-daily-cap" });
    await reserve(early);
    await settle(last, { inputTokens: 10, outputTokens: 5 }, NO_NEWS, early);
    expect(today(late)).toMatchObject({
      date: "2026-05-04",
      calls: 3,
      inputTokens: 10,
      reservedTokens: 2_000,
    });
    expect(today(early)).toMatchObject({ date: "2026-05-05", calls: 1, inputTokens: 0 });
  });
});

describe("the counter's files", () => {
  it("are private, and those of days long gone are deleted", async () => {
    mkdirSync(join(home, "spend"), { recursive: true });
    for (const name of [
      "2026-03-01.json",
      "2026-03-01.broken-1.json",
      "2026-03-06.json",
      "notes.json",
      `.handoff-tmp-${"0".repeat(16)}`,
    ]) {
      writeFileSync(join(home, "spend", name), "{}");
    }
    await reserve();
    expect(readdirSync(join(home, "spend")).toSorted()).toEqual([
      "2026-03-06.json",
      "2026-05-04.json",
      "notes.json",
    ]);
    expect(statSync(join(home, "spend/2026-05-04.json")).mode & 0o777).toBe(0o600);
  });

  it.each(["", "{", '{"version":1}', '{"version":1,"date":"2026-05-04","calls":-1}', "\0\0\0\0"])(
    "that cannot be understood (%j) are kept, counting begins anew and says so",
    async (text) => {
      mkdirSync(join(home, "spend"), { recursive: true });
      writeFileSync(join(home, "spend/2026-05-04.json"), text);
      expect(today()).toMatchObject({ calls: 0, broken: true });
      await reserve();
      expect(today()).toMatchObject({ calls: 1, broken: false, restarts: 1 });
      expect(readFileSync(join(home, "spend/2026-05-04.broken-1.json"), "utf8")).toBe(text);
    },
  );

  it("that cannot be written allow no call", async () => {
    writeFileSync(join(home, "spend"), "a file where the folder belongs");
    await expect(reserve()).rejects.toMatchObject({ code: "home-unwritable" });
  });

  it("that vanish during a call make its end no error", async () => {
    const reservation = await reserve();
    rmSync(join(home, "spend"), { recursive: true });
    expect(await settle(reservation, { inputTokens: 5, outputTokens: 5 })).toBe(true);
    expect(today()).toMatchObject({ calls: 0, inputTokens: 5, reservedTokens: 0 });
  });
});

const limit = (left: number, reset: string | null = later(600_000).toISOString()) => ({
  name: "tokens",
  left,
  reset,
});
const spent = { inputTokens: 1, outputTokens: 1 };
/** Ends one call with what its answer told. */
const told = async (news: RateNews, now = NOON, account = "anthropic:a"): Promise<void> =>
  void (await settle(await reserve(now, 1, account), spent, news, now));

describe("the provider's own limits", () => {
  it("hold calls back from under a quarter left, until they are renewed", async () => {
    await told({ limits: [limit(0.25)] });
    await told({ limits: [limit(0.24), limit(0.9)] });
    await expect(reserve(later(599_000))).rejects.toMatchObject({ code: "provider-rate-limit-near" });
    expect(today(later(599_000)).stop).toEqual({ until: later(600_000), cause: "near" });
    await expect(reserve(later(600_001))).resolves.toBeDefined();
    expect(today().refused).toBe(1);
  });

  it("of one account hold back no other", async () => {
    await told({ limits: [limit(0)] });
    await expect(reserve(NOON, 1, "anthropic:b")).resolves.toBeDefined();
    await expect(reserve(NOON, 1, "claude-cli")).resolves.toBeDefined();
  });

  it("without a known renewal hold for a minute; absurd ones for no longer than a week and a day", async () => {
    await told({ limits: [limit(0.1, null)] });
    expect(today().stop?.until).toEqual(later(60_000));
    await told({ limits: [limit(0.1, "2126-01-01T00:00:00.000Z")] }, NOON, "anthropic:b");
    expect(today().stop?.until).toEqual(later(8 * 86_400_000));
  });

  it("after a refusal hold until the time it names, whatever calls under way still tell", async () => {
    const underWay = await reserve();
    await told({ limits: [], refused: { retryAfterMs: 3_600_000 } });
    await settle(underWay, spent, { limits: [limit(1)] }, later(1_000));
    expect(today().stop).toEqual({ until: later(3_600_000), cause: "limited" });
    await expect(reserve(later(3_599_000))).rejects.toMatchObject({ code: "provider-rate-limit-near" });
  });

  it("after refusals that name no time back off, longer each time, and start anew after a success", async () => {
    const refused = { limits: [], refused: { retryAfterMs: null } };
    const big = { dailyCalls: 100, dailyTokens: 10_000 };
    let now = NOON.getTime();
    const waits: number[] = [];
    for (let n = 0; n < 12; n += 1) {
      const request = { account: "claude-cli", tokens: 1, caps: big, now: new Date(now) };
      await settle(await reserveCall(home, request), spent, refused, new Date(now));
      const until = spendSummary(home, "claude-cli", new Date(now)).stop?.until.getTime() ?? now;
      waits.push((until - now) / 60_000);
      now = until + 1;
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360]);
    const request = { account: "claude-cli", tokens: 1, caps: big, now: new Date(now) };
    await settle(await reserveCall(home, request), spent, NO_NEWS, new Date(now));
    await settle(await reserveCall(home, request), spent, refused, new Date(now));
    const until = spendSummary(home, "claude-cli", new Date(now)).stop?.until.getTime() ?? 0;
    expect(until - now).toBe(60_000);
  });

  it("are forgotten when their file cannot be understood: the next answer tells them again", async () => {
    await told({ limits: [limit(0)] });
    writeFileSync(join(home, "spend/rate-limit.json"), "{");
    await expect(reserve()).resolves.toBeDefined();
  });

  it("hold nobody after the clock jumped back by more than any window lasts", async () => {
    await told({ limits: [], refused: { retryAfterMs: 3_600_000 } });
    await expect(reserve(new Date("2025-01-01T00:00:00.000Z"))).resolves.toBeDefined();
  });
});

const CHILD = `
import { reserveCall } from ${JSON.stringify(join(import.meta.dirname, "spend.ts"))};
let granted = 0;
for (let n = 0; n < 10; n += 1) {
  const caps = { dailyCalls: 50, dailyTokens: 1_000_000 };
  const now = new Date("2026-05-04T12:00:00.000Z");
  try {
    await reserveCall(process.argv[2] ?? "", { account: "command", tokens: 10, caps, now });
    granted += 1;
  } catch (error) {
    if ((error as { code?: string }).code !== "provider-daily-cap") throw error;
  }
}
process.stdout.write(String(granted));
`;

describe("sixteen processes with ten calls each and a limit of fifty", () => {
  it("are granted exactly fifty together", async () => {
    const program = join(home, "child.mjs");
    buildSync({
      stdin: { contents: CHILD, loader: "ts", resolveDir: import.meta.dirname },
      bundle: true,
      platform: "node",
      format: "esm",
      outfile: program,
      logLevel: "error",
    });
    const granted = await Promise.all(
      Array.from({ length: 16 }, async () => {
        const child = spawn(process.execPath, [program, home], { stdio: ["ignore", "pipe", "inherit"] });
        let out = "";
        child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
        await once(child, "close");
        return Number(out);
      }),
    );
    expect(granted.reduce((sum, one) => sum + one, 0)).toBe(50);
    expect(today()).toMatchObject({ calls: 50, refused: 110, reservedTokens: 500 });
  }, 180_000);
});
