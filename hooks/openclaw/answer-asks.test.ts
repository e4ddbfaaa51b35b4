import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { claimAsk, claimerOf, openAsks, putAsk, readAsk } from "../../src/store/asks.ts";
import { spendSummary } from "../../src/store/spend.ts";
import { withDeadline } from "../../src/summarize/deadline.ts";
import { connectOpenClaw } from "../../src/summarize/openclaw.ts";
import { answerAsks } from "./answer-asks.ts";
import type { Complete } from "./plugin-api.ts";
import { removeFolder } from "../../test/fixtures/remove-folder.ts";

let home: string;
let ends: (() => void)[];
const log: string[] = [];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "handoff-asks-"));
  ends = [];
  log.length = 0;
});
afterEach(() => {
  for (const end of ends) end();
  removeFolder(home);
});

const ANSWER = { text: '{"task":null}', stopReason: "stop", usage: { inputTokens: 70, outputTokens: 9 } };

/** A gateway with the plugin, whose model does this. */
function gateway(complete: Complete): () => void {
  const end = answerAsks({ home, complete, log: (line) => log.push(line) });
  ends.push(end);
  return end;
}

/** What a worker gets of it: the text, or the code; with what was counted. */
async function ask({ model = null, limitMs = 30_000 }: { model?: string | null; limitMs?: number } = {}) {
  const usage = { calls: 0, inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, costUsd: null };
  const caps = { dailyCalls: 5, dailyTokens: 100_000 };
  const spending = { home, account: "openclaw", caps, clock: () => new Date() };
  const request = {
    maxTokens: 100,
    system: ["rules", "kinds"],
    turns: [{ role: "user" as const, text: "record" }],
    schema: {},
  };
  const asked = withDeadline("openclaw", limitMs, undefined, (deadline) =>
    connectOpenClaw({ config: { model }, env: {}, home }).ask(request, { deadline, usage, spending }),
  );
  const text = await asked.catch((error: { code?: string }) => error.code ?? "no code");
  const { calls, inputTokens, outputTokens } = spendSummary(home, "openclaw", new Date());
  return { text, usage, counted: { calls, tokens: inputTokens + outputTokens } };
}

const filesLeft = (): string[] => readdirSync(join(home, "queue/asks"));

describe("a question to the host's model", () => {
  it("is one call of it, with the texts and the model that is set, and leaves no file", async () => {
    const requests: object[] = [];
    gateway(async (request) => {
      requests.push(request);
      return ANSWER;
    });
    expect(await ask({ model: "mock/small" })).toEqual({
      text: ANSWER.text,
      usage: { calls: 1, inputTokens: 70, outputTokens: 9, cacheReadTokens: 0, costUsd: null },
      counted: { calls: 1, tokens: 79 },
    });
    const said = ["system rules", "system kinds", "user record"].map((one) => {
      const [role = "", content = ""] = one.split(" ");
      return { role, content };
    });
    expect(requests).toEqual([
      expect.objectContaining({ messages: said, maxTokens: 100, model: "mock/small" }),
    ]);
    expect(filesLeft()).toEqual([]);
  });

  it("names no model where none is set: the host's own is asked", async () => {
    const requests: object[] = [];
    gateway(async (request) => {
      requests.push(request);
      return ANSWER;
    });
    await ask();
    expect(requests[0]).not.toHaveProperty("model");
  });

  it("is answered once, however many gateways look", async () => {
    let calls = 0;
    const count: Complete = async () => {
      calls += 1;
      return ANSWER;
    };
    for (let n = 0; n < 4; n += 1) gateway(count);
    expect((await ask()).text).toBe(ANSWER.text);
    expect(calls).toBe(1);
  });

  it("is taken back where no gateway runs, counts nothing, and is not answered later", async () => {
    expect(await ask()).toMatchObject({
      text: "provider-unavailable",
      usage: { calls: 0 },
      counted: { calls: 0, tokens: 0 },
    });
    expect(filesLeft()).toEqual([]);
  });

  const FAILURES: readonly (readonly [string, Complete, string, number])[] = [
    ["a model that is not allowed", refusal("LLM_COMPLETION_NOT_AUTHORIZED"), "provider-model-refused", 0],
    ["a call that failed", refusal("LLM_COMPLETION_FAILED"), "provider-unavailable", 1],
    ["an error without a code", refusal(undefined), "provider-unavailable", 1],
    ["an answer that was cut", async () => ({ ...ANSWER, stopReason: "length" }), "provider-truncated", 1],
    ["an answer that broke off", async () => ({ ...ANSWER, stopReason: "error" }), "provider-unavailable", 1],
    ["something that is no answer", async () => ({ said: 1 }), "provider-invalid-answer", 1],
    ["nothing at all", async () => undefined, "provider-invalid-answer", 1],
  ];
  it.each(FAILURES)("fails by our code after %s", async (_what, complete, code, calls) => {
    gateway(complete);
    expect(await ask()).toMatchObject({ text: code, usage: { calls }, counted: { calls } });
    expect(filesLeft()).toEqual([]);
  });

  it("ends with the deadline, also for a model that does not obey it, and counts what was reserved", async () => {
    gateway(() => new Promise(() => {}));
    const { text, counted } = await ask({ limitMs: 4_000 });
    expect(text).toBe("provider-timeout");
    expect(counted.calls).toBe(1);
    expect(counted.tokens).toBeGreaterThan(100);
    expect(filesLeft()).toEqual([]);
  });

  it("ends at once when the gateway stops", async () => {
    let end = (): void => {};
    end = gateway(({ signal }) => {
      setTimeout(end, 50);
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("stopped"))));
    });
    const begun = performance.now();
    expect((await ask()).text).toBe("provider-unavailable");
    expect(performance.now() - begun).toBeLessThan(20_000);
  });

  it("ends when the gateway was killed: a process that is gone gives no answer", async () => {
    const watch = setInterval(() => {
      const [id] = openAsks(home);
      if (id === undefined || !claimAsk(home, id)) return;
      const gone = { ...claimerOf(home, id), pid: 2 ** 22 + 1 };
      writeFileSync(join(home, "queue/asks", `${id}.claim`), JSON.stringify(gone));
    }, 20);
    ends.push(() => clearInterval(watch));
    expect((await ask()).text).toBe("provider-unavailable");
  });
});

it("a question of another version is nobody's", () => {
  const id = putAsk(home, { version: 1, until: "", model: null, maxTokens: 1, system: [], turns: [] });
  writeFileSync(join(home, "queue/asks", `${id}.json`), '{"version":2}');
  expect(readAsk(home, id)).toBeNull();
});

function refusal(code: string | undefined): Complete {
  return async () => {
    throw Object.assign(new Error("words of the host"), { code });
  };
}
