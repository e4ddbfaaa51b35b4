import { readFileSync } from "node:fs";
import { dirname, isAbsolute, relative, resolve } from "node:path";
import { getNodeValue } from "jsonc-parser";
import { HandoffError } from "../../errors.ts";
import { ifExists } from "../../files/system-errors.ts";
import { type Json, objectOf } from "../../hosts/json.ts";
import { readJson5Text } from "./json5-text.ts";

/** As deep as the client follows files within files. */
const MAX_DEPTH = 10;
const INCLUDE = "$include";

/**
 * A configuration as the client sees it: with the files it includes, before variables are put in. Null when there is no
 * file. Errors: `settings-invalid`, `file-unreadable`.
 */
export function configValues(path: string): Json | null {
  const value = valuesOf(path, dirname(path), []);
  return value === null ? null : (objectOf(value) ?? {});
}

function valuesOf(path: string, root: string, above: readonly string[]): unknown {
  const bytes = ifExists(() => readFileSync(path), null);
  if (bytes === null) return null;
  const json = readJson5Text(bytes, path);
  const value: unknown = json.root === null ? {} : getNodeValue(json.root);
  return resolved(value, { path, root, above: [...above, path] });
}

interface Place {
  path: string;
  /** The folder that included files must lie in. */
  root: string;
  above: readonly string[];
}

function resolved(value: unknown, place: Place): unknown {
  if (Array.isArray(value)) return value.map((one) => resolved(one, place));
  const object = objectOf(value);
  if (object === null) return value;
  const { [INCLUDE]: names, ...own } = object;
  const rest = Object.fromEntries(Object.entries(own).map(([key, one]) => [key, resolved(one, place)]));
  if (names === undefined) return rest;
  const files = (Array.isArray(names) ? names : [names]).map((name: unknown) => included(name, place));
  return [...files, ...(Object.keys(rest).length === 0 ? [] : [rest])].reduce(merged);
}

function included(name: unknown, { path, root, above }: Place): unknown {
  const refuse = (expected: string): HandoffError => new HandoffError("settings-invalid", { path, expected });
  if (typeof name !== "string") throw refuse(`file names at ${INCLUDE}`);
  const file = resolve(dirname(path), name);
  if (above.includes(file) || above.length > MAX_DEPTH) throw refuse(`no circle of files at ${INCLUDE}`);
  const value = isBelow(file, root) ? valuesOf(file, root, above) : null;
  if (value === null) throw refuse(`files beside the configuration at ${INCLUDE}`);
  return value;
}

function merged(before: unknown, after: unknown): unknown {
  const [a, b] = [objectOf(before), objectOf(after)];
  if (a === null || b === null) return after;
  const entries = Object.entries(b).map(([key, value]) => [
    key,
    Object.hasOwn(a, key) ? merged(a[key], value) : value,
  ]);
  return { ...a, ...(Object.fromEntries(entries) as Json) };
}

function isBelow(file: string, folder: string): boolean {
  const way = relative(folder, file);
  return !way.startsWith("..") && !isAbsolute(way);
}
