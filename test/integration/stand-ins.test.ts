import { mkdtempSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { presetManifest } from "../../src/manifest/presets.ts";
import { spendSummary } from "../../src/store/spend.ts";
import { summarize } from "../../src/summarize/summarize.ts";
import type { SummarizerConfig } from "../../src/summarize/summarizer.ts";
import { type MessagesApi, type Reply, startMessagesApi } from "../fixtures/messages-api/server.ts";
import { GOOD, ledgerSession } from "../fixtures/messages-api/session.ts";
import { removeFolder } from "../fixtures/remove-folder.ts";

const { manifest } = presetManifest("openclaw");

let home: string;
let api: MessagesApi;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "handoff-stand-ins-"));
});
afterEach(async () => {
  await api.close();
  removeFolder(home);
});

async function run(reply: Reply, config: SummarizerConfig, env: Record<string, string> = {}) {
  api = await startMessagesApi(reply);
  const result = await summarize({
    session: ledgerSession(),
    manifest,
    facts: [],
    previous: null,
    provider: "anthropic",
    config: { baseURL: api.url, ...config },
    env,
    home,
  });
  return result;
}

type Blocks = readonly Record<string, unknown>[];

function send(response: Parameters<Reply>[0], status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

const message = (content: Blocks, usage: object | undefined): object => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "local",
  content,
  stop_reason: "end_turn",
  stop_sequence: null,
  ...(usage === undefined ? {} : { usage }),
});

/** As Ollama behaves: any key, only models it has pulled, the schema ignored, thoughts within the text. */
const ollama: Reply = (response, { body }) => {
  if (body["model"] !== "qwen3:8b") {
    const error = { type: "not_found_error", message: `model '${String(body["model"])}' not found` };
    return send(response, 404, { type: "error", error });
  }
  const text = `<think>\nThe kinds are {"updates": []} … the person wants short sentences.\n</think>\n\n\`\`\`json\n${JSON.stringify(GOOD, null, 2)}\n\`\`\``;
  return send(response, 200, message([{ type: "text", text }], { input_tokens: 3100, output_tokens: 420 }));
};

const hasKey = (headers: IncomingHttpHeaders): boolean =>
  (headers["x-api-key"] ?? "") !== "" || /^Bearer \S/.test(headers.authorization ?? "");

/** As LM Studio behaves: some key must be there, thoughts in a block of their own. */
const lmStudio: Reply = (response, { headers }) => {
  if (!hasKey(headers))
    return send(response, 401, { error: { type: "authentication_error", message: "no key" } });
  const thoughts = { type: "thinking", thinking: '{"task": "a draft"}', signature: "" };
  const text = { type: "text", text: JSON.stringify(GOOD) };
  return send(response, 200, message([thoughts, text], { input_tokens: 2900, output_tokens: 310 }));
};

/** A gateway that drops `output_config` and the token counts, in front of a model with the slips of a small one. */
const gateway: Reply = (response) => {
  const [preference] = GOOD.updates;
  const said = {
    ...GOOD,
    next: null,
    decisions: null,
    task: { text: "Fix parseAmount in src/import/bank.ts.", evidence: "e1" },
    updates: [{ ...preference, evidence: "[e1]", aliases: "brevity, кратко" }],
    comment: "I hope this helps!",
  };
  const text = `Sure! Here is the JSON object you asked for:\n\n${JSON.stringify(said)}\n\nLet me know if you need anything else.`;
  send(response, 200, message([{ type: "text", text }], undefined));
};

describe("a server that behaves like", () => {
  test.each<[string, Reply, SummarizerConfig, Record<string, string>]>([
    ["Ollama", ollama, { model: "qwen3:8b" }, { ANTHROPIC_AUTH_TOKEN: "ollama", ANTHROPIC_API_KEY: "" }],
    ["LM Studio", lmStudio, { model: "openai/gpt-oss-20b", apiKey: "lmstudio" }, {}],
    ["a gateway that ignores output_config", gateway, { apiKey: "gateway-key" }, {}],
  ])("%s is understood with one call", async (_name, reply, config, env) => {
    const result = await run(reply, config, env);
    expect(result.fallback).toBeNull();
    expect(result.usage?.calls).toBe(1);
    expect(result.handoff.state.status?.text).toBe("The fix is in and all 42 tests pass.");
    expect(result.handoff.updates).toMatchObject([
      { kind: "preference", evidence: ["u1"], confidence: "stated", aliases: ["brevity", "кратко"] },
    ]);
    expect(result.unverified).toBe(0);
    expect(api.requests[0]?.path).toBe("/v1/messages");
  });

  test("Ollama without the model gives the extractive handoff and no price", async () => {
    const result = await run(ollama, { model: "absent", apiKey: "x" });
    expect(result.fallback).toEqual({ from: "anthropic", code: "provider-request" });
    expect(JSON.stringify(result)).not.toContain("not found");
  });

  test("a local server costs tokens, and money only where the user set a price", async () => {
    const free = await run(ollama, { model: "qwen3:8b", apiKey: "x" });
    expect(free.usage).toMatchObject({ inputTokens: 3100, outputTokens: 420, costUsd: null });
    await api.close();
    const priced = await run(ollama, { model: "qwen3:8b", apiKey: "x", price: [1, 2] });
    expect(priced.usage?.costUsd).toBeCloseTo(0.00394);
  });

  test("a gateway without token counts still counts against the day, by the estimate", async () => {
    await run(gateway, { apiKey: "gateway-key" });
    const day = spendSummary(home, "anthropic", new Date());
    expect(day.calls).toBe(1);
    expect(day.inputTokens).toBeGreaterThan(6_000);
    expect(day.reservedTokens).toBe(0);
  });
});

describe("the request", () => {
  test.each([
    ["claude-haiku-5-5", { type: "disabled" }],
    ["claude-haiku-4-5", { type: "disabled" }],
    ["claude-sonnet-5-5", undefined],
    ["qwen3:8b", undefined],
  ])("to %s says of thoughts: %j", async (model, thinking) => {
    await run(lmStudio, { model, apiKey: "k" });
    expect(api.requests[0]?.body["thinking"]).toEqual(thinking);
  });
});
