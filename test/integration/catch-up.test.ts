import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { catchUp } from "../../src/capture/catch-up.ts";
import { ownIdentity } from "../../src/files/process-identity.ts";
import { configFolder } from "../../src/hosts/claude-code/config-folder.ts";
import { undo } from "../../src/store/undo.ts";
import type { GrowingTranscript } from "../fixtures/growing-transcript.ts";
import { LiveProject } from "../fixtures/live-project.ts";

const NOW = new Date("2026-11-24T12:00:00Z");
const INSTALLED = "2026-11-20T00:00:00Z";
const id = (n: number): string => `0000000${n}-1111-4111-8111-111111111111`;
const turn = { say: "Add a rate limit to the login route of the shop.", answer: "I added the limiter." };

/** A session whose file was written to last so many minutes ago. */
function sessionOf(project: LiveProject, n: number, minutesAgo: number): GrowingTranscript {
  const session = project.session(id(n)).turn(turn);
  return written(session, minutesAgo);
}

function written(session: GrowingTranscript, minutesAgo: number): GrowingTranscript {
  const at = new Date(NOW.getTime() - minutesAgo * 60_000);
  utimesSync(session.path, at, at);
  return session;
}

async function found(
  project: LiveProject,
  more: Partial<Parameters<typeof catchUp>[0]> = {},
): Promise<string[]> {
  const missed = await catchUp({
    home: project.home,
    host: "claude-code",
    cwd: project.cwd,
    env: project.box.env,
    transcriptFolder: project.transcripts,
    currentSessionId: null,
    installedAt: INSTALLED,
    now: NOW,
    ...more,
  });
  return missed.map(({ sessionId }) => sessionId);
}

describe("sessions that no event told of", () => {
  it("are found oldest first, five a start", async () => {
    const project = new LiveProject("found");
    for (const [n, minutes] of [10, 60, 50, 40, 30, 20, 15].entries()) sessionOf(project, n, minutes);
    expect(await found(project)).toEqual([1, 2, 3, 4, 5].map(id));
  });

  it("are found in the project's own folder when the host names none", async () => {
    const project = new LiveProject("computed");
    sessionOf(project, 1, 20);
    expect(await found(project, { transcriptFolder: null })).toEqual([id(1)]);
  });

  it("are none that are older than the install, than 30 days, or before anything was installed", async () => {
    const project = new LiveProject("old");
    sessionOf(project, 1, 8 * 24 * 60);
    sessionOf(project, 2, 40 * 24 * 60);
    expect(await found(project)).toEqual([]);
    expect(await found(project, { installedAt: "2026-01-01T00:00:00Z" })).toEqual([id(1)]);
    expect(await found(project, { installedAt: null })).toEqual([]);
  });

  it("are none that are captured; one that went on since is found again", async () => {
    const project = new LiveProject("captured");
    const session = project.session(id(1)).turn(turn);
    await project.end(session);
    written(session, 20);
    expect(await found(project)).toEqual([]);
    written(session.turn({ say: "Now write the tests for the limiter.", answer: "Done." }), 10);
    expect(await found(project)).toEqual([id(1)]);
  });

  it("are found when a Stop was seen but no end", async () => {
    const project = new LiveProject("stopped");
    const session = project.session(id(1)).turn(turn);
    await project.stop(session);
    written(session, 20);
    expect(await found(project)).toEqual([id(1)]);
    await project.end(session);
    await project.stop(session);
    expect(await found(project)).toEqual([]);
  });

  it("are none whose capture a person took back", async () => {
    const project = new LiveProject("undone");
    const session = project.session(id(1)).turn(turn);
    await project.end(session);
    await undo(await project.root(), null, { now: NOW });
    written(session, 20);
    expect(await found(project)).toEqual([]);
    expect((await project.end(session)).outcome).toBe("applied");
  });

  it("are none in which nobody spoke, once that is known", async () => {
    const project = new LiveProject("silent");
    const session = project.session(id(1)).answer("Hello.");
    expect(await found(project)).toEqual([]);
    written(session, 20);
    expect(await found(project)).toEqual([id(1)]);
    expect((await project.end(session)).outcome).toBe("empty");
    expect(await found(project)).toEqual([]);
  });

  it("are none that are live: the one that starts, one with a running client, one just written to", async () => {
    const project = new LiveProject("live");
    sessionOf(project, 1, 20);
    sessionOf(project, 2, 20);
    sessionOf(project, 3, 0.1);
    const { pid, start } = ownIdentity();
    const clients = join(configFolder(project.box.env), "sessions");
    mkdirSync(clients, { recursive: true });
    const client = (sessionId: string, procStart: string | null): string =>
      JSON.stringify({ pid, procStart, sessionId });
    writeFileSync(join(clients, `${pid}.json`), client(id(2), start));
    expect(await found(project, { currentSessionId: id(1) })).toEqual([]);
    // The record of a killed client stays behind, and its pid may be another process by now.
    writeFileSync(join(clients, `${pid}.json`), client(id(2), "1"));
    expect(await found(project, { currentSessionId: id(1) })).toEqual([id(2)]);
    writeFileSync(join(clients, `${pid}.json`), client(id(3), start));
    writeFileSync(join(clients, "4194305.json"), client(id(2), null));
    expect(await found(project, { currentSessionId: id(1) })).toEqual([id(2)]);
  });

  it("are none whose file is not what its name says, and none that wait in the queue", async () => {
    const project = new LiveProject("named");
    const session = sessionOf(project, 1, 20);
    sessionOf(project, 2, 20);
    const copy = join(project.transcripts, `${id(3)}.jsonl`);
    writeFileSync(copy, `${JSON.stringify({ type: "user", sessionId: session.sessionId })}\n`);
    const at = new Date(NOW.getTime() - 60_000);
    utimesSync(copy, at, at);
    writeFileSync(join(project.transcripts, "agent-a1.jsonl"), "{}\n");
    expect(await found(project, { skip: new Set([id(2)]) })).toEqual([id(1)]);
  });
});
