import path from "node:path";
import { runProcess } from "../run-process.ts";
import type { Lab } from "./lab.ts";

/** One row of a session as the client keeps it. */
export interface StoredRow {
  seq: number;
  /** The record, byte for byte. */
  json: string;
}

/** Records of an agent's sessions, oldest first, read by the client's own Node: the one that runs the tests may be too old. */
export async function storedRows(lab: Lab, agent: string): Promise<StoredRow[]> {
  return JSON.parse(await inDatabase(lab, agent, ROWS)) as StoredRow[];
}

/** Makes all sessions of an agent look as if they were so much older. No gateway runs. */
export async function ageSessions(lab: Lab, agent: string, ms: number): Promise<void> {
  await inDatabase(lab, agent, AGE, String(Date.now() - ms));
}

async function inDatabase(lab: Lab, agent: string, program: string, ...args: string[]): Promise<string> {
  const file = path.join(lab.clientState, `agents/${agent}/agent/openclaw-agent.sqlite`);
  const { code, out, err } = await runProcess(
    lab.tools.node,
    ["--no-warnings", "-e", `${OPEN}${program}`, file, ...args],
    { cwd: lab.home, env: lab.env, limitMs: 60_000 },
  );
  if (code !== 0) throw new Error(`the database could not be used: ${err}`);
  return out;
}

const OPEN = `
const { DatabaseSync } = require("node:sqlite");
const database = new DatabaseSync(process.argv[1], { timeout: 5000 });
`;

const ROWS = `
const { zstdDecompressSync } = require("node:zlib");
const rows = database.prepare("SELECT seq, event_json, event_zstd FROM transcript_events ORDER BY session_id, seq").all();
const json = (row) => row.event_json ?? zstdDecompressSync(row.event_zstd).toString();
process.stdout.write(JSON.stringify(rows.map((row) => ({ seq: row.seq, json: json(row) }))));
`;

const AGE = `
const at = Number(process.argv[2]);
const set = (table, columns) =>
  database.exec("UPDATE " + table + " SET " + columns.map((name) => name + " = " + at).join(", "));
set("session_windows", ["created_at", "updated_at", "transcript_updated_at", "ended_at"]);
set("session_nodes", ["updated_at", "last_interaction_at", "last_activity_at", "last_read_at"]);
const save = database.prepare("UPDATE session_nodes SET entry_json = ? WHERE session_key = ?");
for (const { session_key: key, entry_json: json } of database.prepare("SELECT session_key, entry_json FROM session_nodes").all()) {
  const entry = JSON.parse(json);
  for (const name of ["updatedAt", "lastInteractionAt", "lastActivityAt", "sessionStartedAt"])
    if (typeof entry[name] === "number") entry[name] = at;
  save.run(JSON.stringify(entry), key);
}
`;
