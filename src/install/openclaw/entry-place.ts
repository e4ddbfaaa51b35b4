import { dirname, resolve } from "node:path";
import { HandoffError } from "../../errors.ts";
import { ifExists } from "../../files/system-errors.ts";
import { type JsonText } from "../json-text.ts";
import { readSettingsFile, type SettingsFile } from "../settings-file.ts";
import { nodeAt, type Path } from "./entry-edits.ts";
import { readJson5Text } from "./json5-text.ts";
import { ENTRY, SWITCH } from "./wiring.ts";

/** As deep as the client follows files within files. */
const MAX_DEPTH = 10;

/** The file that our entry goes into, read. */
export interface EntryPlace {
  file: SettingsFile;
  json: JsonText;
  /** Where the entry and the switch of all hooks stand in it. */
  entry: Path;
  enable: Path;
}

/**
 * Finds the file that `hooks.internal.entries` comes from: where an object of the configuration is nothing but one
 * included file, that file has it. Elsewhere it is the configuration itself, whose own keys come after what it includes.
 * Errors: those of `readSettingsFile` and `readJson5Text`.
 */
export function entryPlace(config: string): EntryPlace {
  let file = readSettingsFile(config);
  let at = 0;
  for (let depth = 0; ; depth += 1) {
    const json = file.bytes === null ? EMPTY : readJson5Text(file.bytes, file.path);
    const next = nextFile(file, json, ENTRY.slice(at));
    if (next === null) return { file, json, entry: shortened(ENTRY, at), enable: shortened(SWITCH, at) };
    if (depth === MAX_DEPTH) {
      throw new HandoffError("settings-invalid", {
        path: file.path,
        expected: "no circle of included files",
      });
    }
    file = readSettingsFile(next.path);
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
    const path = resolve(dirname(file.path), only.value);
    return ifExists(() => readSettingsFile(path).bytes, null) === null ? null : { path, steps };
  }
  return null;
}

function shortened(path: Path, from: number): Path {
  const [first, ...rest] = path.slice(from);
  return first === undefined ? path : [first, ...rest];
}
