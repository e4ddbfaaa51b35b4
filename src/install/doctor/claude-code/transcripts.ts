import { open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { eachLine } from "../../../files/lines.ts";
import { configFolder, type Env } from "../../../hosts/claude-code/config-folder.ts";
import { parseObject, type Json } from "../../../hosts/json.ts";

/** The start of a transcript tells which client wrote it and what it loaded; the rest may be gigabytes. */
const READ_BYTES = 8 * 1024 * 1024;

/** A transcript by its place and time. */
export interface FoundTranscript {
  path: string;
  /** Milliseconds since 1970. */
  writtenAt: number;
}

/** Transcripts of sessions of every project, the one written last first. */
export async function allTranscripts(env: Env): Promise<FoundTranscript[]> {
  const projects = join(configFolder(env), "projects");
  const found = await Promise.all(
    (await namesIn(projects)).map((project) => transcriptsIn(join(projects, project))),
  );
  return found.flat().toSorted((a, b) => b.writtenAt - a.writtenAt);
}

async function transcriptsIn(folder: string): Promise<FoundTranscript[]> {
  const names = (await namesIn(folder)).filter(
    (name) => name.endsWith(".jsonl") && !name.startsWith("agent-"),
  );
  const found = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const file = await stat(path).catch(() => null);
      return file?.isFile() === true && file.size > 0 ? [{ path, writtenAt: file.mtimeMs }] : [];
    }),
  );
  return found.flat();
}

/** The records within the first megabytes of a transcript whose line holds `mark`. Throws system errors. */
export async function recordsWith(path: string, mark: string): Promise<Json[]> {
  const records: Json[] = [];
  const handle = await open(path, "r");
  try {
    await eachLine(handle, {}, ({ bytes, long, end }) => {
      if (!long && bytes.includes(mark)) records.push(parseObject(bytes) ?? {});
      return end < READ_BYTES;
    });
  } finally {
    await handle.close();
  }
  return records;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch {
    return [];
  }
}
