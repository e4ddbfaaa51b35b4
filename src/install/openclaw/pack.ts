import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { HandoffError, systemCode } from "../../errors.ts";
import { atomicReplace, tempName } from "../../files/atomic-replace.ts";
import { makeFolder } from "../../files/folders.ts";
import { ifExists } from "../../files/system-errors.ts";
import { HOOK_NAME } from "./selection.ts";

/** The built hook in a bundle: HOOK.md and handler.js. */
const BUILT = `hooks/openclaw/${HOOK_NAME}`;
/** Files of a bundle that the hook needs. */
export const PACK_FILES: readonly string[] = [`${BUILT}/HOOK.md`, `${BUILT}/handler.js`, "worker.js"];
/** Says which state folder a copy belongs to; the handler reads it. */
const HOME_FILE = "home";
/** Everything that we ever put into a copy: what else lies there is a person's. */
const OWN_FILES: ReadonlySet<string> = new Set(["HOOK.md", "handler.js", "package.json", HOME_FILE]);

/** The copy of the hook in the client's folder of managed hooks. */
export interface Pack {
  /** Absolute folder of the copy. */
  folder: string;
  /** What shall lie in it: names and bytes. */
  files: ReadonlyMap<string, Buffer>;
  state: "missing" | "same" | "other";
}

/**
 * Compares the client's copy of the hook with that of `bundle`. Errors: `settings-unwritable` where something lies in its
 * place that this state folder did not put there.
 */
export function packOf(bundle: string, home: string, state: string): Pack {
  const folder = join(state, "hooks", HOOK_NAME);
  const built = join(bundle, BUILT);
  const names = readdirSync(built).filter((name) => statSync(join(built, name)).isFile());
  const files = new Map(names.map((name) => [name, readFileSync(join(built, name))]));
  files.set("package.json", Buffer.from('{ "type": "module" }\n'));
  files.set(HOME_FILE, Buffer.from(`${home}\n`));
  if (!existsSync(folder)) return { folder, files, state: "missing" };
  const owner = homeOfPack(folder);
  if (owner !== home) throw notOurs(folder, owner);
  const same = [...files].every(([name, bytes]) => bytes.equals(bytesOf(join(folder, name))));
  return { folder, files, state: same ? "same" : "other" };
}

/** State folder that put a copy of the hook into the client's folder; null when none did. */
export function homeOfPack(folder: string): string | null {
  return ifExists(() => readFileSync(join(folder, HOME_FILE), "utf8").trim(), null);
}

/** Names in a copy's folder that are ours. */
export function ownIn(folder: string): string[] {
  return namesIn(folder).filter((name) => OWN_FILES.has(name));
}

/** Names in a copy's folder that a person put there. */
export function foreignIn(folder: string): string[] {
  return namesIn(folder).filter((name) => !OWN_FILES.has(name));
}

const namesIn = (folder: string): string[] => ifExists(() => readdirSync(folder), []);

/** Puts the copy in its place, as a whole or not at all, and keeps what a person put there; returns the folders made for it. Errors: `settings-unwritable`. */
export function placePack({ folder, files }: Pack, state: string): string[] {
  const temp = join(state, tempName());
  try {
    const made = makeFolder(join(state, "hooks"), 0o700);
    makeFolder(temp, 0o700);
    for (const [name, bytes] of files) atomicReplace(join(temp, name), bytes, { mode: 0o600 });
    for (const name of foreignIn(folder).filter((one) => !files.has(one)))
      cpSync(join(folder, name), join(temp, name), { recursive: true, verbatimSymlinks: true });
    const old = join(state, tempName());
    if (existsSync(folder)) renameSync(folder, old);
    renameSync(temp, folder);
    rmSync(old, { recursive: true, force: true });
    return made;
  } catch (error) {
    rmSync(temp, { recursive: true, force: true });
    throw new HandoffError(
      "settings-unwritable",
      { path: folder, system: systemCode(error) ?? "unknown" },
      error,
    );
  }
}

function bytesOf(path: string): Buffer {
  return ifExists(() => (statSync(path).isFile() ? readFileSync(path) : Buffer.alloc(0)), Buffer.alloc(0));
}

function notOurs(folder: string, owner: string | null): HandoffError {
  const name =
    owner === null
      ? "a hook that handoff install did not put there"
      : `it belongs to the state folder ${owner}`;
  const expected =
    owner === null
      ? "it removed first, or used as it is"
      : `handoff uninstall openclaw with HANDOFF_HOME=${owner} first`;
  return new HandoffError("settings-unwritable", { path: folder, name, expected });
}

/** Removes our files of a copy, and its folder and those made for it as far as they are empty; returns the folders that went. */
export function removePack(folder: string, made: readonly string[]): string[] {
  for (const name of ownIn(folder)) rmSync(join(folder, name), { recursive: true, force: true });
  return [folder, ...made.toReversed()].filter(removeEmpty);
}

function removeEmpty(folder: string): boolean {
  return ifExists(() => {
    if (readdirSync(folder).length > 0) return false;
    rmdirSync(folder);
    return true;
  }, false);
}
