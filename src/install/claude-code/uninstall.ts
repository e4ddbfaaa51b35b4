import { existsSync, lstatSync, rmdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { HOME_LAYOUT } from "../../config/home-files.ts";
import { sha256 } from "../../files/hash.ts";
import type { Env } from "../../hosts/claude-code/config-folder.ts";
import { allInstallRecords, installRecords, type InstallRecord, type Scope } from "../../store/installed.ts";
import type { Change, Planned, UninstallRequest } from "../installer.ts";
import { settingsDiff } from "../settings-diff.ts";
import { clientSettings } from "./client-settings.ts";
import { foreignHomes } from "./foreign-homes.ts";
import { bytesOf, type JsonText, readJsonText } from "../json-text.ts";
import { hasPlugin } from "./plugin.ts";
import { bytesBefore, dropRecord, recordOf } from "../recorded.ts";
import {
  assertUnchanged,
  glanceAt,
  readSettingsFile,
  type SettingsFile,
  writeSettingsFile,
} from "../settings-file.ts";
import { settingsPath } from "./settings-path.ts";
import { textBefore } from "./text-before.ts";
import { unwire, wiredIn } from "./wiring.ts";

/** What is done to one settings file. */
interface Undoing {
  file: SettingsFile;
  record: InstallRecord | null;
  how: "restored" | "edited" | "removed" | null;
  /** Null: no file. */
  after: Buffer | null;
  diff: string;
}

/** Plans the exact inverse of the installation. Writes nothing. Errors: see `Installer`. */
export function planUninstall(request: UninstallRequest): Planned {
  const files = filesToUndo(request);
  const undoings = files.map((path) => undoingOf(path, request.home));
  const bin = join(request.home, HOME_LAYOUT.bin);
  const left = allInstallRecords(request.home).some(
    (record) => record.host !== "claude-code" || !files.includes(record.file),
  );
  const binGoes = !left && existsSync(bin);
  const changes: Change[] = undoings.flatMap(({ file, how }) =>
    how === null ? [] : [{ file: file.path, how }],
  );
  if (binGoes) changes.push({ file: bin, how: "removed" });
  return {
    changes,
    diff: undoings.map(({ diff }) => diff).join(""),
    notes: notesFor(request, changes, files),
    apply: () => {
      const made = undoings.flatMap((undoing) => apply(undoing, request.home));
      if (binGoes) rmSync(bin, { recursive: true, force: true });
      return Promise.resolve([...changes, ...made]);
    },
  };
}

/** Where to look: where the records say, and in the files themselves should a record be lost. */
function filesToUndo({ home, cwd, env, scope, all }: UninstallRequest): string[] {
  const recorded = recordedFiles(home);
  const here = (["user", "project"] as const).flatMap((one) => pathOf(one, cwd, env) ?? []);
  if (scope !== null)
    return [settingsPath(scope, cwd, env)].filter((path) => recorded.includes(path) || isWired(path, home));
  const own = here.filter((path) => recorded.includes(path) || isWired(path, home));
  return [...new Set([...(all ? recorded : []), ...own])];
}

const recordedFiles = (home: string): string[] => installRecords(home, "claude-code").map(({ file }) => file);

function pathOf(scope: Scope, cwd: string, env: Env): string | null {
  try {
    return settingsPath(scope, cwd, env);
  } catch {
    return null;
  }
}

function isWired(path: string, home: string): boolean {
  const bytes = glanceAt(path);
  // A broken file that does not even name our folder is not ours to complain about.
  if (bytes === null || !bytes.includes(`${HOME_LAYOUT.bin}/`)) return false;
  return wiredIn(readJsonText(bytes, path), home).length > 0;
}

function undoingOf(path: string, home: string): Undoing {
  const record = recordOf(home, "claude-code", path);
  const file = readSettingsFile(path);
  if (file.bytes === null) return { file, record, how: null, after: null, diff: "" };
  const untouched = record !== null && sha256(file.bytes) === record.after;
  const original = bytesBefore(home, record);
  // A link in the place of the file that we made is a person's.
  const made = record !== null && record.before === null && !lstatSync(path).isSymbolicLink();
  if (untouched && made) return undoing(file, record, "removed", null);
  if (untouched && original !== null)
    return undoing(file, record, record.derived === true ? "edited" : "restored", original);
  const json = readJsonText(file.bytes, path);
  const text = unwire(json, home, textBefore(home, record));
  if (text === json.text) return { file, record, how: null, after: file.bytes, diff: "" };
  return made && isBlank(text, path)
    ? undoing(file, record, "removed", null)
    : undoing(file, record, "edited", bytesOf(text, json.bom));
}

function undoing(
  file: SettingsFile,
  record: InstallRecord | null,
  how: Undoing["how"],
  after: Buffer | null,
): Undoing {
  const shown = (bytes: Buffer | null): string | null => (bytes === null ? null : bytes.toString("utf8"));
  return { file, record, how, after, diff: settingsDiff(file.path, shown(file.bytes), shown(after)) };
}

/** True for a file of ours that holds nothing else, comments included. */
function isBlank(text: string, path: string): boolean {
  const json: JsonText = readJsonText(Buffer.from(text), path);
  return json.root === null || text.replace(/\s/g, "") === "{}";
}

function apply({ file, record, how, after }: Undoing, home: string): Change[] {
  if (how !== null && after !== null) writeSettingsFile(file, after);
  else if (how === "removed") {
    assertUnchanged(file);
    rmSync(file.target);
  }
  if (record === null) return [];
  const gone = record.madeFolders.toReversed().filter(removeEmpty);
  dropRecord(home, record);
  return gone.map((folder) => ({ file: folder, how: "removed" as const }));
}

/** Removes a folder that we made, as long as nobody put anything into it. */
function removeEmpty(folder: string): boolean {
  try {
    if (!statSync(folder).isDirectory()) return false;
    rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

function notesFor(request: UninstallRequest, changes: readonly Change[], files: readonly string[]): string[] {
  const { home, cwd, env } = request;
  const settings = clientSettings(cwd, env);
  const still = [
    ...recordedFiles(home)
      .filter((file) => !files.includes(file))
      .map((file) => `Also wired in ${file}: run it there, or with --all.`),
    ...foreignHomes(settings, home).map(
      (other) => `Hooks here use the state folder ${other}: run it with HANDOFF_HOME=${other}.`,
    ),
    ...(settings.some(({ values }) => hasPlugin(values))
      ? ["The plugin is on and goes on: claude plugin uninstall session-handoff takes it out."]
      : []),
  ];
  if (changes.length === 0)
    return ["Nothing of this state folder is wired into Claude Code's settings here.", ...still];
  return [
    `Memory folders stay, and so do the config, the queue and the log in ${home}.`,
    "Sessions that are open now may name a missing hook when they end.",
    ...still,
  ];
}
