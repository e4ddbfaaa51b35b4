import { lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { HandoffError, systemCode } from "../errors.ts";
import { ifExists } from "./system-errors.ts";

/** Device names of Windows, with any extension. Source: "Naming Files, Paths, and Namespaces", Microsoft Learn. */
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?$/i;
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const FORBIDDEN = /[\u0000-\u001F\u007F<>:"|?*]/;
const MAX_NAME_BYTES = 255;

/** A path inside the root, resolved. */
export interface Contained {
  /** Absolute path with every symlink resolved: the file to write. */
  path: string;
  /** Relative to the real root, `/` separators. */
  relative: string;
  exists: boolean;
  /** Absolute path of the deepest folder above it that exists. */
  ancestor: string;
}

/**
 * True when a relative path names something below its root whatever the platform: no `..`, absolute path, drive, UNC,
 * NUL or backslash.
 */
export function isRelativeInside(file: string): boolean {
  if (file === "" || file.includes("\0") || file.includes("\\") || /^[A-Za-z]:/.test(file)) return false;
  return file.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}

/** True when every part of the path can be created on Linux, macOS and Windows alike. */
function isPortable(file: string): boolean {
  return file.split("/").every((part) => {
    if (FORBIDDEN.test(part) || RESERVED.test(part) || /[. ]$/.test(part)) return false;
    return Buffer.byteLength(part) <= MAX_NAME_BYTES;
  });
}

/** What two names share when a file system folds case and normal form. */
export function foldedPath(file: string): string {
  return file.normalize("NFC").toLowerCase();
}

/**
 * Resolves a relative path below `root` (a real path). An existing file may be a symlink as long as it ends inside the
 * root. Errors: `path-outside-root` for anything that leads out, for a new name that some platform cannot hold, and
 * for a new name that differs from an existing one in case only; `memory-unwritable` where a file stands in place of a
 * folder.
 */
export function contain(root: string, file: string): Contained {
  const outside = (): HandoffError => new HandoffError("path-outside-root", { path: file });
  if (!isRelativeInside(file)) throw outside();
  const whole = join(root, ...file.split("/"));
  const real = realOf(whole);
  if (real !== null) {
    if (!isBelow(root, real)) throw outside();
    return { path: real, relative: relativeTo(root, real), exists: true, ancestor: dirname(real) };
  }
  if (!isPortable(file) || isDanglingLink(whole)) throw outside();
  const { ancestor, rest } = deepestAncestor(root, file);
  if (ancestor !== root && !isBelow(root, ancestor)) throw outside();
  if (!statSync(ancestor).isDirectory()) {
    throw new HandoffError("memory-unwritable", { path: relativeTo(root, ancestor), system: "ENOTDIR" });
  }
  if (collides(ancestor, rest[0] ?? "")) throw outside();
  const path = join(ancestor, ...rest);
  return { path, relative: relativeTo(root, path), exists: false, ancestor };
}

/** True when `path` lies below `root`; both absolute and real. */
export function isBelow(root: string, path: string): boolean {
  return path.startsWith(root.endsWith(sep) ? root : root + sep);
}

function relativeTo(root: string, path: string): string {
  return path
    .slice(root.length)
    .split(sep)
    .filter((part) => part !== "")
    .join("/");
}

function realOf(path: string): string | null {
  try {
    return ifExists(() => realpathSync(path), null);
  } catch (error) {
    // A name too long to look up cannot exist; `isPortable` then says no.
    if (systemCode(error) === "ENAMETOOLONG") return null;
    throw error;
  }
}

function isDanglingLink(path: string): boolean {
  return ifExists(() => lstatSync(path).isSymbolicLink(), false);
}

function deepestAncestor(root: string, file: string): { ancestor: string; rest: string[] } {
  const parts = file.split("/");
  for (let kept = parts.length - 1; kept > 0; kept -= 1) {
    const path = join(root, ...parts.slice(0, kept));
    const real = realOf(path);
    if (real !== null) return { ancestor: real, rest: parts.slice(kept) };
    if (isDanglingLink(path)) throw new HandoffError("path-outside-root", { path: file });
  }
  return { ancestor: root, rest: parts };
}

function collides(folder: string, name: string): boolean {
  const folded = foldedPath(name);
  const names = ifExists(() => readdirSync(folder), []);
  return names.some(
    (other) => foldedPath(other) === folded && other.normalize("NFC") !== name.normalize("NFC"),
  );
}
