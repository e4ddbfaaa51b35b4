import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { identityOf } from "../files/process-identity.ts";
import { withDeadline } from "./deadline.ts";
import { type ChildEnd, runChild } from "./run-child.ts";
import { removeFolder } from "../../test/fixtures/remove-folder.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "handoff-child-"));
});
afterEach(() => removeFolder(home));

/** Runs a shell script as the child; `$PIDS` is a file it may note process ids in. */
function run(script: string, limitMs = 60_000, signal?: AbortSignal): Promise<ChildEnd> {
  const env = { PATH: process.env["PATH"], PIDS: join(home, "pids") };
  const spec = { home, program: "/bin/sh", args: ["-c", script], env, input: "the input" };
  return withDeadline("command", limitMs, signal, (deadline) => runChild(spec, deadline));
}

const pids = (): number[] => readFileSync(join(home, "pids"), "utf8").trim().split("\n").map(Number);

function isRunning(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 2));
  } catch {
    return false;
  }
}

/** A killed process may take a moment to leave the table. */
async function stillRunning(ids: readonly number[]): Promise<number[]> {
  for (let n = 0; n < 600 && ids.some(isRunning); n += 1) await sleep(50);
  return ids.filter(isRunning);
}

describe("a child that answers", () => {
  it("gets its input, is told that it is ours, and runs in the neutral folder", async () => {
    const end = await run('cat; echo " $HANDOFF_CHILD $HANDOFF_DISABLE"; pwd; echo words >&2; exit 3');
    expect(end.code).toBe(3);
    expect(end.stdout.split("\n").slice(0, 2)).toEqual(["the input 1 1", join(home, "neutral")]);
    expect(end.stderr).toBe("words\n");
    expect(statSync(join(home, "neutral")).mode & 0o777).toBe(0o700);
  });

  it("is noted in guard/ while it runs, and no longer", async () => {
    const end = await run(`until cat ${home}/guard/child-$$.json; do sleep 0.1; done`);
    expect(JSON.parse(end.stdout)).toMatchObject({ provider: "command", owner: { pid: process.pid } });
    expect(readdirSync(join(home, "guard"))).toEqual([]);
  });

  it("need not read its input", async () => {
    const spec = { home, program: "/bin/true", args: [], env: {}, input: "x".repeat(1_000_000) };
    const end = await withDeadline("command", 60_000, undefined, (deadline) => runChild(spec, deadline));
    expect(end.code).toBe(0);
  });

  it("leaves nobody of its group behind, and is not held up by one who keeps the output open", async () => {
    const began = performance.now();
    const end = await run('sleep 60 & echo $! >> "$PIDS"; echo answer');
    expect(end.stdout).toBe("answer\n");
    expect(performance.now() - began).toBeLessThan(45_000);
    expect(await stillRunning(pids())).toEqual([]);
  });
});

const STUBBORN = `trap '' TERM INT HUP; echo $$ >> "$PIDS";`;

describe("a child that does not end by itself is ended with all it started", () => {
  it.each([
    ["hangs", `echo $$ >> "$PIDS"; sleep 60`],
    ["ignores SIGTERM", `${STUBBORN} while :; do sleep 1; done`],
    ["drips", `echo $$ >> "$PIDS"; while :; do printf .; sleep 0.1; done`],
    ["forks", `echo $$ >> "$PIDS"; for n in 1 2 3; do sleep 60 & echo $! >> "$PIDS"; done; wait`],
    [
      "forks others that ignore SIGTERM",
      `echo $$ >> "$PIDS"; for n in 1 2; do (trap '' TERM; sleep 60) & echo $! >> "$PIDS"; done; wait`,
    ],
    [
      "forks one that leaves its group",
      `echo $$ >> "$PIDS"; setsid sh -c 'echo $$ >> "$PIDS"; sleep 60' & sleep 60`,
    ],
  ])("when it %s", async (_, script) => {
    const began = performance.now();
    await expect(run(script, 3_000)).rejects.toMatchObject({
      code: "provider-timeout",
      detail: { limit: 3_000 },
    });
    expect(performance.now() - began).toBeLessThan(45_000);
    expect(pids().length).toBeGreaterThan(0);
    expect(await stillRunning(pids())).toEqual([]);
    expect(readdirSync(join(home, "guard"))).toEqual([]);
  });

  it("when it prints ten megabytes", async () => {
    const script = `echo $$ >> "$PIDS"; head -c 10000000 /dev/zero; sleep 60`;
    await expect(run(script)).rejects.toMatchObject({ code: "provider-unavailable" });
    expect(await stillRunning(pids())).toEqual([]);
  });

  it("when the caller gives up", async () => {
    const stop = new AbortController();
    const running = run(`echo $$ >> "$PIDS"; sleep 60`, 60_000, stop.signal);
    while (!existsSync(join(home, "pids"))) await sleep(20);
    stop.abort();
    await expect(running).rejects.toMatchObject({ code: "provider-timeout" });
    expect(await stillRunning(pids())).toEqual([]);
  });
});

describe("a program that cannot be started", () => {
  it.each([
    ["is missing", "/nonexistent/program"],
    ["is a folder", "/etc"],
  ])("because it %s", async (_, program) => {
    const spec = { home, program, args: [], env: {}, input: "" };
    const running = withDeadline("command", 60_000, undefined, (deadline) => runChild(spec, deadline));
    await expect(running).rejects.toMatchObject({ code: "provider-no-program" });
  });

  it("because of an argument that no system takes", async () => {
    const spec = { home, program: "/bin/echo", args: ["a\0b"], env: {}, input: "" };
    const running = withDeadline("command", 60_000, undefined, (deadline) => runChild(spec, deadline));
    await expect(running).rejects.toMatchObject({ code: "provider-unavailable" });
  });
});

describe("children of a run that was killed", () => {
  it("are ended by the next one", async () => {
    const orphan = spawn("sleep", ["60"], {
      detached: true,
      stdio: "ignore",
      env: { HANDOFF_CHILD_ID: "left-behind" },
    });
    await once(orphan, "spawn");
    const gone = spawn("true", [], { stdio: "ignore" });
    const owner = identityOf(gone.pid ?? 0);
    await once(gone, "exit");
    mkdirSync(join(home, "guard"));
    const child = identityOf(orphan.pid ?? 0);
    const record = { version: 1, provider: "command", mark: "left-behind", child, owner, at: "" };
    writeFileSync(join(home, "guard", `child-${orphan.pid}.json`), JSON.stringify(record));
    await run("true");
    expect(await stillRunning([orphan.pid ?? 0])).toEqual([]);
    expect(readdirSync(join(home, "guard"))).toEqual([]);
  });

  it("of a run that still goes on are left alone", async () => {
    const other = spawn("sleep", ["60"], { detached: true, stdio: "ignore" });
    await once(other, "spawn");
    mkdirSync(join(home, "guard"));
    const file = join(home, "guard", `child-${other.pid}.json`);
    const record = {
      version: 1,
      provider: "command",
      mark: "other",
      child: identityOf(other.pid ?? 0),
      owner: identityOf(process.pid),
      at: "",
    };
    writeFileSync(file, JSON.stringify(record));
    await run("true");
    expect(isRunning(other.pid ?? 0)).toBe(true);
    expect(existsSync(file)).toBe(true);
    other.kill("SIGKILL");
  });
});
