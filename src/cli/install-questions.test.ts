import { PassThrough } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { askForProvider } from "./install-questions.ts";

const DOWN = "\u001B[B";
const ENTER = "\r";
const CTRL_C = "\u0003";

/** Answers with keys, each given time to arrive as one. */
async function answered(...keys: string[]) {
  const input = new PassThrough();
  const output = new PassThrough();
  output.resume();
  const answer = askForProvider({ input, output });
  for (const key of keys) {
    await sleep(30);
    input.write(key);
  }
  return answer;
}

describe("the question who refines handoffs", () => {
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

  it("is no consent when the person goes away", async () => {
    expect(await answered(DOWN, CTRL_C)).toEqual({ choice: null, command: null, asked: false });
  });
});
