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

/** Each path by its name alone, with its last folder only where another of `all` has the same name. */
export function shortPaths(files: readonly TouchedFile[], all: readonly TouchedFile[]): string[] {
  const counts = new Map<string, number>();
  for (const { path } of all) counts.set(nameOf(path), (counts.get(nameOf(path)) ?? 0) + 1);
  return files.map(({ path }) =>
    (counts.get(nameOf(path)) ?? 0) > 1 ? path.split("/").slice(-2).join("/") : nameOf(path),
  );
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
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
