import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import type { Asked } from "../../fixtures/messages-api/asked.ts";
import type { Lab, RunOptions } from "./lab.ts";
import { until } from "../until.ts";

/** The client in a terminal, as a person sees it. */
export interface Terminal {
  /** Process id of the client. */
  pid: number;
  screen: () => string;
  /** Types a line and sends it. */
  send: (line: string) => Promise<void>;
  /** Types a prompt; resolves with its first model request once the answer to its last one stands. */
  ask: (prompt: string) => Promise<Asked>;
  /** `/clear`; resolves with the milliseconds until the client takes input in the new session. */
  clear: () => Promise<number>;
  /** `/compact`; resolves with the milliseconds until the client takes input again. */
  compact: () => Promise<number>;
  /** Resolves when the client's process has ended. */
  ended: () => Promise<void>;
  /** `/exit`; resolves with the milliseconds until the process had ended. */
  exit: () => Promise<number>;
  isRunning: () => boolean;
}

/** Starts the client in a terminal of its own and waits until it takes input. */
export async function openTerminal(
  lab: Lab,
  { cwd = lab.project, args = [], env = {} }: RunOptions = {},
): Promise<Terminal> {
  const socket = `handoff-${randomBytes(6).toString("hex")}`;
  const tmux = (...command: string[]): string => {
    const run = spawnSync("tmux", ["-L", socket, "-f", "/dev/null", ...command], {
      encoding: "utf8",
      env: { ...lab.env, ...env },
    });
    return run.stdout;
  };
  const start = [
    "new-session",
    "-d",
    "-s",
    "main",
    "-x",
    "100",
    "-y",
    "50",
    "-c",
    cwd,
    lab.tools.claude,
    ...args,
  ];
  tmux("set-option", "-g", "remain-on-exit", "on", ";", ...start);
  const pane = (format: string): string => tmux("list-panes", "-t", "main", "-F", format).trim();
  const screen = (): string => tmux("capture-pane", "-p", "-t", "main");
  const isRunning = (): boolean => pane("#{pane_dead}") === "0";
  const wait = <Value>(what: string, look: () => Value) => until(what, look, { describe: screen });
  /** Milliseconds from now on until something is so. */
  const timed = async (what: string, look: () => boolean): Promise<number> => {
    const start = performance.now();
    await wait(what, look);
    return performance.now() - start;
  };
  const pid = Number(pane("#{pane_pid}"));
  lab.onClose(async () => {
    tmux("kill-server");
    await wait("the client has ended", () => !isAlive(pid));
  });
  await wait("the client takes input", () => isReady(screen()));

  const send = async (line: string): Promise<void> => {
    tmux("send-keys", "-t", "main", "-l", line);
    await wait("the line is on the screen", () => packed(screen()).includes(packed(line)));
    tmux("send-keys", "-t", "main", "Enter");
  };
  return {
    pid,
    screen,
    send,
    isRunning,
    ask: async (prompt) => {
      const before = lab.api.asked.length;
      await send(prompt);
      const isOwn = ({ who, prompt: typed }: Asked): boolean => who === "client" && typed.includes(prompt);
      const own = (): Asked[] => lab.api.asked.slice(before).filter(isOwn);
      const first = await wait("the prompt reaches the model", () => own()[0]);
      await wait("the turn ends", () => own().at(-1)?.endedTurn === true && isReady(screen()));
      return first;
    },
    clear: async () => {
      await wait("the last answer is on the screen", () => screen().includes("●"));
      await send("/clear");
      return timed("the screen is clear", () => !screen().includes("●") && isReady(screen()));
    },
    compact: async () => {
      await send("/compact");
      return timed(
        "the conversation is compacted",
        () => screen().includes("Compacted") && isReady(screen()),
      );
    },
    ended: async () => void (await wait("the client has ended", () => !isRunning())),
    exit: async () => {
      await send("/exit");
      return timed("the client has ended", () => !isRunning());
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Without white space: lines wrap. */
function packed(text: string): string {
  return text.replaceAll(/\s/gu, "");
}

/** True when the prompt line is there and nothing is being worked on. */
function isReady(screen: string): boolean {
  return /^❯\s*$/mu.test(screen) && !/esc to interrupt/iu.test(screen);
}
