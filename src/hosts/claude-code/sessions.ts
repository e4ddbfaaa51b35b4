import { open, readdir, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { eachLine } from "../../files/lines.ts";
import { livenessOf, ownIdentity } from "../../files/process-identity.ts";
import type { ListedSession, ListRequest } from "../host.ts";
import { realOf } from "../repository.ts";
import { configFolder, type Env, projectFolder } from "./config-folder.ts";
import { objectOf, textOf } from "./json.ts";
import { parse } from "./records.ts";

/** Sub-agents of older clients lie beside the sessions. */
const SUB_AGENT = /^agent-/;
/** Records looked at for what a file says of itself: it does so within the first few. */
const FIRST_RECORDS = 40;

/**
 * The sessions whose transcripts lie in a folder (absent: that of the working folder's project), oldest first by their
 * last write. Files that hold nothing and sub-agents are none.
 */
export async function listSessions(request: ListRequest): Promise<ListedSession[]> {
  const { cwd, env } = request;
  const folders =
    request.folder === null
      ? [...new Set([projectFolder(await realOf(cwd), env), projectFolder(cwd, env)])]
      : [request.folder];
  const running = await runningSessions(env);
  const found = await Promise.all(folders.map((folder) => sessionsIn(folder, running)));
  return found.flat().sort((a, b) => a.writtenAt - b.writtenAt || (a.path < b.path ? -1 : 1));
}

/** What the first records of a transcript say of their session: its id and its working folder; null where they do not. */
export async function describeSession(
  path: string,
): Promise<{ sessionId: string | null; cwd: string | null }> {
  const told: { sessionId: string | null; cwd: string | null } = { sessionId: null, cwd: null };
  const handle = await open(path, "r");
  try {
    let records = 0;
    await eachLine(handle, {}, ({ bytes, long }) => {
      const record = long ? null : parse(bytes);
      told.sessionId ??= textOf(record?.["sessionId"]);
      told.cwd ??= textOf(record?.["cwd"]);
      records += 1;
      return records < FIRST_RECORDS && (told.sessionId === null || told.cwd === null);
    });
  } finally {
    await handle.close();
  }
  return told;
}

async function sessionsIn(folder: string, running: ReadonlySet<string>): Promise<ListedSession[]> {
  const names = (await namesIn(folder)).filter((name) => name.endsWith(".jsonl") && !SUB_AGENT.test(name));
  const found = await Promise.all(
    names.map(async (name): Promise<ListedSession[]> => {
      const path = join(folder, name);
      const sessionId = basename(name, ".jsonl");
      try {
        const file = await stat(path);
        if (!file.isFile() || file.size === 0) return [];
        const { size, mtimeMs: writtenAt } = file;
        return [{ sessionId, path, size, writtenAt, running: running.has(sessionId) }];
      } catch {
        return [];
      }
    }),
  );
  return found.flat();
}

/** Ids of the sessions that a client has open: `sessions/<pid>.json`, which stays behind when a client is killed. */
async function runningSessions(env: Env): Promise<Set<string>> {
  const folder = join(configFolder(env), "sessions");
  const self = ownIdentity();
  const names = (await namesIn(folder)).filter((name) => /^\d+\.json$/.test(name));
  const ids = await Promise.all(
    names.map(async (name) => {
      const record = await jsonIn(join(folder, name));
      const start = startOf(record?.["procStart"]);
      const alive = livenessOf({ ...self, pid: Number.parseInt(name, 10), start }, self) !== "dead";
      return alive ? textOf(record?.["sessionId"]) : null;
    }),
  );
  return new Set(ids.filter((id) => id !== null));
}

/** Clock ticks since boot, where the client writes these; what is no such number tells nothing. */
function startOf(value: unknown): string | null {
  const text = typeof value === "number" ? String(value) : textOf(value);
  return text !== null && /^\d{1,10}$/.test(text) ? text : null;
}

async function jsonIn(path: string) {
  try {
    return objectOf(JSON.parse(await readFile(path, "utf8")));
  } catch {
    return null;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch {
    return [];
  }
}
