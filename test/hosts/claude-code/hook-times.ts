import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Lab } from "./lab.ts";

interface HookTime {
  hook: string;
  by: "the client" | "ourselves";
  /** Milliseconds. */
  ms: number;
}

/** How long our hooks took: as the client notes it in its transcripts, and as the jobs say. */
export function hookTimes(lab: Lab): HookTime[] {
  return [...measuredByClient(lab), ...measuredByJobs(lab)];
}

function measuredByClient({ home }: Lab): HookTime[] {
  const projects = path.join(home, ".claude/projects");
  const records = filesBelow(projects, ".jsonl").flatMap((file) => readFileSync(file, "utf8").split("\n"));
  return records
    .filter((line) => line.includes("stop_hook_summary") || line.includes('"hook_success"'))
    .flatMap((line) => timesOf(JSON.parse(line) as HookRecord));
}

interface HookRecord {
  hookInfos?: { command: string; durationMs?: number }[];
  attachment?: { hookEvent?: string; command?: string; durationMs?: number };
}

function timesOf({ hookInfos = [], attachment }: HookRecord): HookTime[] {
  const all = [
    ...hookInfos.map((info) => ({ ...info, hook: "Stop" })),
    ...(attachment === undefined ? [] : [{ ...attachment, hook: attachment.hookEvent ?? "" }]),
  ];
  return all.flatMap(({ hook, command = "", durationMs }) => {
    // A person's own hooks are not counted.
    if (durationMs === undefined || !command.includes("hooks/claude-code/")) return [];
    return [{ hook, by: "the client" as const, ms: durationMs }];
  });
}

function measuredByJobs({ state }: Lab): HookTime[] {
  return filesBelow(path.join(state, "queue/done"), ".json").flatMap((file) => {
    const { event, hookMs } = JSON.parse(readFileSync(file, "utf8")) as { event: string; hookMs: number };
    const hook = { "session-end": "SessionEnd", "pre-compact": "PreCompact" }[event];
    return hook === undefined ? [] : [{ hook, by: "ourselves" as const, ms: hookMs }];
  });
}

function filesBelow(folder: string, end: string): string[] {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    return names.filter((name) => name.endsWith(end)).map((name) => path.join(folder, name));
  } catch {
    return [];
  }
}
