import { realpathSync } from "node:fs";
import path from "node:path";
import { type ErrorCode, HandoffError, systemCode } from "../errors.ts";
import { HOME_LAYOUT, readHomeFile, writeHomeFile } from "../config/home-files.ts";
import { sha256 } from "../files/hash.ts";
import type { ProviderId } from "../handoff/handoff.ts";
import { noUsage, type Receipt, type Usage } from "../handoff/receipt.ts";
import type { PresetId } from "../manifest/manifest.ts";
import { MANIFEST_FILE } from "../manifest/pattern.ts";
import { fieldValue } from "../manifest/routes.ts";
import { presetManifest } from "../manifest/presets.ts";
import { codePoints } from "../markdown/tree.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { readMemoryFile } from "../memory/topic.ts";
import { diffOf } from "../plan/explain.ts";
import { SETTINGS_DEFAULTS } from "../config/settings.ts";
import { askerOf } from "../summarize/ask-model.ts";
import type { SummarizerConfig } from "../summarize/summarizer.ts";
import { estimateTokens } from "../session/tokens.ts";
import { loadSnapshot } from "../store/load-snapshot.ts";
import { transact } from "../store/transact.ts";
import { undo } from "../store/undo.ts";
import { droppedOf, type AccountEntry } from "./account.ts";
import { checkMigration, type Texts } from "./check.ts";
import { labelBlocks, type Labelled } from "./labels.ts";
import { indexPieces, type Migration, planMigration } from "./plan-migration.ts";

export interface MigrateRequest {
  /** Absolute path of the index to migrate. */
  file: string;
  /** Memory root; null: the folder of the file. */
  memory: string | null;
  /** What holds while the memory has no MANIFEST.md; null: told by its files. */
  preset: PresetId | null;
  /** From now on inline writes of others are moved: `heal: relocate`. */
  heal: boolean;
  dryRun: boolean;
  home: string;
  now: Date;
  /** Who tells blocks apart beside code: `extractive` calls no model. */
  provider: ProviderId;
  config: SummarizerConfig;
  env: Readonly<Record<string, string | undefined>>;
  onProgress: (done: number, total: number) => void;
}

/** Size of an index: code points, lines, estimated tokens that a session's start pays for it. */
interface IndexSize {
  chars: number;
  lines: number;
  tokens: number;
}

export interface MigrateResult {
  before: IndexSize;
  after: IndexSize;
  /** Pieces of the index as it was; each is moved, kept, dropped or quarantined. */
  blocks: number;
  moved: number;
  kept: number;
  dropped: { reason: string; line: number; duplicateOf: number | null }[];
  quarantined: number;
  lost: 0;
  /** Memory files written (or that would be), relative to the root, with their size in code points. */
  files: { file: string; op: "create" | "update" | "delete"; chars: number; diff: string }[];
  /** File outside the memory that holds what was quarantined; null when nothing was. */
  quarantine: string | null;
  /** Whether MANIFEST.md says `heal: relocate` already. */
  heals: boolean;
  provider: ProviderId;
  /** Set when a model was asked and failed: the blocks it said nothing of were told apart by code. */
  fallback: Receipt["fallback"];
  usage: Usage | null;
  notes: string[];
  receipt: Receipt | null;
}

/**
 * Migrates an index; a dry run only plans. What is written is read again and compared with the source by a second
 * algorithm: it is all there, or everything is put back. A second run changes nothing.
 * Errors: `file-not-found`, `file-unreadable`, `not-the-index`, `migration-lost`, and those of `transact`.
 */
export async function migrate(request: MigrateRequest): Promise<MigrateResult> {
  const place = await placeOf(request);
  const said = await askModel(request, place);
  const made: Made = { migration: null, before: null, quarantine: null };
  const makePlan = (loaded: MemorySnapshot): Migration["plan"] => {
    const snapshot = withIndex(loaded, place);
    const { labels } = said;
    const planned = planMigration({ snapshot, now: request.now, heal: request.heal, person: "me", labels });
    const migration = withModel(planned, request.provider, said);
    assertNothingLost(snapshot, migration, plannedTexts(snapshot, migration), quarantineText(migration));
    const quarantine = request.dryRun ? null : writeQuarantine(request.home, place.root, migration);
    Object.assign(made, { migration, before: snapshot, quarantine });
    return migration.plan;
  };
  if (request.dryRun) {
    makePlan(await loadSnapshot(place.root, { preset: place.preset }));
    return resultOf(made, null);
  }
  const receipt = await transact(place.root, makePlan, { preset: place.preset, now: request.now });
  const result = resultOf(made, receipt);
  if (receipt !== null) await lookAgain(request.home, place, made, receipt);
  return result;
}

/** What the last plan was made from and of. */
interface Made {
  migration: Migration | null;
  before: MemorySnapshot | null;
  quarantine: string | null;
}

/** What a model said, and what that cost. */
interface Said {
  labels: Labelled["labels"];
  failed: ErrorCode | null;
  usage: Usage | null;
}

/** Asks before the lock is taken: a model takes minutes. A block that changes meanwhile is told apart by code. */
async function askModel(request: MigrateRequest, place: Place): Promise<Said> {
  const { provider, config, env, home, now, onProgress } = request;
  const usage = noUsage();
  try {
    const ask = askerOf(provider, { config, env, home }, usage);
    if (ask === null) return { labels: new Map(), failed: null, usage: null };
    const snapshot = withIndex(await loadSnapshot(place.root, { preset: place.preset }), place);
    const said = await labelBlocks({
      pieces: indexPieces(snapshot, now),
      manifest: snapshot.manifest,
      ask,
      home,
      asked: [provider, config.model ?? ""].join(" "),
      batchTokens: Math.floor((config.maxInputTokens ?? SETTINGS_DEFAULTS.maxInputTokens) / 3),
      onProgress,
    });
    return { ...said, usage };
  } catch (error) {
    if (!(error instanceof HandoffError) || !error.code.startsWith("provider-")) throw error;
    return { labels: new Map(), failed: error.code, usage: null };
  }
}

function withModel(migration: Migration, provider: ProviderId, { failed, usage }: Said): Migration {
  const { plan } = migration;
  const fallback = failed === null ? null : { from: provider, code: failed };
  return { ...migration, plan: { ...plan, receipt: { ...plan.receipt, provider, fallback, usage } } };
}

/** The plan runs first and sets it. */
function known<Value>(value: Value | null): Value {
  if (value === null) throw new HandoffError("internal");
  return value;
}

interface Place {
  root: string;
  index: string;
  preset: PresetId;
}

async function placeOf({ file, memory, preset }: MigrateRequest): Promise<Place> {
  const real = realOf(file);
  const root = realOf(memory ?? path.dirname(real));
  const index = path.relative(root, real).split(path.sep).join("/");
  if (index.startsWith("../") || path.isAbsolute(index)) {
    throw new HandoffError("not-the-index", { path: file, expected: "a file below the memory folder" });
  }
  const snapshot = await loadSnapshot(root);
  if (snapshot.unreadable?.includes(index) === true) {
    throw new HandoffError("file-unreadable", { path: file, system: "not readable UTF-8 text" });
  }
  if (!snapshot.files.has(index))
    throw new HandoffError("file-not-found", { path: file, expected: "a Markdown file" });
  if (snapshot.manifestExists && snapshot.manifest.index !== index) {
    throw new HandoffError("not-the-index", { path: file, expected: snapshot.manifest.index });
  }
  return { root, index, preset: preset ?? presetOf(snapshot) };
}

function realOf(file: string): string {
  try {
    return realpathSync(file);
  } catch (error) {
    const system = systemCode(error) ?? "unknown";
    if (system === "ENOENT")
      throw new HandoffError("file-not-found", { path: file, expected: "an index to migrate" }, error);
    throw new HandoffError("file-unreadable", { path: file, system }, error);
  }
}

/** Topics beside the index with the front matter of the client's own memory tell its folder. */
function presetOf(snapshot: MemorySnapshot): PresetId {
  const types = new Set(["user", "feedback", "project", "reference"]);
  const isClients = [...snapshot.files.values()].some((file) => {
    if (file.path.includes("/")) return false;
    const front = readMemoryFile(file).markdown.frontMatter ?? {};
    return types.has(fieldValue(front, "metadata.type") ?? fieldValue(front, "type") ?? "");
  });
  return isClients ? "claude-code" : "openclaw";
}

/** A memory without MANIFEST.md has the index that is migrated. */
function withIndex(snapshot: MemorySnapshot, { index, preset }: Place): MemorySnapshot {
  if (snapshot.manifestExists) return snapshot;
  return { ...snapshot, manifest: { ...presetManifest(preset).manifest, index } };
}

function plannedTexts(snapshot: MemorySnapshot, { plan }: Migration): Texts {
  const texts = new Map([...snapshot.files].map(([file, { text }]) => [file, text]));
  for (const { file, area, after } of plan.edits) {
    if (area !== "memory") continue;
    if (after === null) texts.delete(file);
    else texts.set(file, after);
  }
  return texts;
}

/** Errors: `migration-lost` with the first line that is missing. */
function assertNothingLost(
  snapshot: MemorySnapshot,
  migration: Migration,
  after: Texts,
  quarantined: string,
): void {
  const { index } = snapshot.manifest;
  const texts = new Map([...snapshot.files].map(([file, { text }]) => [file, text]));
  const source = migration.before.text;
  const body = source.replace(/^\uFEFF/u, "");
  const dropped = droppedOf(migration.account);
  const slice = ({ start, end }: AccountEntry): string => body.slice(start, end);
  const result = checkMigration({
    file: index,
    source,
    // MANIFEST.md holds no facts
    before: without(texts, MANIFEST_FILE),
    after: without(after, MANIFEST_FILE),
    quarantined,
    duplicates: dropped.filter(({ reason }) => reason === "exact duplicate").map(slice),
    headings: dropped.filter(({ reason }) => reason === "named by its kind").map(slice),
  });
  if (result.missing === 0) return;
  const [line = 1] = result.missingLines;
  throw new HandoffError("migration-lost", { path: index, line, count: result.missing });
}

function without(texts: Texts, file: string): Texts {
  return new Map([...texts].filter(([name]) => name !== file));
}

/** Reads the result from disk and compares it; what is not all there is put back. Errors: `migration-lost`. */
async function lookAgain(
  home: string,
  { root, preset }: Place,
  { migration, before, quarantine }: Made,
  receipt: Receipt,
): Promise<void> {
  try {
    const now = await loadSnapshot(root, { preset });
    const texts = new Map([...now.files].map(([file, { text }]) => [file, text]));
    const kept = quarantine === null ? "" : (readHomeFile(home, path.relative(home, quarantine)) ?? "");
    assertNothingLost(known(before), known(migration), texts, kept);
  } catch (error) {
    await undo(root, receipt.id, { preset });
    throw error;
  }
}

function quarantineText({ quarantined }: Migration): string {
  return quarantined.map(({ text }) => `${text}\n`).join("\n");
}

/** Keeps what holds secrets outside the memory, 0600. One name a content: a second run writes the same file. */
function writeQuarantine(home: string, root: string, migration: Migration): string | null {
  if (migration.quarantined.length === 0) return null;
  const text = quarantineText(migration);
  const file = `${HOME_LAYOUT.quarantine}/${sha256(root).slice(0, 12)}-${sha256(text).slice(0, 12)}.md`;
  writeHomeFile(home, file, text);
  return path.join(home, file);
}

function resultOf(made: Made, receipt: Receipt | null): MigrateResult {
  const { account, plan, before, after, notes } = known(made.migration);
  const snapshot = known(made.before);
  const count = (fate: AccountEntry["fate"]): number => account.filter((entry) => entry.fate === fate).length;
  return {
    before: sizeOf(before.text),
    after: sizeOf(after.text),
    blocks: account.length,
    moved: count("moved"),
    kept: count("kept"),
    dropped: droppedOf(account).map(({ reason, line, duplicateOf }) => ({ reason, line, duplicateOf })),
    quarantined: count("quarantined"),
    lost: 0,
    files: plan.edits
      .filter(({ area }) => area === "memory")
      .map((edit) => ({
        file: edit.file,
        op: edit.op,
        chars: codePoints(edit.after ?? ""),
        diff: diffOf(edit, snapshot),
      })),
    quarantine: made.quarantine,
    provider: plan.receipt.provider ?? "extractive",
    fallback: plan.receipt.fallback,
    usage: plan.receipt.usage,
    heals: snapshot.manifest.heal === "relocate",
    notes,
    receipt,
  };
}

function sizeOf(text: string): IndexSize {
  const lines = text === "" ? 0 : text.split(/\r\n|\n|\r/u).length - Number(/[\r\n]$/u.test(text));
  return { chars: codePoints(text), lines, tokens: estimateTokens(text) };
}
