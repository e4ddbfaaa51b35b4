import { join } from "node:path";
import { z } from "zod";
import { HOME_LAYOUT, readHomeFile, writeHomeFile } from "../config/home-files.ts";
import { sha256 } from "../files/hash.ts";
import { realRoot } from "./real-root.ts";
import { identitiesOf } from "./repository-identity.ts";
import { filesIn } from "./walk.ts";

/** One file an identity: two runs that record at once never overwrite each other. */
const Trusted = z.object({
  version: z.literal(1),
  identity: z.string(),
  /** Absolute path of the memory root. */
  root: z.string(),
  at: z.string(),
});

/** Records that the repository of `cwd` uses this memory, and that its MANIFEST.md may steer captures. Errors: `home-unwritable`. */
export function recordTrust(home: string, cwd: string, root: string, now: Date = new Date()): void {
  const identity = identitiesOf(cwd)[0] ?? "";
  const known = parse(readHomeFile(home, fileOf(identity)));
  if (known?.identity === identity && known.root === realRoot(root)) return;
  const record = { version: 1, identity, root: realRoot(root), at: now.toISOString() };
  writeHomeFile(home, fileOf(identity), `${JSON.stringify(record)}\n`);
}

/** Memory root recorded for just this repository (outside git: just this folder); null when none is. */
export function ownTrustedRoot(home: string, cwd: string): string | null {
  const identity = identitiesOf(cwd)[0] ?? "";
  const record = parse(readHomeFile(home, fileOf(identity)));
  return record?.identity === identity ? record.root : null;
}

/** Memory root recorded for the repository (outside git: the closest recorded folder) of `cwd`; null when none is. */
export function trustedRootFor(home: string, cwd: string): string | null {
  for (const identity of identitiesOf(cwd)) {
    const record = parse(readHomeFile(home, fileOf(identity)));
    if (record?.identity === identity) return record.root;
  }
  return null;
}

/** Whether any record names this folder as its memory root. */
export function isTrustedRoot(home: string, root: string): boolean {
  const real = realRoot(root);
  const names = filesIn(join(home, HOME_LAYOUT.trust));
  return names.some((name) => parse(readHomeFile(home, `${HOME_LAYOUT.trust}/${name}`))?.root === real);
}

function parse(text: string | null): z.infer<typeof Trusted> | null {
  try {
    return Trusted.parse(JSON.parse(text ?? ""));
  } catch {
    return null;
  }
}

const fileOf = (identity: string): string => `${HOME_LAYOUT.trust}/${sha256(identity).slice(0, 32)}.json`;
