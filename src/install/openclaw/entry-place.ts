import { dirname, resolve } from "node:path";
import { HandoffError } from "../../errors.ts";
import { type JsonText } from "../json-text.ts";
import { type Purpose, readSettingsFile, type SettingsFile } from "../settings-file.ts";
import { nodeAt, type Path } from "./entry-edits.ts";
import { readJson5Text } from "./json5-text.ts";

/** As deep as the client follows files within files. */
const MAX_DEPTH = 10;

/** The file that an entry of ours goes into, read. */
export interface EntryPlace {
  file: SettingsFile;
  json: JsonText;
  /** Names on the way to the entry that lead to this file; what stands in it starts behind them. */
  above: number;
}

/**
 * Finds the file that the object above an entry comes from: where an object of the configuration is nothing but one
 * included file, that file has it. Elsewhere it is the configuration itself, whose own keys come after what it includes.
 * Errors: `settings-invalid` for an included file that is missing; those of `readSettingsFile` and `readJson5Text`.
 */
export function entryPlace(config: string, entry: Path, purpose: Purpose = "edit"): EntryPlace {
  let file = readSettingsFile(config, purpose);
  let at = 0;
  for (let depth = 0; ; depth += 1) {
    const json = file.bytes === null ? EMPTY : readJson5Text(file.bytes, file.path);
    const next = nextFile(file, json, entry.slice(at));
    if (next === null) return { file, json, above: at };
    if (depth === MAX_DEPTH) {
      throw new HandoffError("settings-invalid", {
        path: file.path,
        expected: "no circle of included files",
      });
    }
    const included = readSettingsFile(next.path, purpose);
    if (included.bytes === null) {
      const expected = `${next.path}, which it includes, to be there`;
      throw new HandoffError("settings-invalid", { path: file.path, expected });
    }
    file = included;
    at += next.steps;
  }
}

const EMPTY: JsonText = { text: "", bom: false, root: null };

/** The included file that a part of the path lies in, with the number of names that lead to it. */
function nextFile(
  file: SettingsFile,
  { root }: JsonText,
  names: readonly string[],
): { path: string; steps: number } | null {
  // The entry's own name is never an include: at least the object of all entries stays with its file.
  for (let steps = 1; steps < names.length - 1; steps += 1) {
    const node = nodeAt(root, names.slice(0, steps));
    const only = node?.children?.length === 1 ? nodeAt(node, ["$include"]) : undefined;
    if (typeof only?.value !== "string") continue;
    return { path: resolve(dirname(file.path), only.value), steps };
  }
  return null;
}

/** A path of the configuration as it stands in a file that lies so many names deep. */
export function within(path: Path, above: number): Path {
  const [first, ...rest] = path.slice(above);
  return first === undefined ? path : [first, ...rest];
}
