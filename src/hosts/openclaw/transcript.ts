import { withFile } from "../transcript-file.ts";
import type { ReadRequest, ReadResult } from "../host.ts";
import { AgentDatabase, EXPECTED_DATABASE } from "./database.ts";
import { readDatabase } from "./read-database.ts";
import { readSessionFile, recognisesSessionFile } from "./read-file.ts";
import { isSqlite, withDatabase } from "./sqlite.ts";
import { HandoffError } from "../../errors.ts";

/** Reads a window of an agent's database, or a session file. Errors: see `Host.read` and the two readers. */
export async function readTranscript(request: ReadRequest): Promise<ReadResult> {
  return (await isDatabase(request.path)) ? readDatabase(request) : readSessionFile(request);
}

/** True for an agent's database and for a file that begins as a session does. */
export async function recognisesTranscript(path: string): Promise<boolean> {
  if (!(await isDatabase(path))) return recognisesSessionFile(path);
  try {
    return withDatabase(path, (database) => {
      const agent = new AgentDatabase(database, path);
      return agent.sessions().length + agent.putAway().length > 0;
    });
  } catch (error) {
    if (error instanceof HandoffError && error.code === "transcript-unrecognised") return false;
    throw error;
  }
}

/** Whether a file is a SQLite database. Errors: `file-not-found`, `file-unreadable`, `not-a-file`. */
function isDatabase(path: string): Promise<boolean> {
  return withFile(path, EXPECTED_DATABASE, async ({ handle }) => {
    const { buffer } = await handle.read(Buffer.alloc(16), 0, 16, 0);
    return isSqlite(buffer);
  });
}
