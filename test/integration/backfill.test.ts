import { appendFileSync, mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { backfill } from "../../src/capture/backfill.ts";
import { claudeCode } from "../../src/hosts/claude-code/claude-code.ts";
import { folderName } from "../../src/hosts/pi/sessions.ts";
import { leaveOut } from "../../src/queue/left-out.ts";
import { readLedgerCounted } from "../../src/store/ledger.ts";
import { trustedRootFor } from "../../src/store/trust.ts";
import { LiveProject } from "../fixtures/live-project.ts";
import { run } from "../fixtures/run-cli.ts";

const id = (n: number): string => `0000000${n}-1111-4111-8111-111111111111`;
const turn = { say: "Add a rate limit to the login route of the shop.", answer: "I added the limiter." };

/** A project whose sessions 1 to 3 were written a day apart; session 3 has no person in it. */
function projectOf(name: string): LiveProject {
  const project = new LiveProject(name);
  for (const n of [2, 1, 3]) {
    const session = project.session(id(n), `2026-11-0${n}T09:00:00Z`);
    if (n === 3) session.answer("Hello.");
    else session.turn(turn);
    const at = new Date(`2026-11-0${n}T09:30:00Z`);
    utimesSync(session.path, at, at);
  }
  return project;
}

const at = (project: LiveProject) => ({ ...project.box, folder: project.cwd });

describe("handoff backfill", () => {
  it("captures the older sessions of this folder oldest first, and nothing the second time", async () => {
    const project = projectOf("backfill");
    const first = await run(at(project), ["backfill", "--json"]);
    expect(JSON.parse(first.out)).toMatchObject({ captured: 2, empty: 1, failed: 0 });
    const { receipts } = readLedgerCounted(await project.root());
    expect(receipts.map(({ boundary }) => boundary?.sessionId)).toEqual([id(2), id(1)]);
    const second = await run(at(project), ["backfill", "--json"]);
    expect(JSON.parse(second.out)).toMatchObject({ captured: 0, empty: 0, failed: 0, unchanged: 3 });
    expect(readLedgerCounted(await project.root()).receipts).toHaveLength(2);
  });

  it("leaves out what is older than --since", async () => {
    const project = projectOf("since");
    const ran = await run(at(project), ["backfill", "--since", "2026-11-02", "--json"]);
    expect(JSON.parse(ran.out)).toMatchObject({ captured: 1, empty: 1, failed: 0 });
  });

  it("names a transcript that cannot be read, and goes on with the rest", async () => {
    const project = projectOf("broken");
    const broken = join(project.transcripts, `${id(4)}.jsonl`);
    writeFileSync(broken, "no transcript\n");
    utimesSync(broken, new Date("2026-11-01T08:00:00Z"), new Date("2026-11-01T08:00:00Z"));
    const ran = await run(at(project), ["backfill", "--json"]);
    expect(ran.code).toBe(1);
    expect(JSON.parse(ran.out)).toMatchObject({ captured: 2, empty: 1, failed: 1 });
    expect(ran.err).toContain(`${id(4)}.jsonl: transcript-unrecognised`);
  });

  it("ends between two sessions when it is interrupted, and goes on the next time", async () => {
    const project = projectOf("interrupted");
    const stop = new AbortController();
    const request = {
      host: claudeCode,
      since: null,
      memory: null,
      provider: null,
      cwd: project.cwd,
      isKeptOut: () => false,
    };
    const first = await backfill({
      ...request,
      env: project.box.env,
      onProgress: (done) => (done === 1 ? stop.abort() : undefined),
      signal: stop.signal,
    });
    expect(first).toMatchObject({ captured: 2, empty: 0 });
    const second = await backfill({ ...request, env: project.box.env });
    expect(second).toMatchObject({ captured: 0, unchanged: 2, empty: 1 });
  });

  it("leaves out what a person kept out: sessions without hooks and of excluded folders", async () => {
    const project = projectOf("kept-out");
    mkdirSync(project.home);
    leaveOut(project.home, id(2));
    const left = await run(at(project), ["backfill", "--json"]);
    expect(JSON.parse(left.out)).toMatchObject({ captured: 1, empty: 1, skipped: 1 });
    await run(at(project), ["config", "exclude", "/home/dev"]);
    const excluded = await run(at(project), ["backfill"]);
    expect(excluded.out).toContain("captured 0, ");
    expect(excluded.out).toContain("skipped 3 kept out");
    const transcript = join(project.transcripts, `${id(2)}.jsonl`);
    const byHand = await run(at(project), ["capture", "--transcript", transcript, "--json"]);
    expect(JSON.parse(byHand.out)).toMatchObject({ outcome: "applied" });
  });

  it("says so when there is nothing to capture", async () => {
    const project = new LiveProject("none");
    const ran = await run(at(project), ["backfill"]);
    expect(ran).toMatchObject({ code: 0, err: "" });
    expect(ran.out).toContain("captured 0");
    expect(ran.out).toContain(`no session of claude-code found in ${project.cwd}; expected a folder`);
    const openclaw = await run(at(project), ["backfill", "--host", "openclaw"]);
    expect(openclaw.out).toContain("expected a folder in an agent's workspace");
  });

  it("captures again into a memory that was deleted", async () => {
    const project = projectOf("deleted");
    await run(at(project), ["backfill"]);
    rmSync(await project.root(), { recursive: true });
    const again = await run(at(project), ["backfill", "--json"]);
    expect(JSON.parse(again.out)).toMatchObject({ captured: 2, unchanged: 1 });
    expect(readLedgerCounted(await project.root()).receipts).toHaveLength(2);
  });

  it("says which sessions a person undid, and leaves them undone until a capture by hand", async () => {
    const project = projectOf("undone");
    await run(at(project), ["backfill"]);
    await run(at(project), ["undo"]);
    const second = await run(at(project), ["backfill"]);
    expect(second.out).toContain("captured 0, captured before 2,");
    expect(second.out).toContain("undone by you 1");
    expect(second.out).toContain(`handoff capture --session ID, of ${id(2)}`);
    const byHand = await run(at(project), ["capture", "--session", id(2), "--json"]);
    expect(JSON.parse(byHand.out)).toMatchObject({ outcome: "applied" });
    const third = await run(at(project), ["backfill", "--json"]);
    expect(JSON.parse(third.out)).toMatchObject({ unchanged: 3, undone: 0, undoneSessions: [] });
  });

  it("a session goes by the begin of its id as log shows it, where no other begins so", async () => {
    const project = projectOf("short-id");
    const one = await run(at(project), ["capture", "--session", id(1).slice(0, 8)]);
    expect(one).toMatchObject({ code: 0, err: "" });
    expect(one.out).toContain(`session claude-code ${id(1)}`);
    const twin = `${id(2).slice(0, 8)}-2222-4222-8222-222222222222`;
    project.session(twin, "2026-11-02T09:00:00Z").turn(turn);
    const two = await run(at(project), ["capture", "--session", id(2).slice(0, 8)]);
    expect(two.code).toBe(2);
    expect(two.err).toContain("several sessions of this folder begin so");
    const whole = await run(at(project), ["capture", "--session", twin, "--json"]);
    expect(JSON.parse(whole.out)).toMatchObject({ session: { id: twin }, earlierWindows: 0 });
  });

  it("says that there is no memory, of a host that keeps none", async () => {
    const project = new LiveProject("no-memory");
    const folder = join(project.box.env["HOME"] ?? "", ".pi/agent/sessions", folderName(project.cwd));
    mkdirSync(folder, { recursive: true });
    const header = { type: "session", version: 3, id: "p1", cwd: project.cwd };
    writeFileSync(join(folder, "t_p1.jsonl"), `${JSON.stringify(header)}\n`);
    const ran = await run(at(project), ["backfill", "--host", "pi"]);
    expect(ran).toMatchObject({ code: 2, out: "" });
    expect(ran.err).toContain("no memory here");
  });

  it("refuses a date that is none", async () => {
    const ran = await run(at(new LiveProject("date")), ["backfill", "--since", "soon"]);
    expect(ran.code).toBe(2);
    expect(ran.err).toContain("--since");
  });
});

describe("handoff trust", () => {
  it("records the memory of a project, which captures then use", async () => {
    const project = new LiveProject("trust");
    const root = join(project.cwd, ".memory");
    mkdirSync(root);
    const none = await run(at(project), ["trust"]);
    expect(none.code).toBe(2);
    await run(at(project), ["init", "--memory", root]);
    const other = { ...project.box.env, HANDOFF_HOME: join(project.box.folder, "other-state") };
    const ran = await run({ ...at(project), env: other }, ["trust", "--json"]);
    expect(JSON.parse(ran.out)).toEqual({ trusted: root });
    expect(trustedRootFor(other.HANDOFF_HOME, project.cwd)).toBe(root);
  });

  it("refuses a MANIFEST.md that cannot be understood", async () => {
    const project = new LiveProject("trust-garbage");
    writeFileSync(join(project.cwd, "MANIFEST.md"), "garbage\n");
    const ran = await run(at(project), ["trust", "--json"]);
    expect(ran.code).toBe(2);
    expect(JSON.parse(ran.out)).toMatchObject({ error: { code: "manifest-invalid" } });
    expect(trustedRootFor(project.home, project.cwd)).toBeNull();
  });

  it("tells what is trusted and what changed since, and takes it back", async () => {
    const project = new LiveProject("trust-list");
    await run(at(project), ["init"]);
    const root = join(project.cwd, ".memory");
    const listed = async () =>
      JSON.parse((await run(at(project), ["trust", "--list", "--json"])).out).records;
    expect(await listed()).toMatchObject([{ root, changed: false }]);
    appendFileSync(join(root, "MANIFEST.md"), "\nMore.\n");
    expect(await listed()).toMatchObject([{ root, changed: true }]);
    await run(at(project), ["trust"]);
    expect(await listed()).toMatchObject([{ root, changed: false }]);
    const { out } = await run(at(project), ["trust", "--remove", "--json"]);
    expect(JSON.parse(out)).toEqual({ removed: root });
    expect(await listed()).toEqual([]);
  });
});
