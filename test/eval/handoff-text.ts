import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Cut, prefixOf } from "./cuts.ts";
import { removeFolder } from "../fixtures/remove-folder.ts";

export interface Captured {
  /** What the next session would be told, by budget; null where a command failed. */
  told: Map<number, string | null>;
  /** Everything the capture wrote for people and agents. */
  memory: string;
}

/** Captures the prefix of a transcript into a memory of its own. */
export function captured(
  command: readonly string[],
  transcript: string,
  cut: Cut,
  budgets: readonly number[],
): Captured {
  const folder = mkdtempSync(path.join(tmpdir(), "handoff-eval-"));
  try {
    const prefix = path.join(folder, path.basename(transcript));
    const memory = path.join(folder, "memory");
    const home = path.join(folder, "home");
    mkdirSync(home);
    writeFileSync(prefix, prefixOf(transcript, cut.records));
    const env = { ...process.env, HOME: home, HANDOFF_HOME: path.join(folder, "state"), NO_COLOR: "1" };
    const run = (args: readonly string[]): string | null => {
      const [program = "node", ...first] = command;
      const done = spawnSync(program, [...first, ...args, "--json"], {
        env,
        encoding: "utf8",
        maxBuffer: 2 ** 28,
      });
      return done.status === 0 ? done.stdout : null;
    };
    run([
      "capture",
      "--host",
      cut.host,
      "--transcript",
      prefix,
      "--memory",
      memory,
      "--provider",
      "extractive",
    ]);
    const told = new Map(
      budgets.map((b) => [b, textOf(run(["resume", "--memory", memory, "--budget", String(b)]), b)]),
    );
    return { told, memory: writtenIn(memory) };
  } finally {
    removeFolder(folder);
  }
}

function writtenIn(memory: string): string {
  if (!existsSync(memory)) return "";
  return readdirSync(memory, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md") && !file.endsWith("MANIFEST.md") && !file.startsWith(".handoff"))
    .map((file) => readFileSync(path.join(memory, file), "utf8"))
    .join("\n");
}

/** The text of a resume; null when the command failed or said more than it may. */
function textOf(output: string | null, budget: number): string | null {
  if (output === null) return null;
  try {
    const parsed: unknown = JSON.parse(output);
    if (typeof parsed !== "object" || parsed === null || !("text" in parsed)) return null;
    return typeof parsed.text === "string" && parsed.text.length <= budget ? parsed.text : null;
  } catch {
    return null;
  }
}
