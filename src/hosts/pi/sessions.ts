import { open, readdir, readFile, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, isAbsolute, join } from "node:path";
import { eachLine } from "../../files/lines.ts";
import type { FindRequest, ListedSession, ListRequest } from "../host.ts";
import { parseObject, textOf } from "../json.ts";
import { realOf } from "../repository.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** `<time>_<session id>.jsonl`; before format 3 a plain id. */
const FILE = /^(?:.*_)?([A-Za-z0-9][A-Za-z0-9-]*)\.jsonl$/;
/** A session id becomes part of a path: nothing else than a plain name may. */
const PLAIN_ID = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

/**
 * Path of a session's file: by id in the working folder's sessions or in any other's, of several the newest; without an
 * id the newest one of the working folder. Null when there is none.
 */
export async function findTranscript({ sessionId, cwd, env }: FindRequest): Promise<string | null> {
  const own = await listSessions({ folder: null, cwd, env });
  if (sessionId === null) return own.at(-1)?.path ?? null;
  if (!PLAIN_ID.test(sessionId)) return null;
  const near = own.findLast((session) => session.sessionId === sessionId);
  if (near !== undefined) return near.path;
  const root = await sessionsRoot(env);
  const all = await Promise.all((await namesIn(root)).map((name) => sessionsIn(join(root, name))));
  const found = all.flat().filter((session) => session.sessionId === sessionId);
  return found.sort((a, b) => a.writtenAt - b.writtenAt).at(-1)?.path ?? null;
}

/** The sessions of a folder (null: that of the working folder), oldest first by their last write. */
export async function listSessions({ folder, cwd, env }: ListRequest): Promise<ListedSession[]> {
  const root = await sessionsRoot(env);
  const own = [...new Set([join(root, folderName(await realOf(cwd))), join(root, folderName(cwd))])];
  const found = await Promise.all((folder === null ? own : [folder]).map(sessionsIn));
  return found.flat().sort((a, b) => a.writtenAt - b.writtenAt || (a.path < b.path ? -1 : 1));
}

/** What the header of a session file says: its id and working folder; null where it does not. Throws system errors. */
export async function describeSession({
  path,
}: Pick<ListedSession, "path">): Promise<{ sessionId: string | null; cwd: string | null }> {
  const handle = await open(path, "r");
  try {
    let told: { sessionId: string | null; cwd: string | null } = { sessionId: null, cwd: null };
    await eachLine(handle, {}, ({ bytes, long }) => {
      const header = long ? null : parseObject(bytes);
      if (header?.["type"] === "session")
        told = { sessionId: textOf(header["id"]), cwd: textOf(header["cwd"]) };
      return false;
    });
    return told;
  } finally {
    await handle.close();
  }
}

/** Name of a working folder's sessions: its absolute path with `-` for separators, between `--`. */
export function folderName(cwd: string): string {
  return `--${cwd.replace(/^[/\\]/, "").replaceAll(/[/\\:]/g, "-")}--`;
}

/** The client's folder: `PI_CODING_AGENT_DIR`, else `.pi/agent` in the home folder. */
function agentFolder(env: Env): string {
  const named = env["PI_CODING_AGENT_DIR"] ?? "";
  return named === "" ? join(homeOf(env), ".pi", "agent") : named.replace(/^~(?=$|\/)/, homeOf(env));
}

/** `sessionDir` of the client's settings, else `sessions` in its folder. */
async function sessionsRoot(env: Env): Promise<string> {
  const folder = agentFolder(env);
  const settings = parseObject(await readFile(join(folder, "settings.json")).catch(() => "{}"));
  const named = textOf(settings?.["sessionDir"])?.replace(/^~(?=$|\/)/, homeOf(env)) ?? "";
  return isAbsolute(named) ? named : join(folder, "sessions");
}

function homeOf(env: Env): string {
  return env["HOME"] || env["USERPROFILE"] || homedir();
}

async function sessionsIn(folder: string): Promise<ListedSession[]> {
  const found = await Promise.all(
    (await namesIn(folder)).map(async (name): Promise<ListedSession[]> => {
      const sessionId = FILE.exec(basename(name))?.[1];
      const path = join(folder, name);
      const file = sessionId === undefined ? null : await stat(path).catch(() => null);
      if (sessionId === undefined || file === null || !file.isFile() || file.size === 0) return [];
      const { size, mtimeMs: writtenAt } = file;
      // Which sessions are open the client does not tell.
      return [{ sessionId, path, size, writtenAt, running: false, abandoned: false }];
    }),
  );
  return found.flat();
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
