import { readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { appendLog } from "../../src/config/log.ts";
import { HandoffError } from "../../src/errors.ts";
import { objectOf, textOf } from "../../src/hosts/json.ts";
import { sharedDatabase, writeRecordOf } from "../../src/hosts/openclaw/provenance.ts";
import { locationsOf } from "../../src/hosts/openclaw/locations.ts";
import { readGate } from "../../src/store/gates.ts";
import type { PackCall } from "./call.ts";
import { remember } from "./gateway-state.ts";
import { maxPromptChars, otherMemoryPlugin } from "../../src/hosts/openclaw/host-config.ts";

/** The index that the host puts into prompts itself. */
const HOSTS_INDEX = "MEMORY.md";
/** Characters; longer files are no index. */
const MOST_CHARS = 200_000;

/** An index for the prompt. */
interface DeliveredIndex {
  name: string;
  path: string;
  content: string;
}

/**
 * The index where the host puts it into no prompt of the owner's: since an outsider wrote MEMORY.md too, since another
 * memory plugin holds its place, or since the manifest names another file. Null where the host shows it, and where no
 * such cause is found: then it is left out on purpose. An index over the host's limit is cut at the end of a line, in
 * its place, as the host would cut out its middle.
 */
export function indexFor(call: PackCall, files: unknown[]): DeliveredIndex | null {
  const { event, home, env, workspace } = call;
  const root = resolve(workspace, textOf(env["HANDOFF_MEMORY"]) ?? ".");
  const index = readGate(home, root)?.manifest.index ?? HOSTS_INDEX;
  const path = join(root, index);
  const max = maxPromptChars(event.cfg, event.agentId);
  const at = files.findIndex((one) => textOf(objectOf(one)?.["path"]) === path);
  if (at >= 0) {
    cutInPlace(files, at, max);
    return null;
  }
  const isHosts = path === join(workspace, HOSTS_INDEX);
  const text = textAt(path);
  if (text === null || (isHosts && causeOfAbsence(call) === null)) return null;
  // The host takes out again what bears the name or the path of its own file.
  return { name: `HANDOFF-${index}`, path: join(root, ".handoff", index), content: fitted(text, max) };
}

/** Why the host leaves MEMORY.md out of the owner's prompts; null when nothing says so. */
function causeOfAbsence({ event, state, env, home, workspace }: PackCall): string | null {
  const plugin = otherMemoryPlugin(event.cfg);
  if (plugin !== null) return plugin;
  const folder = locationsOf(env).state;
  const stamp = stampOf(sharedDatabase(folder));
  const known = state.absences.get(workspace);
  if (known?.stamp === stamp) return known.cause;
  let cause: string | null = null;
  try {
    cause = writeRecordOf(folder, workspace, HOSTS_INDEX)?.originClass === "untrusted" ? "untrusted" : null;
  } catch (error) {
    if (!(error instanceof HandoffError)) throw error;
    appendLog(home, `hook openclaw/${event.name}: records of writes not looked up (${error.code})`);
  }
  remember(state.absences, workspace, { stamp, cause });
  return cause;
}

/** Changes with each write to a database. */
function stampOf(database: string): string {
  const times = [database, `${database}-wal`].map((path) => statSync(path, { throwIfNoEntry: false }));
  return times.map((one) => `${one?.size ?? 0} ${one?.mtimeMs ?? 0}`).join(" ");
}

function cutInPlace(files: unknown[], at: number, max: number): void {
  const file = objectOf(files[at]);
  const content = textOf(file?.["content"]);
  if (file !== null && content !== null && content.length > max)
    files[at] = { ...file, content: fitted(content, max) };
}

/** A text within so many UTF-16 units, cut at the end of a line and with a word about it. */
function fitted(text: string, max: number): string {
  if (text.length <= max) return text;
  const lines = text.trimEnd().split("\n");
  const note = (left: number): string =>
    `> ${left} more lines: this index is over the limit of the prompt. \`handoff lint --fix\` moves content out of it.\n`;
  let used = note(lines.length).length;
  const kept = lines.findIndex((line) => (used += line.length + 1) > max);
  return `${lines.slice(0, kept).join("\n")}\n${note(lines.length - kept)}`;
}

function textAt(path: string): string | null {
  try {
    const text = readFileSync(path, "utf8");
    return text.trim() === "" || text.length > MOST_CHARS ? null : text;
  } catch {
    return null;
  }
}
