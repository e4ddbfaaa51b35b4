import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { projectSlug } from "../../hosts/claude-code/config-folder.ts";
import { type HostEvents, withEvent } from "../../queue/events.ts";
import type { Job } from "../../queue/job.ts";
import { planInstall } from "../claude-code/install.ts";
import { WIRED_FILES } from "../claude-code/entries.ts";
import type { Check, Finding, Surroundings } from "./check.ts";

/** The time at which everything is looked at. */
const NOW = new Date("2026-11-30T12:00:00Z");
export const hoursAgo = (hours: number): string => new Date(NOW.getTime() - hours * 3_600_000).toISOString();

/** A person's machine, made up: home folder, project in git, state folder. */
export class Machine {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "handoff-doctor-")));
  readonly home = join(this.folder, "state");
  readonly project = join(this.folder, "project");
  readonly client = join(this.folder, "home/.claude");
  readonly transcripts = join(this.client, "projects", projectSlug(this.project));
  readonly memory = join(this.transcripts, "memory");
  env: Record<string, string> = { HOME: join(this.folder, "home"), PATH: join(this.folder, "bin") };

  constructor() {
    for (const folder of [join(this.project, ".git"), join(this.folder, "home")])
      mkdirSync(folder, { recursive: true });
    mkdirSync(this.home, { mode: 0o700 });
  }

  get around(): Surroundings {
    const managedSettings = join(this.folder, "managed.json");
    return {
      home: this.home,
      cwd: this.project,
      env: this.env,
      memory: null,
      now: NOW,
      version: "1.0.0",
      managedSettings,
    };
  }

  run(check: Check): Promise<Finding> {
    return Promise.resolve(check.run(this.around));
  }

  /** Writes a file below the made-up machine; a value becomes JSON. */
  write(path: string, content: unknown): string {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
    return file;
  }

  /** Wires a bundle of names into the user's settings. */
  async install(at: string = hoursAgo(24 * 10)): Promise<void> {
    for (const file of ["cli.js", "worker.js", ...WIRED_FILES]) this.write(`bundle/${file}`, "");
    const { home, project: cwd, env } = this;
    const bundle = join(this.folder, "bundle");
    const plan = {
      home,
      cwd,
      env,
      scope: "user" as const,
      bundle,
      version: "1.0.0",
      execPath: process.execPath,
    };
    await planInstall(plan).apply();
    this.date(at);
  }

  /** Puts the record's time back. */
  private date(at: string): void {
    for (const name of readdirSync(join(this.home, "installed")).filter((one) => one.endsWith(".json"))) {
      const record = JSON.parse(readFileSync(join(this.home, "installed", name), "utf8"));
      this.write(`state/installed/${name}`, { ...record, at });
    }
  }

  /** Counts events as the worker does. */
  count(
    ...counted: (Partial<Job> & { fate?: "captured" | "nothing" | "missed"; capturedAt?: string })[]
  ): void {
    const blank: HostEvents = {
      version: 1,
      host: "claude-code",
      firstAt: hoursAgo(240),
      events: {},
      sessions: [],
    };
    const events = counted.reduce((known, { fate = "captured", capturedAt, ...more }) => {
      const job = {
        host: "claude-code",
        event: "session-end",
        at: hoursAgo(1),
        sessionId: "s1",
        hookMs: 80,
        ...more,
      } as const;
      return withEvent(known, { job, fate, now: new Date(capturedAt ?? job.at) });
    }, blank);
    this.write("state/events/claude-code.json", events);
  }

  /** A transcript of this project. */
  transcript(id: string, writtenAt: string, records: readonly object[]): string {
    const base = { sessionId: id, cwd: this.project, version: "2.1.332", type: "user" };
    const lines = records.map((record) => JSON.stringify({ ...base, ...record }));
    const path = this.write(
      join(this.transcripts, `${id}.jsonl`).slice(this.folder.length + 1),
      `${lines.join("\n")}\n`,
    );
    utimesSync(path, new Date(writtenAt), new Date(writtenAt));
    return path;
  }
}
