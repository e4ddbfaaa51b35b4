import { createRequire } from "node:module";

/** Dummy, of the lab's own gateway. */
export const GATEWAY_TOKEN = "dummy-token";

/** An event of the gateway, such as `chat` with the state of a run. */
interface GatewayEvent {
  event: string;
  /** Milliseconds since the epoch. */
  at: number;
  payload: Record<string, unknown>;
}

/** A connection to the gateway as an operator's client has it. */
export interface GatewaySocket {
  /** Calls a method; resolves with its payload. Fails with the gateway's error. */
  call: (method: string, params: object) => Promise<Record<string, unknown>>;
  /** All events since the connection was made, oldest first. */
  events: readonly GatewayEvent[];
  close: () => void;
}

interface Frame {
  type: string;
  id?: string;
  event?: string;
  ok?: boolean;
  payload?: Record<string, unknown>;
  error?: { code?: string; message?: string };
}

/** The part of the package `ws` that is used; Node 20 has no WebSocket of its own. */
interface Socket {
  on: (event: string, listener: (data: unknown) => void) => void;
  send: (text: string) => void;
  close: () => void;
}

/** `operator.admin` is what `/new` in a chat needs; the client's own command line is given less. */
const ADMIN = ["operator.admin", "operator.read", "operator.write"];

/** Connects to a gateway on this machine. `client`: path of `openclaw.mjs`, whose `ws` is used. */
export async function connect(
  client: string,
  port: number,
  scopes: readonly string[] = ADMIN,
): Promise<GatewaySocket> {
  const WebSocket = createRequire(client)("ws") as new (url: string) => Socket;
  const socket = new WebSocket(`ws://127.0.0.1:${port}`);
  const waiting = new Map<
    string,
    { resolve: (value: Record<string, unknown>) => void; reject: (error: Error) => void }
  >();
  const events: GatewayEvent[] = [];
  let last = 0;
  const call: GatewaySocket["call"] = (method, params) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(String(last), { resolve, reject });
      socket.send(JSON.stringify({ type: "req", id: String(last), method, params }));
    });
  const fail = (error: Error): void => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  await new Promise<void>((resolve, reject) => {
    socket.on("error", (error) => {
      const failed = error instanceof Error ? error : new Error("the connection broke");
      reject(failed);
      fail(failed);
    });
    socket.on("close", () => fail(new Error("the gateway closed the connection")));
    socket.on("message", (data) => {
      const frame = JSON.parse(String(data)) as Frame;
      if (frame.event === "connect.challenge") {
        call("connect", greeting(scopes)).then(() => resolve(), reject);
      } else if (frame.type === "event") {
        events.push({ event: frame.event ?? "", at: Date.now(), payload: frame.payload ?? {} });
      } else {
        const asked = waiting.get(frame.id ?? "");
        waiting.delete(frame.id ?? "");
        if (frame.ok === true) asked?.resolve(frame.payload ?? {});
        else asked?.reject(new Error(`${frame.error?.code}: ${frame.error?.message}`));
      }
    });
  });
  return { call, events, close: () => socket.close() };
}

/** What a client says first; both versions of OpenClaw speak protocol 4. */
function greeting(scopes: readonly string[]): object {
  return {
    minProtocol: 4,
    maxProtocol: 4,
    client: { id: "gateway-client", version: "1.0.0", platform: "linux", mode: "backend" },
    role: "operator",
    scopes,
    caps: [],
    auth: { token: GATEWAY_TOKEN },
    locale: "en-US",
    userAgent: "lab/1",
  };
}
