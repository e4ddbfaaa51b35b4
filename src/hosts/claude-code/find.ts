import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FindRequest } from "../host.ts";
import { realOf } from "../repository.ts";
import { configFolder, projectFolder } from "./config-folder.ts";

/** Sub-agents of older clients lie beside the sessions. */
const SUB_AGENT = /^agent-/;
/** A session id becomes part of a path: nothing else than a plain name may. */
const PLAIN_ID = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

/**
 * Path of a session's transcript: by id in the project of the working folder or in any other (a moved folder, a
 * worktree), of several the newest; without an id the newest main session of the working folder. Null when there is none.
 */
export async function findTranscript({ sessionId, cwd, env }: FindRequest): Promise<string | null> {
  const own = [...new Set([projectFolder(await realOf(cwd), env), projectFolder(cwd, env)])];
  if (sessionId === null) return newest((await Promise.all(own.map(sessionsIn))).flat());
  if (!PLAIN_ID.test(sessionId)) return null;
  const name = `${sessionId}.jsonl`;
  const near = await newest(own.map((folder) => join(folder, name)));
  if (near !== null) return near;
  const projects = join(configFolder(env), "projects");
  return newest((await namesIn(projects)).map((project) => join(projects, project, name)));
}

async function sessionsIn(folder: string): Promise<string[]> {
  const names = (await namesIn(folder)).filter((name) => name.endsWith(".jsonl") && !SUB_AGENT.test(name));
  return names.map((name) => join(folder, name));
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch {
    return [];
  }
}

/** The file written last, of those that exist and hold something. */
async function newest(paths: string[]): Promise<string | null> {
  const found = await Promise.all(paths.map(async (path) => ({ path, at: await writtenAt(path) })));
  let best: { path: string; at: number } | null = null;
  for (const { path, at } of found) if (at !== null && (best === null || at > best.at)) best = { path, at };
  return best?.path ?? null;
}

async function writtenAt(path: string): Promise<number | null> {
  try {
    const file = await stat(path);
    return file.isFile() && file.size > 0 ? file.mtimeMs : null;
  } catch {
    return null;
  }
}
