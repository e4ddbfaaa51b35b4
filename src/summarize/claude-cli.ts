import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { HandoffError } from "../errors.ts";
import { askChild } from "./child-attempt.ts";
import { readClaudeEnd } from "./claude-cli-answer.ts";
import { type ModelRequest, tokensOf } from "./model-request.ts";
import { filled, type Model, modelSummarizer } from "./model-summarizer.ts";
import type { ProviderInput } from "./summarizer.ts";

type Env = Readonly<Record<string, string | undefined>>;

const DEFAULT_MODEL = "haiku";
/** What the client adds to a request of its own: identity, environment note. Measured: under 500. */
const CLIENT_TOKENS = 1_000;

/**
 * The user's own `claude`, headless, with the login it has. It runs no hook, starts no MCP server, has no tool, keeps
 * no transcript and reads no CLAUDE.md; one run is one model request.
 */
export const claudeCli = modelSummarizer("claude-cli", connectClaudeCli);

/** Errors: `provider-no-program`. */
export function connectClaudeCli({ config, env, home }: ProviderInput): Model {
  const program = findClaude(env);
  if (program === null) {
    throw new HandoffError("provider-no-program", { name: "claude-cli", expected: "claude on PATH" });
  }
  const model = filled(config.model) ?? DEFAULT_MODEL;
  return {
    account: "claude-cli",
    ask: (request, context) =>
      askChild(
        {
          home,
          program,
          args: argumentsOf(request, model),
          env: childEnvironment(env, request.maxTokens),
          input: promptOf(request),
        },
        tokensOf(request) + CLIENT_TOKENS,
        context,
        (end) => readClaudeEnd(end, model),
      ),
  };
}

/** Flags of `claude --help`, 2.1.332. The order matters: two of them take every word up to the next flag. */
function argumentsOf(request: ModelRequest, model: string): string[] {
  return [
    "--print",
    "--output-format",
    "json",
    // with it the output also tells the limits of a subscription
    "--verbose",
    "--settings",
    JSON.stringify({ disableAllHooks: true }),
    "--no-session-persistence",
    "--strict-mcp-config",
    "--mcp-config",
    JSON.stringify({ mcpServers: {} }),
    "--tools",
    "",
    "--disable-slash-commands",
    "--model",
    model,
    "--system-prompt",
    request.system[0] ?? "",
  ];
}

/** What the manifest says, then the turns; an answer that has to be repaired is quoted back. */
function promptOf({ system, turns }: ModelRequest): string {
  const said = turns.map(({ role, text }) =>
    role === "user" ? text : `<your-answer>\n${text}\n</your-answer>`,
  );
  return [...system.slice(1), ...said].join("\n\n");
}

/** Variables of the client that belong to a login or a network, not to the session it may have been started in. */
const KEPT = new Set([
  "CLAUDE_CONFIG_DIR",
  "CLAUDE_CODE_API_KEY_HELPER_TTL_MS",
  "CLAUDE_CODE_CLIENT_CERT",
  "CLAUDE_CODE_CLIENT_KEY",
  "CLAUDE_CODE_CLIENT_KEY_PASSPHRASE",
  "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC",
  "CLAUDE_CODE_OAUTH_TOKEN",
]);
const KEPT_PREFIX = /^CLAUDE_CODE_(?:USE_|SKIP_[A-Z_]+_AUTH$)/;

function childEnvironment(env: Env, maxTokens: number): Env {
  const own = Object.entries(env).filter(
    ([name]) => !/^CLAUDE(?:CODE$|_)/.test(name) || KEPT.has(name) || KEPT_PREFIX.test(name),
  );
  return {
    ...Object.fromEntries(own),
    CLAUDE_CODE_DISABLE_CLAUDE_MDS: "1",
    CLAUDE_CODE_DISABLE_AUTO_MEMORY: "1",
    CLAUDE_CODE_DISABLE_THINKING: "1",
    CLAUDE_CODE_MAX_OUTPUT_TOKENS: String(maxTokens),
    // one run, one request: whether to try again is decided where calls are counted
    CLAUDE_CODE_MAX_RETRIES: "0",
    CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK: "1",
    DISABLE_AUTOUPDATER: "1",
  };
}

/** Absolute path of the client: on PATH, else where its own installers put it; null when there is none. */
function findClaude(env: Env): string | null {
  const name = process.platform === "win32" ? "claude.exe" : "claude";
  const home = env["HOME"] ?? env["USERPROFILE"];
  const folders = (env["PATH"] ?? "").split(delimiter);
  if (home !== undefined) folders.push(join(home, ".local/bin"), join(home, ".claude/local"));
  // a relative folder would be looked up in the working folder
  const found = folders.filter(isAbsolute).map((folder) => join(folder, name));
  return found.find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
