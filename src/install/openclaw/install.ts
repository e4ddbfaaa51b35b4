import { sha256 } from "../../files/hash.ts";
import { HandoffError } from "../../errors.ts";
import { assertReadableConfig, readConfigValues } from "../../hosts/openclaw/config.ts";
import { locationsOf, type Locations } from "../../hosts/openclaw/locations.ts";
import {
  allInstallRecords,
  installRecords,
  type InstallRecord,
  writeInstallRecord,
} from "../../store/installed.ts";
import { type BundlePlan, copyBundle, planBundle, sweepBundles } from "../bundle.ts";
import type { Change, InstallRequest, Planned } from "../installer.ts";
import { bytesOf } from "../json-text.ts";
import { lastingNode } from "../node-path.ts";
import { bytesBefore, keepCopy, recordOf, writeRecorded } from "../recorded.ts";
import { settingsDiff } from "../settings-diff.ts";
import { assertShape } from "./config-shape.ts";
import { type EntryPlace, entryPlace } from "./entry-place.ts";
import { type Form, formOf } from "./forms.ts";
import { assertUsableHost } from "./host-checks.ts";
import { readJson5Text } from "./json5-text.ts";
import { installNotes, verdictOf } from "./notes.ts";
import { type Pack, packOf, placePack, removePack } from "./pack.ts";

interface Work {
  request: InstallRequest;
  locations: Locations;
  form: Form;
  place: EntryPlace;
  /** The configuration as it shall be. */
  after: Buffer;
  bundle: BundlePlan;
  /** Null: this form copies nothing into the client's folder. */
  pack: Pack | null;
}

/**
 * Plans the wiring into OpenClaw: an entry in its configuration, and for the pack a copy of the hook in its folder of
 * managed hooks. The client's own installer is not used: it strips comments and has no way back for a pack (see
 * hosts/openclaw/README.md). Writes nothing. Errors: see `Installer`.
 */
export function planInstall(request: InstallRequest): Planned {
  if (request.scope !== "user") {
    throw new HandoffError("usage", { name: "--scope", expected: "user: OpenClaw has one configuration" });
  }
  const locations = locationsOf(request.env);
  const form = chosenForm(request);
  const host = assertUsableHost(locations, request.env);
  const place = entryPlace(locations.config, form.entry);
  assertReadableConfig(locations);
  const values = readConfigValues(locations);
  assertShape(values, locations.config);
  const asks = form.asks(values, locations.config);
  const bundle = planBundle(request.bundle, request.home, request.version, form.files);
  const pack = form.copied ? packOf(request.bundle, request.home, locations.state) : null;
  const text = form.wire(place, { values, bundle: bundle.to, home: request.home });
  const after = bytesOf(text, place.json.bom);
  const work: Work = { request, locations, form, place, after, bundle, pack };
  const changes = changesOf(work);
  // What the client can say about is a hook; of a plugin it says nothing before the gateway has loaded it.
  const asked = form.name === "pack" ? host.client : null;
  return {
    changes,
    diff: settingsDiff(place.file.path, place.json.text, text),
    notes: installNotes({ host, form, values, state: locations.state, changes, config: place.file.path }),
    asks,
    form: form.name,
    apply: () => Promise.resolve(apply(work)),
    ...(asked === null ? {} : { verify: () => Promise.resolve(verdictOf(asked, request.env)) }),
  };
}

/** The form that was asked for, else the one that is installed. Errors: `usage` where those are two. */
function chosenForm({ home, form: wanted, env }: InstallRequest): Form {
  const { state } = locationsOf(env);
  const installed = installRecords(home, "openclaw").find((record) => record.state === state)?.form;
  if (wanted !== undefined && installed !== undefined && wanted !== installed) {
    const expected = `handoff uninstall openclaw first: the ${installed} is installed`;
    throw new HandoffError("usage", { name: `--form ${formOf(wanted).name}`, expected });
  }
  return formOf(wanted ?? installed ?? "pack");
}

function changesOf({ place, after, bundle, pack }: Work): Change[] {
  const { file } = place;
  return [
    ...(bundle.needed ? [{ file: bundle.to, how: "copied" as const }] : []),
    ...(pack === null || pack.state === "same" ? [] : [{ file: pack.folder, how: "copied" as const }]),
    ...(file.bytes?.equals(after) === true ? [] : [{ file: file.path, how: "edited" as const }]),
  ];
}

/**
 * Bundle, hook, record, configuration: at every moment the configuration names what is there, and what was done can be
 * taken back.
 */
function apply(work: Work): Change[] {
  const { request, locations, place, bundle, pack } = work;
  const changes = changesOf(work);
  if (bundle.needed) copyBundle(bundle, request.version);
  const made = pack === null || pack.state === "same" ? [] : placePack(pack, locations.state);
  const known = recordOf(request.home, "openclaw", place.file.path);
  const record = recordFor(work, known, made);
  try {
    if (changes.some(({ file }) => file === place.file.path))
      writeRecorded(request.home, { file: place.file, after: work.after }, record, known);
    else writeInstallRecord(request.home, record);
  } catch (error) {
    if (pack?.state === "missing") removePack(pack.folder, made);
    throw error;
  }
  sweepBundles(request.home, [bundle.to, ...allInstallRecords(request.home).map((one) => one.bundle)]);
  return changes;
}

/** What has to be known to take it back. The first record's time, and its copy of the untouched file, stay. */
function recordFor(work: Work, known: InstallRecord | null, made: string[]): InstallRecord {
  const { request, locations, form, place, after, bundle, pack } = work;
  const { file } = place;
  const untouched = known !== null && file.bytes !== null && sha256(file.bytes) === known.after;
  const derived = untouched ? known.derived === true : form.isWired(place, request.home);
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
    form: form.name,
    ...(derived ? { derived } : {}),
    state: locations.state,
    ...(pack === null ? {} : { placed: pack.folder }),
  };
}

/** Keeps the configuration without our entry. Errors: `home-unwritable`. */
function copyOf({ request, form, place }: Work, known: InstallRecord | null): InstallRecord["before"] {
  const { file, json } = place;
  if (file.bytes === null) return null;
  const old = bytesBefore(request.home, known);
  const before = old === null ? null : readJson5Text(old, file.path).root;
  const bytes = form.isWired(place, request.home)
    ? bytesOf(form.unwire(place, request.home, before), json.bom)
    : file.bytes;
  return keepCopy(request.home, "openclaw", file.path, bytes);
}
