import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { answers, type MessagesApi, startMessagesApi } from "../fixtures/messages-api/server.ts";
import { SECRET } from "../fixtures/messages-api/session.ts";
import { filesBelow, type Ran, run, type Sandbox, sandbox } from "../fixtures/run-cli.ts";
import { removeFolder } from "../fixtures/remove-folder.ts";

const FIXTURES = join(import.meta.dirname, "../fixtures");

let box: Sandbox;
let api: MessagesApi;
beforeEach(() => {
  box = sandbox("answers");
  box.env["ANTHROPIC_API_KEY"] = "test-key";
});
afterEach(async () => {
  await api.close();
  removeFolder(box.folder);
});

interface Captured {
  outcome: string;
  provider: string;
  fallback: { from: string; code: string } | null;
  receipt: { updates: { kind: string; outcome: string; file: string | null; reason: string }[] };
}

/** Captures the Codex fixture, a session about tides, with a model that gives the recorded answer to every request. */
async function captureWith(answer: string): Promise<Captured> {
  const text = readFileSync(join(FIXTURES, "model-answers", `${answer}.txt`), "utf8").replaceAll(
    "%SECRET%",
    SECRET,
  );
  api = await startMessagesApi(answers(text));
  box.env["ANTHROPIC_BASE_URL"] = api.url;
  const transcript = join(box.folder, "rollout.jsonl");
  copyFileSync(join(FIXTURES, "codex/whole-session/transcript.jsonl"), transcript);
  const { code, out, err } = await capture(transcript);
  expect(err).toBe("");
  expect(code).toBe(0);
  return JSON.parse(out) as Captured;
}

const capture = (transcript: string): Promise<Ran> =>
  run(box, [
    "capture",
    "--transcript",
    transcript,
    "--memory",
    box.memory,
    "--provider",
    "anthropic",
    "--json",
  ]);

/** Visible files of the memory by path, as text. */
function memory(): Map<string, string> {
  const files = Object.entries(filesBelow(box.memory)).filter(([name]) => !name.startsWith(".handoff"));
  return new Map(files.map(([name, bytes]) => [name, Buffer.from(bytes, "latin1").toString("utf8")]));
}

const all = (): string => [...memory().values()].join("\n");
const withoutInbox = (): string =>
  [...memory()].flatMap(([name, text]) => (name.includes("inbox") ? [] : [text])).join("\n");
const resume = async (): Promise<string> => (await run(box, ["resume", "--memory", box.memory])).out;
const count = (text: string, part: string): number => text.toLowerCase().split(part.toLowerCase()).length - 1;

/** What must hold of a memory whatever a model said. */
async function expectSound(): Promise<void> {
  const lint = await run(box, ["lint", "--memory", box.memory, "--json"]);
  const { files } = JSON.parse(lint.out) as { files: { file: string; messages: { rule: string }[] }[] };
  const found = files.flatMap(({ file, messages }) => messages.map(({ rule }) => `${file}: ${rule}`));
  // What would steer an agent waits there for a person, and says so.
  expect(found.filter((one) => !one.endsWith("inbox.md: no-instruction"))).toEqual([]);
  expect(lint.code).toBe(0);
  const before = filesBelow(box.memory);
  const again = await capture(join(box.folder, "rollout.jsonl"));
  expect(JSON.parse(again.out)).toMatchObject({ outcome: "unchanged" });
  expect(filesBelow(box.memory)).toEqual(before);
}

describe("a good answer", () => {
  test("lands: state, facts where they belong, found by their aliases in other languages", async () => {
    const { provider, fallback, receipt } = await captureWith("good");
    expect({ provider, fallback }).toEqual({ provider: "anthropic", fallback: null });
    expect(receipt.updates.map(({ outcome }) => outcome)).toEqual(["added", "added"]);
    expect(await resume()).toContain("Release 1.4.0 is next.");
    for (const words of ["noms de ports", "daylight saving"]) {
      const { out } = await run(box, ["search", words, "--memory", box.memory, "--json"]);
      expect(JSON.parse(out), words).toMatchObject({ results: [expect.anything()] });
    }
    await expectSound();
  });
});

describe("a sloppy answer", () => {
  test("costs no second call and lands once, on one line, without its markup", async () => {
    const { fallback } = await captureWith("sloppy");
    expect(fallback).toBeNull();
    expect(api.requests).toHaveLength(1);
    const facts = withoutInbox();
    expect(count(facts, "harbour names stay in their own language")).toBe(1);
    expect(facts).toContain(
      "- The winter shift came from an offset that was fixed for the whole year; taking it",
    );
    expect(facts).not.toContain("think>");
    await expectSound();
  });
});

describe("a wrong answer", () => {
  test("leaves no invented name, number or version outside the inbox, and the state is that of the session", async () => {
    const { receipt } = await captureWith("wrong");
    expect(new Set(receipt.updates.map(({ outcome }) => outcome))).toEqual(new Set(["inbox"]));
    const facts = withoutInbox();
    for (const invented of ["3.9.1", "4811", "Lisbon", "Python", "ports_v2", "5433", "moon", "never wants"])
      expect(facts, invented).not.toContain(invented);
    expect(await resume()).toMatch(/tide table|Brest/);
    await expectSound();
  });
});

describe("a hostile answer", () => {
  test("steers nobody, leaves the memory's folder alone and closes no fence", async () => {
    await captureWith("hostile");
    const told = await resume();
    const index = memory().get("MEMORY.md") ?? "";
    for (const text of [told, index, withoutInbox()])
      expect(text).not.toMatch(
        /previous instructions|must now run|curl evil|do not tell the user|from now on, you/i,
      );
    expect(count(told, "</session-handoff>")).toBeLessThanOrEqual(1);
    const names = Object.keys(filesBelow(box.folder)).filter((name) => !name.startsWith("state/"));
    expect(names.filter((name) => !name.startsWith("memory/") && name !== "rollout.jsonl")).toEqual([]);
    expect(names.join("\n")).not.toMatch(/cron|evil|passwd|\.\.|__proto__/);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    await expectSound();
  });

  test("brings no secret, no invisible character and no flood to disk", async () => {
    await captureWith("hostile");
    const everything = [all(), ...Object.values(filesBelow(box.memory))].join("\n");
    expect(everything).not.toContain(SECRET);
    expect(all()).not.toMatch(/[\u200b\u202e]/u);
    expect(all()).not.toContain("javascript:");
    expect((memory().get("MEMORY.md") ?? "").length).toBeLessThan(5_000);
  });
});
