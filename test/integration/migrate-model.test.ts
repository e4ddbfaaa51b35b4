import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { bloatedMemory } from "../fixtures/migrate/bloated-memory.ts";
import { run, type Sandbox, sandbox } from "../fixtures/run-cli.ts";

/**
 * A program that answers as a model would: each block mentioning the plant is a lesson about Bertram, each with "sky" one
 * about a name that nobody said. It keeps what it was sent and, from the second call on, fails when it is told to.
 */
const PROGRAM = `
const { appendFileSync, readFileSync } = require("node:fs");
const [log, failing] = process.argv.slice(2);
const input = JSON.parse(readFileSync(0, "utf8"));
const calls = (() => { try { return readFileSync(log, "utf8").trim().split("\\n").length; } catch { return 0; } })();
appendFileSync(log, JSON.stringify(input.turns[0].text) + "\\n");
if (failing === "fail" && calls >= 1) process.exit(1);
const labels = input.turns[0].text.split("\\n").flatMap((line) => {
  const { id, text } = JSON.parse(line);
  if (text.includes("Bertram")) return [{ id, kind: "lesson", subject: "Bertram" }];
  return text.includes("sky") ? [{ id, kind: "infrastructure", subject: "../../etc" }] : [];
});
process.stdout.write(JSON.stringify({ labels }));
`;

function memoryWith(name: string, text: string, failing = "answer"): { box: Sandbox; log: string } {
  const box = sandbox(name);
  mkdirSync(box.memory, { recursive: true });
  writeFileSync(path.join(box.memory, "MEMORY.md"), text);
  const program = path.join(box.folder, "label.cjs");
  const log = path.join(box.folder, "calls.log");
  writeFileSync(program, PROGRAM);
  mkdirSync(box.env["HANDOFF_HOME"] ?? "", { recursive: true });
  const config = { command: [process.execPath, program, log, failing], maxInputTokens: 9000 };
  writeFileSync(path.join(box.env["HANDOFF_HOME"] ?? "", "config.json"), JSON.stringify(config));
  return { box, log };
}

const migrate = async (box: Sandbox, ...args: string[]): Promise<Record<string, unknown>> => {
  const ran = await run(box, [
    "migrate",
    path.join(box.memory, "MEMORY.md"),
    "--yes",
    "--json",
    "--provider",
    "command",
    ...args,
  ]);
  return JSON.parse(ran.out) as Record<string, unknown>;
};

const callsIn = (log: string): string[] =>
  existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [];

describe("migration with a model", () => {
  it("files blocks where the model says, in bounded batches, and asks about each block once", async () => {
    const { text } = bloatedMemory();
    const { box, log } = memoryWith("migrate-model", text);
    const planned = await migrate(box, "--dry-run");
    expect(planned).toMatchObject({ lost: 0, provider: "command", fallback: null });
    const calls = callsIn(log);
    expect(calls.length).toBeGreaterThan(3);
    expect(calls.every((call) => call.length < 16_000)).toBe(true);
    // what holds a secret is not even shown
    expect(calls.join("\n")).not.toContain("mail-relay: password");
    const done = await migrate(box);
    expect(done).toMatchObject({ lost: 0, usage: { calls: 0 } });
    expect(callsIn(log).length).toBe(calls.length);
    const lessons = readFileSync(path.join(box.memory, "memory/lessons.md"), "utf8");
    expect(lessons).toContain("The office plant by the window is called Bertram");
  });

  it("takes no subject that stands nowhere in the block", async () => {
    const { box } = memoryWith("migrate-subject", "# Memory\n\nThe sky was green over the harbour.\n");
    expect(await migrate(box)).toMatchObject({ lost: 0 });
    const files = (await migrate(box)) as { files: unknown[] };
    expect(files.files).toEqual([]);
    expect(existsSync(path.join(box.memory, "memory/infra/etc.md"))).toBe(false);
    expect(readFileSync(path.join(box.memory, "memory/infra/infrastructure.md"), "utf8")).toContain(
      "The sky was green",
    );
  });

  it("goes on without the model when it fails, and a later run asks only what is left", async () => {
    const { text } = bloatedMemory();
    const { box, log } = memoryWith("migrate-fails", text, "fail");
    const first = await migrate(box, "--dry-run");
    expect(first).toMatchObject({ lost: 0, fallback: { from: "command" } });
    const second = await migrate(box);
    expect(second).toMatchObject({
      lost: 0,
      receipt: { provider: "command", fallback: { from: "command" } },
    });
    const [asked, , again] = callsIn(log);
    expect(again).not.toBe(asked);
  });
});
