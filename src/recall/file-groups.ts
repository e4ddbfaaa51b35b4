import type { TouchedFile } from "../session/working-state.ts";

/** Paths said by folder: "src/store/{lock.ts, journal.ts}". At most `perGroup` names a group; order of first mention. */
export function groupFiles(files: readonly TouchedFile[], perGroup = 6): string[] {
  const groups: { folder: string; names: string[] }[] = [];
  for (const { path } of files) {
    const slash = path.lastIndexOf("/");
    const folder = slash < 0 ? "" : path.slice(0, slash);
    const group = groups.find((one) => one.folder === folder && one.names.length < perGroup);
    if (group === undefined) groups.push({ folder, names: [path.slice(slash + 1)] });
    else group.names.push(path.slice(slash + 1));
  }
  return groups.map(({ folder, names }) => {
    const said = names.length === 1 ? (names[0] ?? "") : `{${names.join(", ")}}`;
    if (folder === "") return names.join(", ");
    return `${shortened(folder)}/${said}`;
  });
}

/** Each path by its name alone, with as many folders before it as tell it from others of `all` with the same name. */
export function shortPaths(files: readonly TouchedFile[], all: readonly TouchedFile[]): string[] {
  const byName = new Map<string, string[]>();
  for (const { path } of all) byName.set(tailOf(path, 1), [...(byName.get(tailOf(path, 1)) ?? []), path]);
  return files.map(({ path }) => {
    const others = (byName.get(tailOf(path, 1)) ?? []).filter((other) => other !== path);
    let parts = 1;
    while (
      tailOf(path, parts) !== path &&
      others.some((other) => tailOf(other, parts) === tailOf(path, parts))
    )
      parts += 1;
    return tailOf(path, parts);
  });
}

/** The last `parts` parts of a path; all of it where it has no more. */
function tailOf(path: string, parts: number): string {
  return path.split("/").slice(-parts).join("/");
}

/** The last parts of a long folder path: what tells it from its neighbours. */
function shortened(folder: string): string {
  const parts = folder.split("/");
  let text = parts.at(-1) ?? "";
  for (const part of parts.slice(0, -1).reverse()) {
    if (text.length + part.length + 1 > 48) return `…/${text}`;
    text = `${part}/${text}`;
  }
  return text;
}
