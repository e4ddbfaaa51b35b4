import { readFileSync } from "node:fs";
import { dirname, isAbsolute, relative, resolve } from "node:path";
import { evaluate, parse } from "@humanwhocodes/momoa";
import { HandoffError, systemCode } from "../../errors.ts";
import { type Json, objectOf } from "../json.ts";
import type { Locations } from "./locations.ts";

/** As deep as the client follows files within files. */
const MAX_DEPTH = 10;
const INCLUDE = "$include";

/**
 * The client's configuration (JSON5), with the files that it includes. What is missing or broken says nothing: an empty
 * object.
 */
export function readConfigValues(locations: Locations): Json {
  return read(locations).values;
}

/**
 * Makes sure that the configuration says all that it is meant to say; that there is none is no fault. The client itself
 * refuses one that includes a missing file. Errors: `settings-invalid` naming the file and what is wrong with it.
 */
export function assertReadableConfig(locations: Locations): void {
  const [fault] = read(locations).faults;
  if (fault !== undefined) throw fault;
}

function read({ config, includeRoots }: Locations): { values: Json; faults: HandoffError[] } {
  const faults: HandoffError[] = [];
  const place: Place = {
    path: config,
    from: null,
    roots: [dirname(config), ...includeRoots],
    depth: 0,
    faults,
  };
  return { values: objectOf(valuesOf(place)) ?? {}, faults };
}

interface Place {
  path: string;
  /** The file that includes it; null: it is the configuration itself. */
  from: string | null;
  /** Folders that included files lie in. */
  roots: readonly string[];
  depth: number;
  /** What was found wrong so far. */
  faults: HandoffError[];
}

function valuesOf(place: Place): unknown {
  const text = textOf(place);
  if (text === null || text.trim() === "") return {};
  try {
    return included(evaluate(parse(text, { mode: "json5" })), place);
  } catch (error) {
    const line = error instanceof Error && "line" in error ? Number(error.line) : 1;
    // The parser's own message quotes what it found.
    return broken(place, { path: place.path, line, expected: "valid JSON5" }, error);
  }
}

/** Text of a file; null, with a fault, where the client would not get it either. */
function textOf(place: Place): string | null {
  const { path, from, roots, depth } = place;
  const wrong = (what: string, error?: unknown): null => {
    broken(
      place,
      { path: from ?? path, expected: from === null ? what : `${path}, which it includes, ${what}` },
      error,
    );
    return null;
  };
  if (depth > MAX_DEPTH) return wrong("to be part of no circle of included files");
  if (!roots.some((root) => isBelow(path, root)))
    return wrong(`to lie in ${roots[0] ?? ""} or a folder that OPENCLAW_INCLUDE_ROOTS names`);
  try {
    return readFileSync(path, "utf8").replace(/^\uFEFF/u, "");
  } catch (error) {
    const code = systemCode(error) ?? "unknown";
    if (code === "ENOENT") return from === null ? null : wrong("to be there", error);
    return wrong(`${from === null ? "" : "to be "}a file that can be read (${code})`, error);
  }
}

function broken(
  { faults }: Place,
  detail: { path: string; line?: number; expected: string },
  cause: unknown,
): object {
  faults.push(new HandoffError("settings-invalid", detail, cause));
  return {};
}

/** The value with what its `$include`s hold; its own keys win over theirs. */
function included(value: unknown, place: Place): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => included(one, place));
  const object = objectOf(value);
  if (object === null) return value;
  const { [INCLUDE]: named, ...own } = object;
  const files = (Array.isArray(named) ? named : [named]).filter((name) => typeof name === "string");
  const base = files.map((name) =>
    valuesOf({
      ...place,
      path: resolve(dirname(place.path), name),
      from: place.path,
      depth: place.depth + 1,
    }),
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
