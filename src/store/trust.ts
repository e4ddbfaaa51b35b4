import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { HOME_LAYOUT, readHomeFile, writeHomeFile } from "../config/home-files.ts";
import { HandoffError, systemCode } from "../errors.ts";
import { sha256 } from "../files/hash.ts";
import { ifExists } from "../files/system-errors.ts";
import { MANIFEST_FILE } from "../manifest/pattern.ts";
import { realRoot } from "./real-root.ts";
import { identitiesOf } from "./repository-identity.ts";
import { filesIn } from "./walk.ts";

/** One file an identity: two runs that record at once never overwrite each other. */
const Trusted = z.object({
  version: z.literal(1),
  identity: z.string(),
  /** Absolute path of the memory root. */
  root: z.string(),
  at: z.string(),
  /** Hash of MANIFEST.md as it was trusted; null: there was none, or the record is older than this field. */
  manifest: z.string().nullable().default(null),
});
export type TrustRecord = z.infer<typeof Trusted>;

/** Records that the repository of `cwd` uses this memory, and that its MANIFEST.md may steer captures. Errors: `home-unwritable`. */
export function recordTrust(home: string, cwd: string, root: string, now: Date = new Date()): void {
  const identity = identitiesOf(cwd)[0] ?? "";
  const known = parse(readHomeFile(home, fileOf(identity)));
  const manifest = manifestHash(root);
  const isSame = known?.root === realRoot(root) && known.manifest === manifest;
  if (known?.identity === identity && isSame) return;
  const record = { version: 1, identity, root: realRoot(root), at: now.toISOString(), manifest };
  writeHomeFile(home, fileOf(identity), `${JSON.stringify(record)}\n`);
}

/** Memory root recorded for just this repository (outside git: just this folder); null when none is. */
export function ownTrustedRoot(home: string, cwd: string): string | null {
  const identity = identitiesOf(cwd)[0] ?? "";
  const record = parse(readHomeFile(home, fileOf(identity)));
  return record?.identity === identity ? record.root : null;
}

/** Memory root recorded for the repository (outside git: the closest recorded folder) of `cwd`; null when none is. */
export function trustedRootFor(home: string, cwd: string): string | null {
  for (const identity of identitiesOf(cwd)) {
    const record = parse(readHomeFile(home, fileOf(identity)));
    if (record?.identity === identity) return record.root;
  }
  return null;
}

/** Forgets what was recorded for just this repository; its memory root, or null where nothing was. Errors: `home-unwritable`. */
export function removeTrust(home: string, cwd: string): string | null {
  const root = ownTrustedRoot(home, cwd);
  if (root === null) return null;
  try {
    rmSync(join(home, fileOf(identitiesOf(cwd)[0] ?? "")), { force: true });
  } catch (error) {
    throw new HandoffError("home-unwritable", { path: home, system: systemCode(error) ?? "unknown" }, error);
  }
  return root;
}

/** Every record, the oldest first. */
export function trustRecords(home: string): TrustRecord[] {
  return filesIn(join(home, HOME_LAYOUT.trust))
    .flatMap((name) => parse(readHomeFile(home, `${HOME_LAYOUT.trust}/${name}`)) ?? [])
    .toSorted((a, b) => (a.at < b.at ? -1 : 1));
}

/** Whether the MANIFEST.md of a recorded root is another one than when it was last trusted. */
export function isManifestChanged(home: string, root: string): boolean {
  const records = trustRecords(home).filter((record) => record.root === realRoot(root));
  const known = records.flatMap(({ manifest }) => manifest ?? []);
  return known.length > 0 && !known.includes(manifestHash(root) ?? "");
}

function manifestHash(root: string): string | null {
  const bytes = ifExists(() => readFileSync(join(root, MANIFEST_FILE)), null);
  return bytes === null ? null : sha256(bytes);
}

/** Whether any record names this folder as its memory root. */
export function isTrustedRoot(home: string, root: string): boolean {
  const real = realRoot(root);
  return trustRecords(home).some((record) => record.root === real);
}

function parse(text: string | null): TrustRecord | null {
  try {
    return Trusted.parse(JSON.parse(text ?? ""));
  } catch {
    return null;
  }
}

const fileOf = (identity: string): string => `${HOME_LAYOUT.trust}/${sha256(identity).slice(0, 32)}.json`;
