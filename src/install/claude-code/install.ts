import { sha256 } from "../../files/hash.ts";
import { allInstallRecords, type InstallRecord, writeInstallRecord } from "../../store/installed.ts";
import { type BundlePlan, copyBundle, planBundle, sweepBundles } from "../bundle.ts";
import type { Change, InstallRequest, Planned } from "../installer.ts";
import { lastingNode, type NodePath } from "../node-path.ts";
import { settingsDiff } from "../settings-diff.ts";
import { WIRED_FILES, wiredEvents } from "./entries.ts";
import { installNotes } from "./notes.ts";
import { bytesOf, type JsonText, readJsonText } from "../json-text.ts";
import { keepCopy, recordOf, writeRecorded } from "../recorded.ts";
import { readSettingsFile, type SettingsFile } from "../settings-file.ts";
import { settingsPath } from "./settings-path.ts";
import { textBefore } from "./text-before.ts";
import { unwire, wire, wiredIn } from "./wiring.ts";

interface Work {
  request: InstallRequest;
  file: SettingsFile;
  json: JsonText | null;
  /** The settings as they shall be. */
  after: Buffer;
  bundle: BundlePlan;
  node: NodePath;
}

/** Plans the wiring into Claude Code's settings. Writes nothing. Errors: see `Installer`. */
export function planInstall(request: InstallRequest): Planned {
  const file = readSettingsFile(settingsPath(request.scope, request.cwd, request.env));
  const json = file.bytes === null ? null : readJsonText(file.bytes, file.path);
  const bundle = planBundle(request.bundle, request.home, request.version, WIRED_FILES);
  const node = lastingNode(request.execPath, request.env);
  const events = wiredEvents(node.path, bundle.to);
  const text = wire(json ?? EMPTY, events, request.home, file.path);
  const after = bytesOf(text, json?.bom ?? false);
  const work = { request, file, json, after, bundle, node };
  return {
    changes: changesOf(work),
    diff: settingsDiff(file.path, file.bytes === null ? null : (json?.text ?? ""), text),
    notes: installNotes(request, file.path, node),
    apply: () => Promise.resolve(apply(work)),
  };
}

const EMPTY: JsonText = { text: "", bom: false, root: null };

function changesOf({ file, after, bundle }: Work): Change[] {
  const edited = file.bytes === null || !file.bytes.equals(after);
  return [
    ...(bundle.needed ? [{ file: bundle.to, how: "copied" as const }] : []),
    ...(edited
      ? [{ file: file.path, how: file.bytes === null ? ("created" as const) : ("edited" as const) }]
      : []),
  ];
}

/**
 * Bundle first, record second, settings last: at every moment the settings name files that exist, and what they name can
 * be taken out again.
 */
function apply(work: Work): Change[] {
  const { request, file, bundle } = work;
  const changes = changesOf(work);
  if (bundle.needed) copyBundle(bundle, request.version);
  const known = recordOf(request.home, "claude-code", file.path);
  const record = recordFor(work, known);
  if (changes.some((change) => change.file === file.path)) writeRecorded(request.home, work, record, known);
  else if (known === null) writeInstallRecord(request.home, record);
  sweepBundles(request.home, [bundle.to, ...allInstallRecords(request.home).map((one) => one.bundle)]);
  return changes;
}

/** What has to be known to take it back. The first record's time, and its copy of the untouched file, stay. */
function recordFor(work: Work, known: InstallRecord | null): InstallRecord {
  const { request, file, after, bundle, node } = work;
  const untouched = known !== null && file.bytes !== null && sha256(file.bytes) === known.after;
  const derived = untouched
    ? known.derived === true
    : work.json !== null && wiredIn(work.json, request.home).length > 0;
  return {
    version: 1,
    host: "claude-code",
    scope: request.scope,
    at: known?.at ?? new Date().toISOString(),
    file: file.path,
    before: untouched ? known.before : copyOf(work, known),
    after: sha256(after),
    madeFolders: known?.madeFolders ?? [],
    bundle: bundle.to,
    node: node.path,
    ...(derived ? { derived } : {}),
  };
}

/** Copies the settings without our hooks into the state folder. Errors: `home-unwritable`. */
function copyOf({ request, file, json }: Work, known: InstallRecord | null): InstallRecord["before"] {
  if (file.bytes === null || json === null) return null;
  const wired = wiredIn(json, request.home).length > 0;
  const bytes = wired
    ? bytesOf(unwire(json, request.home, textBefore(request.home, known)), json.bom)
    : file.bytes;
  return keepCopy(request.home, "claude-code", file.path, bytes);
}
