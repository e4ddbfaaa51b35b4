import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folderKey, sessionKey, writeResume } from "../../src/store/resume-cache.ts";
import { removeFolder } from "../../test/fixtures/remove-folder.ts";
import { makeHandler } from "./handle.ts";

/** A gateway's side of the pack, in a temp folder: a bundle with a worker of the test, a home, a workspace. */
export interface Gateway {
  folder: string;
  home: string;
  workspace: string;
  /** Sends one event to the handler. */
  send: (event: object) => Promise<void>;
  /** Jobs that wait, oldest first. */
  pending: () => Record<string, unknown>[];
  setting: (values: object) => void;
  /** What the memory tells of a session; of the folder where none is named. */
  resume: (text: string, sessionId?: string) => void;
  /** An answer of a model stands in the transcript of a session (of the hosts before the databases). */
  answered: (sessionId: string) => void;
  /** So does a compaction. */
  compacted: (sessionId: string, id: string) => void;
  /** The same gateway, started anew. */
  restart: () => void;
  remove: () => void;
}

/** What the worker of a test does, as text of an ES module with `home` and `pending()` at hand. */
const PRELUDE = `
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
const home = process.env.HANDOFF_HOME;
const pending = () => readdirSync(home + "/queue/pending").filter((name) => !name.startsWith("."));
const finish = (name) => {
  const { id } = JSON.parse(readFileSync(home + "/queue/pending/" + name, "utf8"));
  mkdirSync(home + "/queue/done", { recursive: true });
  writeFileSync(home + "/queue/done/" + name, JSON.stringify({ id, outcome: "applied" }));
  rmSync(home + "/queue/pending/" + name);
};
const change = (name, values) => {
  const path = home + "/queue/pending/" + name;
  const job = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path + ".new", JSON.stringify({ ...job, ...values }));
  renameSync(path + ".new", path);
};
`;

/** Makes a gateway. `worker` null: the bundle has none. */
export function makeGateway(worker: string | null, env: Record<string, string> = {}): Gateway {
  const folder = mkdtempSync(join(tmpdir(), "handoff-pack-"));
  const home = join(folder, "home");
  const workspace = join(folder, "workspace");
  const bundle = join(folder, "bundle");
  mkdirSync(home);
  mkdirSync(workspace);
  mkdirSync(bundle);
  writeFileSync(join(bundle, "package.json"), '{"type": "module"}');
  if (worker !== null) writeFileSync(join(bundle, "worker.js"), `${PRELUDE}${worker}`);
  const variables = { PATH: process.env["PATH"] ?? "", HOME: folder, HANDOFF_HOME: home, ...env };
  const sessions = join(folder, ".openclaw/agents/main/sessions");
  mkdirSync(sessions, { recursive: true });
  writeFileSync(join(sessions, "sessions.json"), "{}");
  const start = () => makeHandler({ folder: bundle, bundle, env: variables });
  let handler = start();
  return {
    folder,
    home,
    workspace,
    send: (raw) => handler(raw),
    restart: () => void (handler = start()),
    answered: (sessionId) => {
      const said = {
        type: "message",
        message: { role: "assistant", content: [{ type: "text", text: "yes" }] },
      };
      writeFileSync(join(sessions, `${sessionId}.jsonl`), `${JSON.stringify(said)}\n`);
    },
    compacted: (sessionId, id) =>
      appendFileSync(join(sessions, `${sessionId}.jsonl`), `${JSON.stringify({ type: "compaction", id })}\n`),
    resume: (text, sessionId) => {
      const key = sessionId === undefined ? folderKey(workspace) : sessionKey("openclaw", sessionId);
      const record = { version: 1, root: workspace, sessionId: null, text, at: "", sources: [] } as const;
      writeResume(home, key, { ...record, sources: [] });
    },
    pending: () => jobsIn(join(home, "queue/pending")),
    setting: (values) => writeFileSync(join(home, "config.json"), JSON.stringify(values)),
    remove: () => removeFolder(folder),
  };
}

function jobsIn(folder: string): Record<string, unknown>[] {
  const names = readdirSync(folder, { withFileTypes: true })
    .map(({ name }) => name)
    .filter((name) => name.endsWith(".json"))
    .toSorted();
  return names.flatMap((name): Record<string, unknown>[] => {
    try {
      return [JSON.parse(readFileSync(join(folder, name), "utf8"))];
    } catch {
      // The worker has finished it meanwhile.
      return [];
    }
  });
}

/** An event as the gateway sends it. */
export function event(name: string, sessionKey: string, context: object): object {
  const [type, ...action] = name.split(":");
  return {
    type,
    action: action.join(":"),
    sessionKey,
    context,
    timestamp: new Date("2026-11-29T20:54:34.800Z"),
    messages: [],
  };
}
