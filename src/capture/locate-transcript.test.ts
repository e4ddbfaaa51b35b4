import { mkdirSync, mkdtempSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { projectFolder } from "../hosts/claude-code/config-folder.ts";
import { folderName } from "../hosts/pi/sessions.ts";
import { locateTranscript } from "./locate-transcript.ts";
import { removeFolder } from "../../test/fixtures/remove-folder.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), "handoff-locate-"));
});
afterEach(() => removeFolder(home));

function write(file: string, record: object, at: number): string {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(record)}\n`);
  utimesSync(file, at, at);
  return file;
}

const asked = {
  host: "auto",
  transcript: null,
  sessionId: null,
  memory: null,
  provider: null,
  dryRun: false,
  now: new Date(),
} as const;

describe("a path", () => {
  it("that leads nowhere is no one host's to miss", async () => {
    const expected = "a transcript of claude-code, codex, pi, openclaw";
    for (const [transcript, code] of [
      [path.join(home, "nope"), "file-not-found"],
      [home, "not-a-file"],
    ] as const)
      await expect(
        locateTranscript({ ...asked, transcript, cwd: home, env: { HOME: home } }),
      ).rejects.toMatchObject({ code, detail: { expected } });
  });
});

describe("without a host or a session", () => {
  it("the transcript of the folder that was written last is taken, whoever wrote it", async () => {
    const env = { HOME: home };
    const claude = path.join(projectFolder(home, env), "a.jsonl");
    const pi = path.join(home, ".pi/agent/sessions", folderName(home), "t_b.jsonl");
    write(claude, { type: "user", sessionId: "a", message: { content: "x" } }, 10);
    write(pi, { type: "session", version: 3, id: "b", cwd: home }, 20);
    const locate = () => locateTranscript({ ...asked, cwd: home, env });
    expect((await locate()).path).toBe(pi);
    utimesSync(claude, 30, 30);
    expect((await locate()).path).toBe(claude);
  });
});
