import { open, readdir, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { eachLine } from "../../files/lines.ts";
import { livenessOf, ownIdentity } from "../../files/process-identity.ts";
import type { ListedSession, ListRequest } from "../host.ts";
import { parseObject, textOf } from "../json.ts";
import { realOf } from "../repository.ts";
import { configFolder, type Env, projectFolder } from "./config-folder.ts";

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
  const clients = await clientsOf(env);
  const found = await Promise.all(folders.map((folder) => sessionsIn(folder, clients)));
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
      const record = long ? null : parseObject(bytes);
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

async function sessionsIn(folder: string, { alive, dead }: Clients): Promise<ListedSession[]> {
  const names = (await namesIn(folder)).filter((name) => name.endsWith(".jsonl") && !SUB_AGENT.test(name));
  const found = await Promise.all(
    names.map(async (name): Promise<ListedSession[]> => {
      const path = join(folder, name);
      const sessionId = basename(name, ".jsonl");
      try {
        const file = await stat(path);
        if (!file.isFile() || file.size === 0) return [];
        const { size, mtimeMs: writtenAt } = file;
        const running = alive.has(sessionId);
        const abandoned = !running && dead.has(sessionId);
        return [{ sessionId, path, size, writtenAt, running, abandoned }];
      } catch {
        return [];
      }
    }),
  );
  return found.flat();
}

/** Ids of the sessions that clients have open, and that clients had open when they were killed. */
interface Clients {
  alive: ReadonlySet<string>;
  dead: ReadonlySet<string>;
}

/** What `sessions/<pid>.json` tell: a client takes its own away when it ends, so one that was killed leaves it. */
async function clientsOf(env: Env): Promise<Clients> {
  const folder = join(configFolder(env), "sessions");
  const self = ownIdentity();
  const alive = new Set<string>();
  const dead = new Set<string>();
  for (const name of (await namesIn(folder)).filter((one) => /^\d+\.json$/.test(one))) {
    const record = await jsonIn(join(folder, name));
    const sessionId = textOf(record?.["sessionId"]);
    if (sessionId === null) continue;
    const start = startOf(record?.["procStart"]);
    const isDead = livenessOf({ ...self, pid: Number.parseInt(name, 10), start }, self) === "dead";
    if (!isDead) alive.add(sessionId);
    // Without its start a pid may be that of a client in another container.
    else if (start !== null) dead.add(sessionId);
  }
  return { alive, dead };
}

/** Clock ticks since boot, where the client writes these; what is no such number tells nothing. */
function startOf(value: unknown): string | null {
  const text = typeof value === "number" ? String(value) : textOf(value);
  return text !== null && /^\d{1,10}$/.test(text) ? text : null;
}

async function jsonIn(path: string) {
  try {
    return parseObject(await readFile(path));
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
