import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { presetManifest } from "../../src/manifest/presets.ts";
import { spendSummary } from "../../src/store/spend.ts";
import { summarize, type SummarizeInput, type SummarizeResult } from "../../src/summarize/summarize.ts";
import { GOOD, ledgerSession, SECRET } from "../fixtures/messages-api/session.ts";
import { removeFolder } from "../fixtures/remove-folder.ts";

const { manifest } = presetManifest("openclaw");
const good = JSON.stringify(GOOD);

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "handoff-summarizers-"));
});
afterEach(() => removeFolder(home));

function summary(input: Pick<SummarizeInput, "provider" | "config" | "env">): Promise<SummarizeResult> {
  return summarize({ session: ledgerSession(), manifest, facts: [], previous: null, home, ...input });
}

/** A Node program in the home that runs `body` with `input` (its standard input) and `calls` (how often it ran). */
function program(name: string, body: string): string {
  const path = join(home, "bin", name);
  mkdirSync(join(home, "bin"), { recursive: true });
  const text = `#!${process.execPath}
const fs = require("node:fs");
const input = fs.readFileSync(0, "utf8");
const counter = ${JSON.stringify(join(home, "calls"))};
fs.appendFileSync(counter, "x");
const calls = fs.readFileSync(counter, "utf8").length;
fs.writeFileSync(${JSON.stringify(home)} + "/seen-" + calls + ".json", JSON.stringify({ input, argv: process.argv.slice(2), env: process.env, cwd: process.cwd() }));
${body}
`;
  writeFileSync(path, text);
  chmodSync(path, 0o755);
  return path;
}

/** Milliseconds for a program that fails as this code says: short only where it hangs, as a busy machine is slow. */
const deadlineOf = (code: string): number => (code === "provider-timeout" ? 4_000 : 60_000);

interface Seen {
  input: string;
  argv: string[];
  env: Record<string, string>;
  cwd: string;
}
const seen = (call = 1): Seen => JSON.parse(readFileSync(join(home, `seen-${call}.json`), "utf8")) as Seen;
const prints = (text: string): string => `process.stdout.write(${JSON.stringify(text)});`;

describe("command", () => {
  const run = (path: string, config = {}, args: string[] = []) =>
    summary({
      provider: "command",
      config: { command: [path, ...args], ...config },
      env: { PATH: "/usr/bin:/bin" },
    });

  test("reads the request as JSON and answers with the handoff", async () => {
    const result = await run(program("s", prints(good)), { model: "local" }, ["--flag", "a b; echo $HOME"]);
    expect(result.fallback).toBeNull();
    expect(result.provider).toBe("command");
    expect(result.handoff.provider).toBe("command");
    expect(result.handoff.state.status?.evidence).toEqual(["a3"]);
    const { input, argv, env, cwd } = seen();
    expect(argv).toEqual(["--flag", "a b; echo $HOME"]);
    expect(cwd).toBe(join(home, "neutral"));
    expect(env).toMatchObject({ HANDOFF_CHILD: "1", HANDOFF_DISABLE: "1" });
    const request = JSON.parse(input) as Record<string, unknown>;
    expect(Object.keys(request)).toEqual([
      "version",
      "model",
      "maxOutputTokens",
      "instructions",
      "schema",
      "turns",
    ]);
    expect(request).toMatchObject({ version: 1, model: "local", schema: { type: "object" } });
    expect(request["instructions"]).toContain("You keep the memory of a coding agent");
    expect(JSON.stringify(request["turns"])).toContain("parseAmount");
  });

  test("is checked like every model: an invented number goes to the inbox", async () => {
    const update = { ...GOOD.updates[0], text: "The user wants at most 17 words in an answer." };
    const result = await run(program("s", prints(JSON.stringify({ ...GOOD, updates: [update] }))));
    expect(result.handoff.updates[0]?.unverified).toBe("unknown-number");
  });

  test("is asked once more when its answer does not fit, told by place and code; both runs count", async () => {
    const bad = JSON.stringify({ ...GOOD, updates: [{ ...GOOD.updates[0], kind: "MODEL-WORDS" }] });
    const body = `process.stdout.write(calls === 1 ? ${JSON.stringify(bad)} : ${JSON.stringify(good)});`;
    const result = await run(program("s", body));
    expect(result.fallback).toBeNull();
    expect(result.usage?.calls).toBe(2);
    const { turns } = JSON.parse(seen(2).input) as { turns: { role: string; text: string }[] };
    expect(turns.map((turn) => turn.role)).toEqual(["user", "assistant", "user"]);
    expect(turns[2]?.text).toContain("updates.0.kind: invalid_value");
  });

  test("may say what it spent, else its texts are estimated", async () => {
    const usage = { inputTokens: 1234, outputTokens: 56 };
    await run(program("s", prints(JSON.stringify({ ...GOOD, usage }))));
    expect(spendSummary(home, "command", new Date())).toMatchObject({ calls: 1, ...usage });
    await run(program("s", prints(good)));
    const { inputTokens } = spendSummary(home, "command", new Date());
    expect(inputTokens).toBeGreaterThan(1234 + 1000);
  });

  test.each([
    ["a failure", "process.stdout.write('MODEL-WORDS'); process.exit(3);", "provider-unavailable"],
    ["prose, twice", prints("MODEL-WORDS"), "provider-invalid-answer"],
    ["nothing", "", "provider-invalid-answer"],
    ["a hang", "setInterval(() => {}, 1000);", "provider-timeout"],
    ["two megabytes", "process.stdout.write('MODEL-WORDS'.repeat(200000));", "provider-unavailable"],
  ])("%s gives the extractive handoff and our code", async (_, body, code) => {
    const result = await run(program("s", body), { deadlineMs: deadlineOf(code) });
    expect(result.fallback).toEqual({ from: "command", code });
    expect(result.provider).toBe("extractive");
    expect(JSON.stringify(result)).not.toContain("MODEL-WORDS");
  });

  test("that is not set, or not there, costs nothing", async () => {
    const none = await summary({ provider: "command", config: {}, env: {} });
    expect(none.fallback?.code).toBe("provider-no-command");
    const missing = await run(join(home, "absent"));
    expect(missing.fallback?.code).toBe("provider-no-program");
    expect(missing.usage).toBeNull();
    expect(spendSummary(home, "command", new Date())).toMatchObject({ calls: 0, reservedTokens: 0 });
  });

  test("is not started once the day's limit is reached", async () => {
    const result = await run(program("s", prints(good)), { dailyCalls: 0 });
    expect(result.fallback?.code).toBe("provider-daily-cap");
    expect(() => seen()).toThrow("ENOENT");
  });
});

/** What client 2.1.332 prints, as far as it is read. */
const clientResult = (fields: Record<string, unknown>): string =>
  JSON.stringify([
    { type: "system", subtype: "init" },
    {
      type: "result",
      is_error: false,
      api_error_status: null,
      modelUsage: { haiku: { inputTokens: 900, outputTokens: 300, cacheReadInputTokens: 100 } },
      ...fields,
    },
  ]);

describe("claude-cli", () => {
  const run = (body: string, config = {}, env: Record<string, string> = {}) => {
    const folder = join(program("claude", body), "..");
    return summary({ provider: "claude-cli", config, env: { PATH: `${folder}:/usr/bin:/bin`, ...env } });
  };

  test("asks the user's own client, with hooks, tools, servers and transcripts off", async () => {
    const result = await run(prints(clientResult({ result: good })));
    expect(result.fallback).toBeNull();
    expect(result.handoff.provider).toBe("claude-cli");
    expect(result.usage).toMatchObject({ calls: 1, inputTokens: 1000, outputTokens: 300 });
    const { argv, input, cwd } = seen();
    const after = (flag: string): string | undefined => argv[argv.indexOf(flag) + 1];
    expect(argv).toEqual(
      expect.arrayContaining(["--print", "--no-session-persistence", "--strict-mcp-config"]),
    );
    expect(after("--settings")).toBe('{"disableAllHooks":true}');
    expect(after("--mcp-config")).toBe('{"mcpServers":{}}');
    expect(after("--tools")).toBe("");
    expect(after("--model")).toBe("haiku");
    expect(cwd).toBe(join(home, "neutral"));
    expect(input).toContain("parseAmount");
    expect(input).toContain("Kinds of this memory");
    expect(argv.join(" ")).not.toContain("parseAmount");
  });

  test("inherits the login and nothing of a session around it", async () => {
    await run(
      prints(clientResult({ result: good })),
      { model: "sonnet" },
      {
        CLAUDECODE: "1",
        CLAUDE_CODE_SESSION_ID: "outer",
        CLAUDE_CODE_ENTRYPOINT: "cli",
        CLAUDE_PROJECT_DIR: "/outer",
        CLAUDE_PID: "1",
        CLAUDE_CONFIG_DIR: "/config",
        CLAUDE_CODE_OAUTH_TOKEN: "token",
        CLAUDE_CODE_USE_BEDROCK: "1",
        ANTHROPIC_BASE_URL: "http://127.0.0.1:9",
      },
    );
    const { env, argv } = seen();
    expect(argv).toContain("sonnet");
    expect(
      Object.keys(env)
        .filter((name) => name.startsWith("CLAUDE"))
        .toSorted(),
    ).toEqual([
      "CLAUDE_CODE_DISABLE_AUTO_MEMORY",
      "CLAUDE_CODE_DISABLE_CLAUDE_MDS",
      "CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK",
      "CLAUDE_CODE_DISABLE_THINKING",
      "CLAUDE_CODE_MAX_OUTPUT_TOKENS",
      "CLAUDE_CODE_MAX_RETRIES",
      "CLAUDE_CODE_OAUTH_TOKEN",
      "CLAUDE_CODE_USE_BEDROCK",
      "CLAUDE_CONFIG_DIR",
    ]);
    expect(env).toMatchObject({
      HANDOFF_CHILD: "1",
      HANDOFF_DISABLE: "1",
      ANTHROPIC_BASE_URL: "http://127.0.0.1:9",
    });
  });

  test("sends no secret", async () => {
    const session = ledgerSession([
      { kind: "human", id: "u2", at: null, text: `use ${SECRET}` },
      { kind: "assistant", id: "a4", at: null, text: "Noted.", final: true },
    ]);
    const folder = join(program("claude", prints(clientResult({ result: good }))), "..");
    const env = { PATH: folder };
    await summarize({
      session,
      manifest,
      facts: [],
      previous: null,
      home,
      provider: "claude-cli",
      config: {},
      env,
    });
    expect(seen().input).toContain("[secret]");
    expect(seen().input).not.toContain(SECRET);
  });

  test("a weekly limit is no answer, holds back the next run, and is said by its code", async () => {
    const body = prints(clientResult({ result: "You've hit your weekly limit · resets Dec 3 at 5pm" }));
    const first = await run(body);
    expect(first.fallback).toEqual({ from: "claude-cli", code: "provider-rate-limit" });
    const second = await run(body);
    expect(second.fallback).toEqual({ from: "claude-cli", code: "provider-rate-limit-near" });
    expect(() => seen(2)).toThrow("ENOENT");
  });

  test.each([
    ["no login", `${prints(clientResult({ is_error: true, result: "Not logged in · Please run /login" }))}process.exit(1);`, "provider-auth"],
    ["an old client", "process.stderr.write(\"error: unknown option '--tools' MODEL-WORDS\"); process.exit(1);", "provider-unavailable"],
    ["a hang", "setInterval(() => {}, 1000);", "provider-timeout"],
  ])("%s gives the extractive handoff and our code", async (_, body, code) => {
    const result = await run(body, { deadlineMs: deadlineOf(code) });
    expect(result.fallback).toEqual({ from: "claude-cli", code });
    expect(JSON.stringify(result)).not.toMatch(/MODEL-WORDS|logged/);
  }); // prettier-ignore

  test("without a client nothing is started", async () => {
    const result = await summary({
      provider: "claude-cli",
      config: {},
      env: { PATH: "/nonexistent", HOME: home },
    });
    expect(result.fallback).toEqual({ from: "claude-cli", code: "provider-no-program" });
  });

  test("a client where its own installer puts it is found, a relative folder on PATH is not looked into", async () => {
    const path = program("claude", prints(clientResult({ result: good })));
    mkdirSync(join(home, ".local/bin"), { recursive: true });
    writeFileSync(join(home, ".local/bin/claude"), readFileSync(path), { mode: 0o755 });
    const result = await summary({ provider: "claude-cli", config: {}, env: { PATH: "bin:.", HOME: home } });
    expect(result.fallback).toBeNull();
  });
});
