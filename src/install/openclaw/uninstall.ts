import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { HandoffError } from "../../errors.ts";
import { HOME_LAYOUT } from "../../config/home-files.ts";
import { sha256 } from "../../files/hash.ts";
import { allInstallRecords, installRecords, type InstallRecord } from "../../store/installed.ts";
import type { Change, Planned, UninstallRequest } from "../installer.ts";
import { bytesOf } from "../json-text.ts";
import { bytesBefore, dropRecord } from "../recorded.ts";
import { settingsDiff } from "../settings-diff.ts";
import { readSettingsFile, type SettingsFile, writeSettingsFile } from "../settings-file.ts";
import { findClient } from "./client.ts";
import { type EntryPlace, entryPlace } from "./entry-place.ts";
import { type Form, formOf, FORMS } from "./forms.ts";
import { readJson5Text } from "./json5-text.ts";
import { agentsOf } from "../../hosts/openclaw/agents.ts";
import { type Locations, locationsOf } from "../../hosts/openclaw/locations.ts";
import { whenItRuns } from "./notes.ts";
import { foreignIn, homeOfPack, ownIn, removePack } from "./pack.ts";
import { lockedIndexes } from "./ratchet.ts";
import { HOOK_NAME } from "./selection.ts";

/** What is taken out of one installation of OpenClaw. */
interface Undoing {
  record: InstallRecord | null;
  file: SettingsFile | null;
  how: "restored" | "edited" | null;
  after: Buffer | null;
  diff: string;
  /** The copy of the hook that goes; null: there is none of ours. */
  pack: string | null;
}

/** Plans the exact inverse of the installation. Writes nothing. Errors: see `Installer`. */
export function planUninstall(request: UninstallRequest): Planned {
  const { home, env, all } = request;
  const locations = locationsOf(env);
  const records = installRecords(home, "openclaw");
  const here = undoingHere(home, locations, records);
  const others = records.filter((record) => record !== here.record);
  const undoings = [here, ...(all ? others.map((record) => undoingOf(home, record, null)) : [])];
  const bin = join(home, HOME_LAYOUT.bin);
  const gone = undoings.flatMap(({ record }) => record ?? []);
  const binGoes =
    existsSync(bin) && allInstallRecords(home).every((one) => gone.some(({ file }) => file === one.file));
  const changes = [
    ...undoings.flatMap(changesOf),
    ...(binGoes ? [{ file: bin, how: "removed" as const }] : []),
  ];
  return {
    changes,
    diff: undoings.map(({ diff }) => diff).join(""),
    notes: [
      ...notesFor(changes, all ? [] : others, request),
      ...undoings.flatMap(({ pack }) => (pack === null ? [] : leftNotes(pack))),
      ...(changes.length === 0 ? [] : lockedNotes(locations.state, env)),
    ],
    apply: () => {
      const more = undoings.flatMap((undoing) => apply(undoing, home));
      if (binGoes) rmSync(bin, { recursive: true, force: true });
      return Promise.resolve([...changes, ...more]);
    },
  };
}

/** The installation that the variables lead to: by its record, and by what lies there should that be lost. */
function undoingHere(home: string, { state, config }: Locations, records: readonly InstallRecord[]): Undoing {
  const record = records.find((one) => one.state === state) ?? null;
  if (record !== null) return undoingOf(home, record, config);
  const folder = join(state, "hooks", HOOK_NAME);
  const pack = homeOfPack(folder) === home ? folder : null;
  const none = { record: null, file: null, how: null, after: null, diff: "", pack };
  for (const form of existsSync(config) ? FORMS : []) {
    const place = entryPlace(config, form.entry);
    // An entry for a hook names no state folder: it is ours where the copy is.
    if ((form.copied ? pack !== null : true) && form.isWired(place, home))
      return { ...none, ...withoutEntry(place, { form, home, before: null }) };
  }
  return none;
}

function undoingOf(home: string, record: InstallRecord, config: string | null): Undoing {
  const form = formOf(record.form ?? "pack");
  const placed = record.placed ?? null;
  const pack = placed !== null && homeOfPack(placed) === home ? placed : null;
  const at = config !== null && existsSync(config) ? entryPlace(config, form.entry) : null;
  const file = at?.file.path === record.file ? at.file : readSettingsFile(record.file);
  const none = { record, file, how: null, after: null, diff: "", pack };
  if (file.bytes === null) return none;
  const original = bytesBefore(home, record);
  if (sha256(file.bytes) === record.after && original !== null) {
    return original.equals(file.bytes)
      ? none
      : { ...none, ...undone(file, record.derived === true ? "edited" : "restored", original) };
  }
  const before = original === null ? null : readJson5Text(original, file.path).root;
  const place = at?.file.path === record.file ? at : { ...entryPlace(record.file, form.entry), file };
  return { ...none, ...withoutEntry(place, { form, home, before }) };
}

type Edited = Pick<Undoing, "file" | "how" | "after" | "diff">;

function withoutEntry(
  place: EntryPlace,
  { form, home, before }: { form: Form; home: string; before: EntryPlace["json"]["root"] },
): Edited {
  const { file, json } = place;
  if (!form.isWired(place, home)) return { file, how: null, after: null, diff: "" };
  return undone(file, "edited", bytesOf(form.unwire(place, home, before), json.bom));
}

function undone(file: SettingsFile, how: "restored" | "edited", after: Buffer): Edited {
  const now = file.bytes?.toString("utf8") ?? null;
  return { file, how, after, diff: settingsDiff(file.path, now, after.toString("utf8")) };
}

function changesOf({ file, how, pack }: Undoing): Change[] {
  return [
    ...(how === null || file === null ? [] : [{ file: file.path, how }]),
    ...(pack === null ? [] : goneOf(pack).map((gone) => ({ file: gone, how: "removed" as const }))),
  ];
}

/** The copy of the hook as a whole, or of a folder that holds a person's own files as well only ours. */
function goneOf(pack: string): string[] {
  return foreignIn(pack).length === 0 ? [pack] : ownIn(pack).map((name) => join(pack, name));
}

/** The entry goes first: the configuration never names a hook that is gone. */
function apply({ record, file, after, pack }: Undoing, home: string): Change[] {
  if (file !== null && after !== null) writeSettingsFile(file, after);
  const gone = pack === null ? [] : removePack(pack, record?.madeFolders ?? []);
  if (record !== null) dropRecord(home, record);
  return gone
    .filter((folder) => folder !== pack)
    .map((folder) => ({ file: folder, how: "removed" as const }));
}

function notesFor(
  changes: readonly Change[],
  others: readonly InstallRecord[],
  { home, env }: UninstallRequest,
): string[] {
  const still = others.map(({ file }) => `Also wired in ${file}: run it with --all.`);
  if (changes.length === 0) return ["Nothing of this state folder is wired into OpenClaw here.", ...still];
  return [
    whenItRuns(findClient(env), false),
    `Memory stays, and so do the config, the queue and the log in ${home}.`,
    ...still,
  ];
}

function leftNotes(pack: string): string[] {
  const left = foreignIn(pack);
  return left.length === 0 ? [] : [`${pack} stays with what is not ours: ${left.join(", ")}.`];
}

/** What nobody delivers any more once the hook is gone. */
function lockedNotes(state: string, env: UninstallRequest["env"]): string[] {
  const workspaces = agentsOf(env).map(({ workspace }) => workspace);
  try {
    return lockedIndexes(state, workspaces).map(
      ({ path, wayOut }) =>
        `OpenClaw puts ${path} into no prompt any more, as both an agent and another program wrote it; the hook showed it so far. The way out: ${wayOut.join("; ")}.`,
    );
  } catch (error) {
    if (!(error instanceof HandoffError)) throw error;
    return [`Whether OpenClaw still shows MEMORY.md could not be checked: ${error.message}.`];
  }
}
