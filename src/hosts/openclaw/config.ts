import { readFileSync } from "node:fs";
import { dirname, isAbsolute, relative, resolve } from "node:path";
import { evaluate, parse } from "@humanwhocodes/momoa";
import { type Json, objectOf } from "../json.ts";

/** As deep as the client follows files within files. */
const MAX_DEPTH = 10;
const INCLUDE = "$include";

/**
 * The client's configuration (JSON5), with the files beside it that it includes. What is missing or broken says nothing:
 * an empty object.
 */
export function readConfigValues(path: string): Json {
  return objectOf(valuesOf({ path, root: dirname(path), depth: 0 })) ?? {};
}

interface Place {
  path: string;
  /** Folder that included files lie in. */
  root: string;
  depth: number;
}

function valuesOf(place: Place): unknown {
  if (place.depth > MAX_DEPTH || !isBelow(place.path, place.root)) return {};
  try {
    const text = readFileSync(place.path, "utf8").replace(/^\uFEFF/u, "");
    return included(evaluate(parse(text, { mode: "json5" })), place);
  } catch {
    return {};
  }
}

/** The value with what its `$include`s hold; its own keys win over theirs. */
function included(value: unknown, place: Place): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => included(one, place));
  const object = objectOf(value);
  if (object === null) return value;
  const { [INCLUDE]: named, ...own } = object;
  const files = (Array.isArray(named) ? named : [named]).filter((name) => typeof name === "string");
  const base = files.map((name) =>
    valuesOf({ ...place, path: resolve(dirname(place.path), name), depth: place.depth + 1 }),
  );
  const rest = Object.fromEntries(Object.entries(own).map(([key, one]) => [key, included(one, place)]));
  // A value that is nothing but another file may be any value, a list too.
  if (base.length === 1 && Object.keys(rest).length === 0) return base[0];
  return [...base, rest].reduce(merged);
}

function merged(before: unknown, after: unknown): unknown {
  const [a, b] = [objectOf(before), objectOf(after)];
  if (a === null || b === null) return after;
  const both = Object.entries(b).map(([key, value]) => [
    key,
    Object.hasOwn(a, key) ? merged(a[key], value) : value,
  ]);
  return { ...a, ...Object.fromEntries(both) };
}

function isBelow(file: string, folder: string): boolean {
  const way = relative(folder, file);
  return !way.startsWith("..") && !isAbsolute(way);
}
