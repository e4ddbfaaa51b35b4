import { readdirSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";
import { HOME_LAYOUT, readHomeFile, writeHomeFile } from "../config/home-files.ts";
import { sha256 } from "../files/hash.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { realRoot } from "./real-root.ts";

/** What the write gate of a hook needs of one memory, compiled: a hook parses no MANIFEST.md. */
export interface Gate {
  version: 1;
  /** Memory root as it was resolved, absolute; and the same without symbolic links. */
  root: string;
  real: string;
  /** Its files, sections and limits; the rules' settings follow from it. */
  manifest: Manifest;
}

/**
 * Keeps what the write gate needs of a memory, one file a root. For a root whose manifest may steer: of a trusted
 * memory, or of the host's own folder. Nothing is written when it says so already. Errors: `home-unwritable`.
 */
export function writeGate(home: string, root: string, manifest: Manifest): void {
  const real = realRoot(root);
  const gate: Gate = { version: 1, root, real, manifest };
  const text = `${JSON.stringify(gate)}\n`;
  const file = fileOf(real);
  if (readHomeFile(home, file) !== text) writeHomeFile(home, file, text);
}

/** The gate of one memory root; null when no worker has seen it. Errors: `file-unreadable`. */
export function readGate(home: string, root: string): Gate | null {
  return parse(readHomeFile(home, fileOf(realRoot(root))));
}

const fileOf = (real: string): string => `${HOME_LAYOUT.gates}/${sha256(real).slice(0, 32)}.json`;

/** Every memory that a worker has seen. A file that cannot be read, or of another version, is passed over. */
export function readGates(home: string): Gate[] {
  const folder = join(home, HOME_LAYOUT.gates);
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  return names.flatMap((name) =>
    name.endsWith(".json") ? (parse(readHomeFile(home, `${HOME_LAYOUT.gates}/${name}`)) ?? []) : [],
  );
}

/** Files of ours, 0600: their shape is that of the version they name. */
function parse(text: string | null): Gate | null {
  try {
    const stored = JSON.parse(text ?? "") as Gate;
    return stored.version === 1 ? stored : null;
  } catch {
    return null;
  }
}

/**
 * The memory that a file (absolute path) lies in, and its path there with `/` separators; of nested roots the inner
 * one. Links are followed both ways: the root may be named by a link, and so may the file.
 */
export function findGate(gates: readonly Gate[], path: string): { gate: Gate; file: string } | null {
  if (gates.length === 0) return null;
  const real = join(realFolder(dirname(path)), basename(path));
  const found = gates.flatMap((gate) => {
    const file = pathBelow(gate.root, path) ?? pathBelow(gate.real, real);
    return file === null ? [] : [{ gate, file }];
  });
  return found.toSorted((a, b) => a.file.length - b.file.length)[0] ?? null;
}

function pathBelow(root: string, path: string): string | null {
  const file = relative(root, path);
  if (file === "" || file === ".." || file.startsWith(`..${sep}`) || isAbsolute(file)) return null;
  return sep === "/" ? file : file.replaceAll(sep, "/");
}

function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
