import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { answers, type MessagesApi, startMessagesApi } from "../fixtures/messages-api/server.ts";
import { type Ran, run, SAMPLE, type Sandbox, sandbox } from "../fixtures/run-cli.ts";
import { removeFolder } from "../fixtures/remove-folder.ts";

const EMPTY = { done: [], next: [], openQuestions: [], findings: [], decisions: [], updates: [] };

let box: Sandbox;
let api: MessagesApi;
beforeEach(async () => {
  box = sandbox("spending");
  api = await startMessagesApi(answers(JSON.stringify(EMPTY)));
  box.env["ANTHROPIC_API_KEY"] = "a-key-of-the-environment";
  box.env["ANTHROPIC_BASE_URL"] = api.url;
});
afterEach(async () => {
  await api.close();
  removeFolder(box.folder);
});

const capture = (...more: string[]): Promise<Ran> =>
  run(box, ["capture", "--host", "claude-code", "--transcript", SAMPLE, "--memory", box.memory, ...more]);
const config = (...args: string[]): Promise<Ran> => run(box, ["config", ...args]);
const setting = async (key: string): Promise<Record<string, unknown>> => {
  const { out } = await config(key, "--json");
  const { settings } = JSON.parse(out) as { settings: Record<string, unknown>[] };
  return settings[0] ?? {};
};

describe("consent", () => {
  test("a key in the environment is none: no model is called", async () => {
    expect((await capture()).code).toBe(0);
    expect(api.requests).toHaveLength(0);
    expect(readdirSync(join(box.folder, "state"))).not.toContain("spend");
  });

  test("the choice of a provider is one", async () => {
    expect((await config("provider", "anthropic")).code).toBe(0);
    expect((await capture()).code).toBe(0);
    expect(api.requests).toHaveLength(1);
    expect(api.requests[0]?.headers["x-api-key"]).toBe("a-key-of-the-environment");
  });
});

describe("a limit that is reached", () => {
  test("gives the extractive result, one clear sentence, and the code in the receipt", async () => {
    await config("provider", "anthropic");
    await config("dailyCalls", "0");
    const { code, out } = await capture();
    expect(code).toBe(0);
    expect(out).toContain(
      "today's limit of model calls or tokens is reached (provider-daily-cap): nothing was sent to anthropic, the extractive result was used",
    );
    expect(api.requests).toHaveLength(0);
    const log = await run(box, ["log", "--memory", box.memory, "--json"]);
    const { receipts, spend } = JSON.parse(log.out) as {
      receipts: Record<string, unknown>[];
      spend: unknown;
    };
    expect(receipts[0]).toMatchObject({
      provider: "extractive",
      fallback: { from: "anthropic", code: "provider-daily-cap" },
      usage: null,
    });
    expect(spend).toMatchObject({
      calls: 0,
      refused: 1,
      dailyCalls: 0,
      dailyTokens: 500_000,
      provider: "anthropic",
    });
  });

  test("log shows tokens and money of each receipt, and today's counter against the limits", async () => {
    await config("provider", "anthropic");
    await capture();
    const { out } = await run(box, ["log", "--memory", box.memory]);
    expect(out).toContain(
      "1 model call: 1000 tokens in, 2000 from the provider's cache, 300 out, about $0.00027",
    );
    expect(out).toContain("model calls today (UTC): 1 of 100; tokens 3,300 of 500,000, about $0.00027\n");
  });

  test("the money is that of the user's own prices, and unknown for a model that nobody prices", async () => {
    await config("provider", "anthropic");
    await config("model", "qwen3:8b");
    await capture();
    const unknown = await run(box, ["log", "--memory", box.memory, "--json"]);
    expect(JSON.parse(unknown.out)).toMatchObject({
      total: { calls: 1, costUsd: null },
      spend: { costUsd: 0 },
    });
    await config("price", "[1, 10]");
    await run(box, ["undo", "--memory", box.memory]);
    await capture();
    const { out } = await run(box, ["log", "--memory", box.memory, "--json"]);
    // 3,000 tokens in at 1 dollar and 300 out at 10 dollars a million; the first call had no price
    expect(JSON.parse(out)).toMatchObject({ total: { calls: 2, costUsd: 0.006 }, spend: { costUsd: 0.006 } });
    const shown = await run(box, ["log", "--memory", box.memory]);
    expect(shown.out).toContain("these 2 together: 2 model calls: 2000 tokens in");
  });

  test("log of someone without a model says nothing of it, and a config that is not valid hides no receipt", async () => {
    await capture();
    const quiet = await run(box, ["log", "--memory", box.memory]);
    expect(quiet.out).not.toContain("model calls");
    await config("provider", "anthropic");
    rmSync(join(box.folder, "state/config.json"));
    writeFileSync(join(box.folder, "state/config.json"), "{");
    const { code, out } = await run(box, ["log", "--memory", box.memory]);
    expect(code).toBe(0);
    expect(out).toContain("capture");
  });
});

describe("handoff config", () => {
  test("shows every setting with value, source, default and meaning", async () => {
    await config("dailyTokens", "250000");
    const { out, code } = await config();
    expect(code).toBe(0);
    expect(out).toContain("provider = extractive  (default)\n  who summarizes");
    expect(out).toContain("dailyTokens = 250000  (config, default 500000)");
    expect(out).toContain("exclude = []  (default)");
    expect(out).toContain(`baseURL = ${api.url}  (from ANTHROPIC_BASE_URL, default null)`);
  });

  test("never prints a key, neither the config's nor the environment's", async () => {
    const set = await config("apiKey", "a-secret-key");
    const all = await config();
    const json = await config("--json");
    expect(set.out).toContain("apiKey = set  (config");
    expect(set.out + all.out + json.out).not.toMatch(/a-secret-key|a-key-of/);
    await config("--unset", "apiKey");
    expect(await setting("apiKey")).toMatchObject({ value: "set", source: "environment", default: null });
  });

  test("prints an address without the login in it", async () => {
    await config("baseURL", "https://kim:hunter2@gateway.example/v1");
    const { out } = await config("baseURL");
    expect(out).toContain("https://gateway.example/v1");
    expect(out).not.toContain("hunter2");
  });

  test("sets lists from words and from JSON, and texts that look like JSON", async () => {
    await config("exclude", "/srv/a", "/srv/b c");
    expect(await setting("exclude")).toMatchObject({ value: ["/srv/a", "/srv/b c"], source: "config" });
    await config("exclude", "/srv/a");
    expect(await setting("exclude")).toMatchObject({ value: ["/srv/a"] });
    await config("command", '["node", "x.mjs", "-q"]');
    expect(await setting("command")).toMatchObject({ value: ["node", "x.mjs", "-q"] });
    await config("model", "5");
    expect(await setting("model")).toMatchObject({ value: "5" });
    await config("capture", "false");
    expect(await setting("capture")).toMatchObject({ value: false });
    await config("model", "null");
    expect(await setting("model")).toMatchObject({ value: null });
  });

  test("takes a setting back, or a misspelt key out", async () => {
    await config("provider", "command");
    const { code, out } = await config("--unset", "provider");
    expect([code, out]).toEqual([0, expect.stringContaining("provider = extractive  (default)")]);
    const absent = await config("--unset", "nothing");
    expect(absent.code).toBe(2);
  });

  test.each([
    [["dailyCalls", "SECRET"], "dailyCalls is not valid; expected a whole number"],
    [
      ["provider", "SECRET"],
      "provider is not valid; expected extractive, anthropic, claude-cli, openclaw or command",
    ],
    [["exclude", "SECRET"], "exclude is not valid; expected a list of absolute folders"],
    [["SECRET"], "config: expected one of provider, model"],
    [["SECRET", "SECRET"], "config: expected one of provider, model"],
    [["provider", "--unset", "SECRET"], "config: expected either --unset KEY or KEY VALUE"],
    [["--unset", "SECRET"], "config: expected one of provider, model"],
  ])("%j is refused in a sentence that echoes nothing", async (args, sentence) => {
    const { code, out, err } = await config(...args);
    expect(code).toBe(2);
    expect(err).toContain(sentence);
    expect(out + err).not.toContain("SECRET");
  });

  test("warns when a key lies where others may read it", async () => {
    await config("apiKey", "a-secret-key");
    const file = join(box.folder, "state/config.json");
    expect((await config()).err).toBe("");
    chmodSync(file, 0o644);
    expect((await config()).err).toContain("holds a key and others may read it; run chmod 600 on it");
    const { out } = await config("--json");
    expect((JSON.parse(out) as { warnings: string[] }).warnings).toHaveLength(1);
    await config("provider", "anthropic");
    expect((await config()).err).toBe("");
    expect(readFileSync(file, "utf8")).toContain("a-secret-key");
  });
});
