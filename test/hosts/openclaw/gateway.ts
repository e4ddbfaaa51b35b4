import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { closeSync, openSync, readFileSync } from "node:fs";
import type { Asked } from "../../fixtures/chat-completions/asked.ts";
import { until } from "../until.ts";
import type { Lab } from "./lab.ts";
import { connect, type GatewaySocket } from "./socket.ts";

/** What became of one message. */
interface Replied {
  /** The first model request of the run; undefined where the gateway answered by itself, as it does to `/new`. */
  asked: Asked | undefined;
  /** The text of the answer; empty where none was shown. */
  text: string;
  /** Milliseconds from the call to the end of the run. */
  took: number;
}

/** OpenClaw's gateway, run as a person runs it. */
export interface Gateway {
  pid: number;
  port: number;
  /** Everything it printed so far. */
  log: () => string;
  socket: GatewaySocket;
  /** Sends a message as the web chat does and waits for the end of its run. */
  chat: (message: string, options?: { sessionKey?: string; limitMs?: number }) => Promise<Replied>;
  /** Another connection, for example one with fewer scopes. */
  connect: (scopes: readonly string[]) => Promise<GatewaySocket>;
  /** SIGTERM; resolves with the milliseconds until it had ended. */
  stop: () => Promise<number>;
  /** SIGKILL for it and its children: our detached workers are none of them. */
  kill: () => Promise<void>;
}

/** The session of the web chat and of `openclaw agent` with no other name. */
export const MAIN = "agent:main:main";

/** A start takes 13 to 20 s where two cores are free, and minutes where many processes share them. */
const START_LIMIT_MS = 300_000;

/** A first run takes seconds, and minutes where many processes share the machine. */
const RUN_LIMIT_MS = 300_000;

/** On a busy machine its own first migration can miss a limit of five seconds; then it ends and says "restart". */
const MOST_STARTS = 5;

/** Starts `openclaw gateway run` and waits until it takes messages. */
export async function startGateway(lab: Lab): Promise<Gateway> {
  for (let start = 1; ; start += 1) {
    const run = runGateway(lab);
    const isUp = (): Promise<boolean> | true => run.hasEnded() || isReady(lab.port);
    await until("the gateway is ready", isUp, { limitMs: START_LIMIT_MS, describe: run.log });
    if (!run.hasEnded()) return connected(lab, run);
    if (start === MOST_STARTS) throw new Error(`the gateway ended while it started\n${run.log()}`);
  }
}

interface GatewayProcess {
  pid: number;
  log: () => string;
  hasEnded: () => boolean;
  ended: () => Promise<true>;
  kill: () => Promise<void>;
}

function runGateway(lab: Lab): GatewayProcess {
  const logFile = `${lab.folder}/gateway-${randomUUID()}.log`;
  const output = openSync(logFile, "w");
  const child = spawn(lab.tools.node, [lab.tools.openclaw, "gateway", "run"], {
    cwd: lab.home,
    env: lab.env,
    // A group of its own, so that its helper processes can be ended with it.
    detached: true,
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  const pid = child.pid ?? 0;
  const log = (): string => readFileSync(logFile, "utf8");
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const ended = (): Promise<true> => until("the gateway has ended", hasEnded, { describe: log });
  const kill = async (): Promise<void> => {
    if (!hasEnded()) process.kill(-pid, "SIGKILL");
    await ended();
  };
  lab.onClose(kill);
  return { pid, log, hasEnded, ended, kill };
}

async function connected(lab: Lab, { pid, log, ended, kill }: GatewayProcess): Promise<Gateway> {
  const socket = await connect(lab.tools.openclaw, lab.port);
  return {
    pid,
    port: lab.port,
    log,
    socket,
    chat: (message, { sessionKey = MAIN, limitMs = RUN_LIMIT_MS } = {}) =>
      chat(lab, socket, message, sessionKey, limitMs, log),
    connect: (scopes) => connect(lab.tools.openclaw, lab.port, scopes),
    stop: async () => {
      const start = performance.now();
      process.kill(pid, "SIGTERM");
      await ended();
      return performance.now() - start;
    },
    kill,
  };
}

/** `/health` answers before messages are taken. */
async function isReady(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2000) });
    return answer.ok;
  } catch {
    return false;
  }
}

async function chat(
  lab: Lab,
  socket: GatewaySocket,
  message: string,
  sessionKey: string,
  limitMs: number,
  describe: () => string,
): Promise<Replied> {
  const start = performance.now();
  const before = lab.api.asked.length;
  const runId = randomUUID();
  await socket.call("chat.send", { sessionKey, message, idempotencyKey: runId });
  const isEnd = ({ event, payload }: GatewaySocket["events"][number]): boolean =>
    event === "chat" &&
    payload["runId"] === runId &&
    ["final", "error", "aborted"].includes(String(payload["state"]));
  const end = await until("the run ends", () => socket.events.find(isEnd), { limitMs, describe });
  const took = performance.now() - start;
  if (end.payload["state"] !== "final")
    throw new Error(`the run of a message ended as ${String(end.payload["state"])}`);
  const asked = lab.api.asked.slice(before).find((one) => one.who === "client" && one.prompt === message);
  return { asked, text: textOf(end.payload["message"]), took };
}

function textOf(message: unknown): string {
  const { content = [] } = (message ?? {}) as { content?: { text?: string }[] };
  return content.map(({ text = "" }) => text).join("\n");
}
