import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { HandoffError, systemCode } from "../errors.ts";
import { HOME_LAYOUT } from "../config/home-files.ts";
import { isTempName, tempName } from "../files/atomic-replace.ts";
import { makeFolder } from "../files/folders.ts";
import { sha256 } from "../files/hash.ts";

/** Bundles that stay: sessions that are open still start hooks of older ones. */
const KEPT_BUNDLES = 3;

/** Our own files of an installed bundle, beside those that were copied. */
const PACKAGE = "package.json";

/** Which folder of `$HANDOFF_HOME/bin` a bundle goes to. */
export interface BundlePlan {
  /** Folder of the running bundle. */
  from: string;
  /** Absolute folder of the copy. */
  to: string;
  /** False when it stands there already, byte for byte. */
  needed: boolean;
}

/** Folder of the bundle that this code runs from. Errors: `bundle-missing` when it runs from source. */
export function runningBundle(moduleUrl: string): string {
  const start = dirname(fileURLToPath(moduleUrl));
  for (const folder of [start, dirname(start)]) if (existsSync(join(folder, "cli.js"))) return folder;
  throw new HandoffError("bundle-missing", { path: start });
}

/**
 * Plans the copy of a bundle: `bin/<version>`; where another build of this version lies there, `bin/<version>-<hash>`,
 * so that nothing is taken away from hooks and workers that run. Errors: `bundle-missing` when one of `required` is not
 * in it.
 */
export function planBundle(
  from: string,
  home: string,
  version: string,
  required: readonly string[],
): BundlePlan {
  for (const file of ["cli.js", ...required]) {
    if (!existsSync(join(from, file)))
      throw new HandoffError("bundle-missing", { path: from, expected: file });
  }
  const bin = join(home, HOME_LAYOUT.bin);
  const wanted = contentHash(from);
  const plain = join(bin, version);
  const own = join(bin, `${version}-${wanted.slice(0, 8)}`);
  if (existsSync(own)) return { from, to: own, needed: contentHash(own) !== wanted };
  if (!existsSync(plain)) return { from, to: plain, needed: true };
  return contentHash(plain) === wanted ? { from, to: plain, needed: false } : { from, to: own, needed: true };
}

/** Copies a bundle as a whole or not at all. Errors: `home-unwritable`. */
export function copyBundle(plan: BundlePlan, version: string): void {
  const bin = dirname(plan.to);
  const temp = join(bin, tempName());
  try {
    makeFolder(bin, 0o700);
    cpSync(plan.from, temp, { recursive: true, dereference: true });
    // Without it Node would take the files for CommonJS.
    const about = { name: "session-handoff", version, private: true, type: "module" };
    writeFileSync(join(temp, PACKAGE), `${JSON.stringify(about, null, 2)}\n`);
    chmodSync(temp, 0o700);
    moveInto(temp, plan.to);
  } catch (error) {
    rmSync(temp, { recursive: true, force: true });
    throw new HandoffError("home-unwritable", { path: bin, system: systemCode(error) ?? "unknown" }, error);
  }
}

/** A damaged copy of the same content makes room; another run that was faster is as good. */
function moveInto(temp: string, to: string): void {
  if (existsSync(to)) {
    const old = join(dirname(to), tempName());
    renameSync(to, old);
    renameSync(temp, to);
    rmSync(old, { recursive: true, force: true });
    return;
  }
  try {
    renameSync(temp, to);
  } catch (error) {
    if (!existsSync(to) || contentHash(to) !== contentHash(temp)) throw error;
    rmSync(temp, { recursive: true, force: true });
  }
}

/** Removes what interrupted copies left, and all but the newest bundles that no settings point to. */
export function sweepBundles(home: string, inUse: readonly string[]): void {
  const bin = join(home, HOME_LAYOUT.bin);
  const used = new Set(inUse.map((folder) => basename(folder)));
  const folders = namesIn(bin).map((name) => ({ name, at: statSync(join(bin, name)).mtimeMs }));
  const old = folders
    .filter(({ name }) => !used.has(name) && !isTempName(name))
    .toSorted((a, b) => b.at - a.at)
    .slice(KEPT_BUNDLES);
  // A copy that another run is making is younger than an hour.
  const left = folders.filter(({ name, at }) => isTempName(name) && at < Date.now() - 3_600_000);
  for (const { name } of [...old, ...left]) rmSync(join(bin, name), { recursive: true, force: true });
}

/** Hash of all files of a bundle with their paths. */
function contentHash(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name !== PACKAGE && statSync(join(folder, name)).isFile())
    .map((name) => name.replaceAll("\\", "/"))
    .toSorted();
  return sha256(names.map((name) => `${name} ${sha256(readFileSync(join(folder, name)))}`).join("\n"));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
