import { execFileSync } from "node:child_process";
import { HandoffError, systemCode } from "../errors.ts";
import type { Receipt } from "../handoff/receipt.ts";
import type { Earlier } from "../lint/lost-facts.ts";
import { parseManifest } from "../manifest/parse.ts";
import { MANIFEST_FILE } from "../manifest/pattern.ts";
import { parseProvenance, PROVENANCE_FOLDER } from "../memory/provenance.ts";
import type { MemoryFile, MemorySnapshot } from "../memory/snapshot.ts";
import { LEDGER_FOLDER, listLedger, readEntry } from "../store/ledger.ts";
import type { Io } from "./io.ts";

/** Most bytes that git may answer with. */
const MAX_BYTES = 1 << 29;

/** Variables by which a hook tells git where it is; a folder of ours is found from its own place. */
const PLACE = new Set(["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR"]);

/**
 * The memory as it stood in a git revision, and the receipts written since. Errors: `revision-unknown` (also where the
 * memory is in no repository), `git-missing`.
 */
export function readEarlier(now: MemorySnapshot, revision: string, io: Io): Earlier {
  const git = gitIn(now.root, io);
  const commit = git(["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`]);
  const blobs = blobsOf(git(["ls-tree", "-r", "-z", commit.toString("utf8").trim()]));
  const wanted = [...blobs].filter(([path]) => isOfMemory(path));
  const texts = readBlobs(git, wanted);
  return { revision, snapshot: snapshotOf(now, texts), receipts: receiptsSince(now.root, blobs) };
}

type Git = (args: readonly string[], input?: string) => Buffer;

function gitIn(root: string, io: Io): Git {
  const env = Object.fromEntries(Object.entries(io.env).filter(([name]) => !PLACE.has(name)));
  return (args, input) => {
    try {
      return execFileSync("git", args, {
        cwd: root,
        env,
        input: input ?? "",
        maxBuffer: MAX_BYTES,
        stdio: ["pipe", "pipe", "ignore"],
      });
    } catch (error) {
      const system = systemCode(error);
      if (system !== undefined) throw new HandoffError("git-missing", { path: root, system }, error);
      throw new HandoffError("revision-unknown", { path: root }, error);
    }
  };
}

/** Object ids of the files below the memory's folder, by relative path. */
function blobsOf(listing: Buffer): ReadonlyMap<string, string> {
  const blobs = new Map<string, string>();
  for (const line of listing.toString("utf8").split("\0")) {
    const match = /^100\d{3} blob ([0-9a-f]+)\t(.+)$/su.exec(line);
    if (match?.[1] !== undefined && match[2] !== undefined) blobs.set(match[2], match[1]);
  }
  return blobs;
}

function isOfMemory(path: string): boolean {
  if (path.startsWith(`${PROVENANCE_FOLDER}/`)) return path.endsWith(".json");
  return /\.md$/iu.test(path) && !/(?:^|\/)(?:\.handoff|node_modules)\//u.test(path);
}

/** Texts of objects, in one call; what is no UTF-8 is left out, as when a memory is read. */
function readBlobs(git: Git, blobs: readonly (readonly [string, string])[]): Map<string, string> {
  const texts = new Map<string, string>();
  if (blobs.length === 0) return texts;
  const answer = git(["cat-file", "--batch"], `${blobs.map(([, id]) => id).join("\n")}\n`);
  let at = 0;
  for (const [path] of blobs) {
    const lineEnd = answer.indexOf("\n", at);
    const size = Number(/ blob (\d+)$/u.exec(answer.toString("latin1", at, lineEnd))?.[1] ?? 0);
    const bytes = answer.subarray(lineEnd + 1, lineEnd + 1 + size);
    at = lineEnd + 1 + size + 1;
    const text = textOf(bytes);
    if (text !== null) texts.set(path, text);
  }
  return texts;
}

function textOf(bytes: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function snapshotOf(now: MemorySnapshot, texts: ReadonlyMap<string, string>): MemorySnapshot {
  const files = new Map<string, MemoryFile>();
  const provenance = new Map<string, NonNullable<ReturnType<typeof parseProvenance>>>();
  for (const [path, text] of texts) {
    if (!path.startsWith(`${PROVENANCE_FOLDER}/`)) {
      files.set(path, { path, text, hash: "", modifiedAt: 0 });
      continue;
    }
    const parsed = parseProvenance(text);
    if (parsed !== null) provenance.set(parsed.file, parsed);
  }
  const written = texts.get(MANIFEST_FILE);
  const manifest = (written === undefined ? null : parseManifest(written).manifest) ?? now.manifest;
  return {
    ...now,
    manifest,
    manifestExists: written !== undefined,
    files,
    provenance,
    internal: new Map(),
    tombstones: [],
  };
}

/** Receipts of the ledger that the revision does not have. */
function receiptsSince(root: string, blobs: ReadonlyMap<string, string>): Receipt[] {
  return listLedger(root)
    .filter(({ name }) => !blobs.has(`${LEDGER_FOLDER}/${name}`))
    .flatMap((entry) => readEntry(root, entry) ?? []);
}
