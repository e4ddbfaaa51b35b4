/** Why a path may not be used; the words are ours and quote nothing. */
export type PathFault =
  | "empty"
  | "absolute path"
  | "drive letter"
  | "network path"
  | "NUL or control character"
  | "backslash"
  | "`..` or `.`"
  | "reserved name"
  | "name ends in a dot or space"
  | "character that Windows refuses"
  | "longer than 255 bytes";

/** Device names that Windows reserves with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/iu;
// oxlint-disable-next-line no-control-regex -- the very characters to refuse
const CONTROL = /[\u0000-\u001f\u007f]/u;
const REFUSED = /[<>:"|?*]/u;

/**
 * The reason why `path` is not a safe relative path with `/` separators on every system, or null. Pure: symbolic links
 * are the store's part.
 */
export function pathFault(path: string): PathFault | null {
  if (path === "") return "empty";
  if (CONTROL.test(path)) return "NUL or control character";
  if (/^(?:\\\\|\/\/)/u.test(path)) return "network path";
  if (path.startsWith("/") || path.startsWith("~")) return "absolute path";
  if (/^[a-z]:/iu.test(path)) return "drive letter";
  if (path.includes("\\")) return "backslash";
  for (const segment of path.split("/")) {
    const fault = segmentFault(segment);
    if (fault !== null) return fault;
  }
  return null;
}

/** True for a relative path that stays below its root by its text alone. */
export function safeRelativePath(path: string): boolean {
  return pathFault(path) === null;
}

/** True when a file stem or folder name is one that Windows reserves for a device. */
export function isReservedName(name: string): boolean {
  return RESERVED.test(name);
}

function segmentFault(segment: string): PathFault | null {
  if (segment === "") return "empty";
  if (segment === "." || segment === "..") return "`..` or `.`";
  if (isReservedName(segment)) return "reserved name";
  if (/[. ]$/u.test(segment)) return "name ends in a dot or space";
  if (REFUSED.test(segment)) return "character that Windows refuses";
  return Buffer.byteLength(segment) > 255 ? "longer than 255 bytes" : null;
}
