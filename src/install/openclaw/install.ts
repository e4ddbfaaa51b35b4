import { join } from "node:path";
import { sha256 } from "../../files/hash.ts";
import { HandoffError } from "../../errors.ts";
import { allInstallRecords, type InstallRecord, writeInstallRecord } from "../../store/installed.ts";
import { type BundlePlan, copyBundle, planBundle, sweepBundles } from "../bundle.ts";
import type { Change, InstallRequest, Planned } from "../installer.ts";
import { bytesOf } from "../json-text.ts";
import { lastingNode } from "../node-path.ts";
import { bytesBefore, keepCopy, recordOf, writeRecorded } from "../recorded.ts";
import { settingsDiff } from "../settings-diff.ts";
import { readConfigValues } from "../../hosts/openclaw/config.ts";
import { type EntryPlace, entryPlace } from "./entry-place.ts";
import { assertUsableHost, type HostState } from "./host-checks.ts";
import { readJson5Text } from "./json5-text.ts";
import { locationsOf, type Locations } from "../../hosts/openclaw/locations.ts";
import { asksFor, installNotes, verdictOf } from "./notes.ts";
import { type Pack, PACK_FILES, packOf, placePack, removePack } from "./pack.ts";
import { HOOK_NAME, type Selection, selectionOf } from "./selection.ts";
import { isWired, unwire, wire } from "./wiring.ts";

interface Work {
  request: InstallRequest;
  locations: Locations;
  host: HostState;
  place: EntryPlace;
  selection: Selection;
  /** The configuration as it shall be. */
  after: Buffer;
  bundle: BundlePlan;
  pack: Pack;
}

/**
 * Plans the wiring into OpenClaw: a copy of the hook in its folder of managed hooks, and an entry in its configuration.
 * The client's own installer is not used: it strips comments and has no way back (see hosts/openclaw/README.md). Writes
 * nothing. Errors: see `Installer`.
 */
export function planInstall(request: InstallRequest): Planned {
  if (request.scope !== "user") {
    throw new HandoffError("usage", { name: "--scope", expected: "user: OpenClaw has one configuration" });
  }
  const locations = locationsOf(request.env);
  const host = assertUsableHost(locations, request.env);
  // What cannot be understood is an error here; to readConfigValues it says nothing.
  const place = entryPlace(locations.config);
  const selection = selectionOf(readConfigValues(locations.config));
  const bundle = planBundle(request.bundle, request.home, request.version, PACK_FILES);
  const pack = packOf(request.bundle, request.home, locations.state);
  const text = wire(place.json.text, {
    version: bundle.to.slice(join(bundle.to, "..").length + 1),
    entry: selection.open && selection.ours === null ? null : place.entry,
    enable: selection.enabled === false ? place.enable : null,
  });
  const work: Work = {
    request,
    locations,
    host,
    place,
    selection,
    after: bytesOf(text, place.json.bom),
    bundle,
    pack,
  };
  const changes = changesOf(work);
  return {
    changes,
    diff: settingsDiff(place.file.path, place.json.text, text),
    notes: installNotes({ request, locations, host, selection, pack, changed: changes.length > 0 }),
    asks: asksFor(selection),
    apply: () => Promise.resolve(apply(work)),
    verify: () => Promise.resolve(verdictOf(host, HOOK_NAME, request.env)),
  };
}

function changesOf({ place, after, bundle, pack }: Work): Change[] {
  const { file } = place;
  return [
    ...(bundle.needed ? [{ file: bundle.to, how: "copied" as const }] : []),
    ...(pack.state === "same" ? [] : [{ file: pack.folder, how: "copied" as const }]),
    ...(file.bytes?.equals(after) === true ? [] : [{ file: file.path, how: "edited" as const }]),
  ];
}

/**
 * Bundle, hook, record, configuration: at every moment the configuration names a hook that is there, and what was done
 * can be taken back.
 */
function apply(work: Work): Change[] {
  const { request, locations, place, bundle, pack } = work;
  const changes = changesOf(work);
  if (bundle.needed) copyBundle(bundle, request.version);
  const made = pack.state === "same" ? [] : placePack(pack, locations.state);
  const known = recordOf(request.home, "openclaw", place.file.path);
  const record = recordFor(work, known, made);
  try {
    if (changes.some(({ file }) => file === place.file.path))
      writeRecorded(request.home, { file: place.file, after: work.after }, record, known);
    else writeInstallRecord(request.home, record);
  } catch (error) {
    if (pack.state === "missing") removePack(pack.folder, made);
    throw error;
  }
  sweepBundles(request.home, [bundle.to, ...allInstallRecords(request.home).map((one) => one.bundle)]);
  return changes;
}

/** What has to be known to take it back. The first record's time, and its copy of the untouched file, stay. */
function recordFor(work: Work, known: InstallRecord | null, made: string[]): InstallRecord {
  const { request, place, after, bundle, pack } = work;
  const { file } = place;
  const untouched = known !== null && file.bytes !== null && sha256(file.bytes) === known.after;
  return {
    version: 1,
    host: "openclaw",
    scope: request.scope,
    at: known?.at ?? new Date().toISOString(),
    file: file.path,
    before: untouched ? known.before : copyOf(work, known),
    after: sha256(after),
    madeFolders: [...(known?.madeFolders ?? []), ...made],
    bundle: bundle.to,
    node: lastingNode(request.execPath, request.env).path,
    form: "pack",
    placed: pack.folder,
  };
}

/** Keeps the configuration without our entry. Errors: `home-unwritable`. */
function copyOf({ request, place }: Work, known: InstallRecord | null): InstallRecord["before"] {
  const { file, json, entry, enable } = place;
  if (file.bytes === null) return null;
  const old = bytesBefore(request.home, known);
  const before = old === null ? null : readJson5Text(old, file.path).root;
  const bytes = isWired(json.text, entry)
    ? bytesOf(unwire(json.text, entry, enable, before), json.bom)
    : file.bytes;
  return keepCopy(request.home, "openclaw", file.path, bytes);
}
