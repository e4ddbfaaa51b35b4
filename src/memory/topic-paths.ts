/** A topic is worth a look when sessions changed more than this many of its files. */
export const FEW_FILES = 3;

/** A test for one entry of a topic's `paths`: a file, a folder (with or without its closing `/`), or a pattern with `*` and `**`. */
export function namesFile(written: string): (path: string) => boolean {
  const wanted = plainPath(written).replace(/\/+$/u, "");
  if (!wanted.includes("*")) return (path) => path === wanted || path.startsWith(`${wanted}/`);
  const source = wanted
    .split(/(\*\*\/?|\*)/u)
    .map((part) => {
      if (part.startsWith("**")) return ".*";
      return part === "*" ? "[^/]*" : part.replace(/[\\^$.+?()[\]{}|]/gu, "\\$&");
    })
    .join("");
  const pattern = new RegExp(`^${source}$`, "u");
  return (path) => pattern.test(path);
}

/** A project path with `/` and without a leading `./`. */
export function plainPath(path: string): string {
  return path.trim().replaceAll("\\", "/").replace(/^\.\//u, "");
}
