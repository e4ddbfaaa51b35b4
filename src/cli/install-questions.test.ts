import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { askForForm, askForProvider } from "./install-questions.ts";
import type { Terminal } from "./question.ts";
import { buildInto } from "../../test/fixtures/packed.ts";
import { removeFolder } from "../../test/fixtures/remove-folder.ts";

const DOWN = "\u001B[B";
const UP = "\u001B[A";
const ENTER = "\r";
const CTRL_C = "\u0003";
const CTRL_D = "\u0004";
const ESC = "\u001B";

const answered = (...keys: string[]) => answeredTo(askForProvider, keys);

/** Answers with keys, each given when the one before shows, and time to arrive as one. */
async function answeredTo<T>(
  question: (terminal: Terminal) => Promise<T>,
  keys: readonly string[],
): Promise<T> {
  const input = new PassThrough();
  const output = new PassThrough();
  const shown: unknown[] = [];
  output.on("data", (text) => shown.push(text));
  const answer = question({ input, output });
  let seen = 0;
  for (const key of keys) {
    while (shown.length === seen) await sleep(5);
    await sleep(30);
    seen = shown.length;
    input.write(key);
  }
  return answer;
}

describe("the question for a form", () => {
  it("offers the first one, and takes another", async () => {
    const ask = (terminal: Terminal): Promise<string> => askForForm(["plugin", "pack"], terminal);
    expect(await answeredTo(ask, [ENTER])).toBe("plugin");
    expect(await answeredTo(ask, [DOWN, ENTER])).toBe("pack");
  });
});

describe("the question who refines handoffs", () => {
  it("offers the agent's own model where a plugin reaches it, and has nobody as its default even so", async () => {
    const ask = (terminal: Terminal) => askForProvider(terminal, { hostsModel: true });
    expect(await answeredTo(ask, [ENTER])).toMatchObject({ choice: "none" });
    expect(await answeredTo(ask, [UP, ENTER])).toMatchObject({ choice: "openclaw" });
  });

  it("has nobody as its default", async () => {
    expect(await answered(ENTER)).toEqual({ choice: "none", command: null, asked: true });
  });

  it("takes what was chosen", async () => {
    expect(await answered(DOWN, DOWN, ENTER)).toEqual({ choice: "claude-cli", command: null, asked: true });
  });

  it("asks for the program where one was chosen", async () => {
    const line = '["node", "/opt/a b.mjs"]';
    expect(await answered(DOWN, DOWN, DOWN, ENTER, line, ENTER)).toEqual({
      choice: "command",
      command: ["node", "/opt/a b.mjs"],
      asked: true,
    });
  });

  it.each([
    ["Ctrl-C", [DOWN, CTRL_C]],
    ["Esc", [ESC]],
    ["Ctrl-D", [CTRL_D]],
    ["Ctrl-C where the program is asked for", [DOWN, DOWN, DOWN, ENTER, CTRL_C]],
  ])("is cancelled by %s, so that nothing is written", async (_name, keys) => {
    await expect(answered(...keys)).rejects.toMatchObject({ code: "cancelled" });
  });

  it("is cancelled by a terminal that goes away", async () => {
    const input = new PassThrough();
    const answer = askForProvider({ input, output: new PassThrough().resume() });
    input.end();
    await expect(answer).rejects.toMatchObject({ code: "cancelled" });
  });
});

/** util-linux gives a command a terminal of its own. */
const TERMINAL = spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux");

describe("handoff install at a terminal", () => {
  let folder = "";
  let cli = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "handoff-terminal-"));
    cli = join(folder, "dist", "cli.js");
    if (TERMINAL) buildInto(dirname(cli));
    return () => removeFolder(folder);
  });

  it.skipIf(!TERMINAL)("shows in a dry run what Enter would do, and says what is asked where", () => {
    const home = mkdtempSync(join(folder, "openclaw-"));
    const PATH = `${join(home, "bin")}${delimiter}${process.env["PATH"] ?? ""}`;
    const env = { PATH, HOME: home, HANDOFF_HOME: join(home, "state") };
    for (const name of [".openclaw", "bin"]) mkdirSync(join(home, name));
    // The Node of a gateway, which may be newer than the one of this test.
    writeFileSync(join(home, "bin/node"), "#!/bin/sh\necho v24.16.0\n", { mode: 0o755 });
    writeFileSync(join(home, ".openclaw/openclaw.json"), "{}\n");
    const command = `stty cols 100 rows 40; exec ${process.execPath} ${cli} install openclaw --dry-run`;
    const options = { cwd: home, env, encoding: "utf8", stdio: "pipe" } as const;
    const asked = spawnSync("script", ["-qec", command, "/dev/null"], options).stdout;
    expect(asked).toContain("openclaw-plugin");
    expect(asked).toContain("Shown is the plugin");
    const piped = spawnSync(process.execPath, [cli, "install", "openclaw", "--dry-run"], options).stdout;
    expect(piped).not.toContain("openclaw-plugin");
    expect(piped).toContain("offers the plugin first (--form plugin)");
    const gone = spawnSync(process.execPath, [cli, "uninstall", "openclaw", "--yes"], options);
    expect([gone.status, gone.stderr]).toEqual([0, ""]);
  });

  it.skipIf(!TERMINAL).each([
    ["Ctrl-C at the first question", [CTRL_C], 130, "cancelled"],
    ["Ctrl-D at the first question", [CTRL_D], 130, "cancelled"],
    ["Ctrl-C at the second question", [ENTER, CTRL_C], 130, "cancelled"],
    ["Esc at the second question", [ENTER, ESC], 130, "cancelled"],
    ["Ctrl-D at the second question", [ENTER, CTRL_D], 130, "cancelled"],
    ["a no", ["n"], 1, "not agreed to"],
  ])("writes nothing after %s, and says so", async (_name, keys, code, what) => {
    const home = mkdtempSync(join(folder, "home-"));
    const env = { PATH: process.env["PATH"] ?? "", HOME: home, HANDOFF_HOME: join(home, "state") };
    // Without a size the library breaks its lines after each letter.
    const command = `stty cols 100 rows 40; exec ${process.execPath} ${cli} install claude-code`;
    const child = spawn("script", ["-qec", command, "/dev/null"], { cwd: home, env });
    let out = "";
    const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
    const questions = ["Write this?", "Who refines"];
    const left = [...keys];
    child.stdout.on("data", (data) => {
      out += String(data);
      if (left.length === 0 || !out.includes(questions[keys.length - left.length] ?? "")) return;
      const key = left.shift() ?? "";
      setTimeout(() => child.stdin.write(key), 150);
    });
    expect(await ended).toBe(code);
    expect(out).toContain(`handoff: ${what}; nothing was written`);
    expect(readdirSync(home)).toEqual([]);
  });
});
