import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { presetManifest } from "../../src/manifest/presets.ts";
import type { Entry } from "../../src/session/entry.ts";
import { estimateTokens } from "../../src/session/tokens.ts";
import { summarize } from "../../src/summarize/summarize.ts";
import type { SummarizerConfig } from "../../src/summarize/summarizer.ts";
import {
  answers,
  fails,
  type MessagesApi,
  type Reply,
  startMessagesApi,
} from "../fixtures/messages-api/server.ts";
import { sessionOf } from "../fixtures/messages-api/session.ts";
import { removeFolder } from "../fixtures/remove-folder.ts";

const { manifest } = presetManifest("openclaw");
const TURNS = 60;

/** Turn n is entries 2n+1 and 2n+2: a person's sentence and a long answer. */
const longSession = () =>
  sessionOf(
    Array.from({ length: TURNS }, (_, n): Entry[] => {
      const at = new Date(Date.UTC(2026, 2, 2, 9, n)).toISOString();
      return [
        { kind: "human", id: `u${n}`, at, text: `Look at harbour number ${n + 1000} of the chart.` },
        {
          kind: "assistant",
          id: `a${n}`,
          at,
          final: true,
          text: `Harbour ${n + 1000}: ${"a pier and a light, ".repeat(25)}`,
        },
      ];
    }).flat(),
  );

const EMPTY = {
  task: null, status: null, phase: "unknown", done: [], next: [], openQuestions: [], findings: [], decisions: [], updates: [],
}; // prettier-ignore
const part = (n: number): object => ({
  ...EMPTY,
  status: { text: `Part ${n} is read.`, evidence: [`e${n}`] },
  findings: [{ text: `Finding of part ${n}.`, evidence: [`e${n}`] }],
});
const WHOLE = {
  ...EMPTY,
  task: { text: "Look at the harbours of the chart.", evidence: ["e1"] },
  status: { text: "All harbours were looked at.", evidence: ["e120"] },
  updates: [
    {
      kind: "decision", subject: "chart", op: "add", text: "Harbour 1059 has a pier and a light.", field: null,
      scope: "project", confidence: "inferred", target: null, aliases: Array.from({ length: 12 }, (_, n) => `alias ${n}`),
      evidence: ["e120", "e2"],
    },
  ],
}; // prettier-ignore

let home: string;
let api: MessagesApi;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "handoff-long-"));
});
afterEach(async () => {
  await api.close();
  removeFolder(home);
});

async function run(config: SummarizerConfig, ...replies: Reply[]) {
  api = await startMessagesApi(...replies);
  return summarize({
    session: longSession(),
    manifest,
    facts: [],
    previous: "The chart was drawn.",
    provider: "anthropic",
    config: { apiKey: "test-key", baseURL: api.url, ...config },
    env: {},
    home,
  });
}

interface Body {
  system: { text: string; cache_control?: unknown }[];
  messages: { content: string }[];
}
const bodies = (): Body[] => api.requests.map(({ body }) => body as unknown as Body);
const lastText = (body: Body | undefined): string => body?.messages.at(-1)?.content ?? "";
const tokensOf = (body: Body): number =>
  estimateTokens(
    [...body.system.map(({ text }) => text), ...body.messages.map(({ content }) => content)].join("\n"),
  );

describe("a session that is longer than the window", () => {
  const config = { maxInputTokens: 40_000, windowTokens: 8_000 };

  test("is read in parts, and once more what they said", async () => {
    const replies = [part(1), part(2), part(3), part(4), WHOLE].map((one) => answers(JSON.stringify(one)));
    const result = await run(config, ...replies);
    expect(result.fallback).toBeNull();
    const calls = bodies();
    expect(result.usage?.calls).toBe(calls.length);
    const maps = calls.slice(0, -1);
    expect(maps.length).toBeGreaterThan(1);
    const records = maps.map(lastText);
    for (let n = 0; n < TURNS; n += 1) {
      const seen = records.filter((text) => text.includes(`harbour number ${n + 1000} `));
      expect(seen, `turn ${n}`).toHaveLength(1);
    }
    expect(records[0]).toContain(`part 1 of ${maps.length}`);
    const notes = lastText(calls.at(-1));
    expect(notes).toContain("Finding of part 1. [e1]");
    expect(notes).toContain("The chart was drawn.");
    expect(notes).not.toContain("<session-record>");
  });

  test("keeps every call within the window and all of them within the budget", async () => {
    await run(config, answers(JSON.stringify(WHOLE)));
    const sizes = bodies().map(tokensOf);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(8_000);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(40_000);
  });

  test("begins each call with the same text, which the provider may cache", async () => {
    await run(config, answers(JSON.stringify(WHOLE)));
    const prefixes = bodies().map(({ system }) => JSON.stringify(system));
    expect(new Set(prefixes).size).toBe(1);
    expect(bodies()[0]?.system.at(-1)?.cache_control).toEqual({ type: "ephemeral" });
  });

  test("resolves references of every part, and keeps at most eight aliases", async () => {
    const result = await run(config, answers(JSON.stringify(WHOLE)));
    const [update] = result.handoff.updates;
    expect(update?.evidence).toEqual(["a59", "a0"]);
    expect(update?.unverified).toBeUndefined();
    expect(update?.aliases).toHaveLength(8);
  });

  test("is the extractive handoff when one part fails", async () => {
    const result = await run(config, answers(JSON.stringify(part(1))), fails(400, "invalid_request_error"));
    expect(result.fallback).toEqual({ from: "anthropic", code: "provider-request" });
    expect(result.usage?.calls).toBeGreaterThan(1);
  });
});

describe("a session is read by one call", () => {
  test.each([
    ["by default, within 12,000 tokens", {}, 12_000],
    ["where the budget holds no more than the window", { windowTokens: 8_000 }, 8_000],
    [
      "where the budget would hold one part and the last call",
      { windowTokens: 8_000, maxInputTokens: 16_000 },
      8_000,
    ],
    ["where it fits into the window", { windowTokens: 100_000, maxInputTokens: 200_000 }, 100_000],
  ])("%s", async (_name, config, most) => {
    const result = await run(config, answers(JSON.stringify(WHOLE)));
    expect(result.fallback).toBeNull();
    const [only, ...others] = bodies();
    expect(others).toEqual([]);
    expect(only === undefined ? Infinity : tokensOf(only)).toBeLessThanOrEqual(most);
    expect(lastText(only)).toContain("<session-record>");
  });
});
