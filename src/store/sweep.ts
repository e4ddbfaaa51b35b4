import { rmSync } from "node:fs";
import { join } from "node:path";
import { isTempName } from "../files/atomic-replace.ts";
import type { Site } from "../files/journal.ts";
import { sweepClaims } from "../files/lock.ts";
import { writing } from "../files/system-errors.ts";
import { filesIn } from "./walk.ts";

const STATE_FOLDERS = [".handoff", ".handoff/provenance", ".handoff/ledger"];

/**
 * Removes temp files that an ended run left, and claims on locks that are gone. Only under the lock: then no other run
 * has a temp file in use.
 */
export function sweepLeftovers(site: Site, found: readonly string[]): void {
  writing(".handoff", () => sweepClaims(join(site.root, ".handoff/lock"), site.step));
  const temps = [...found];
  for (const folder of STATE_FOLDERS) {
    const names = filesIn(join(site.root, folder)).filter(isTempName);
    temps.push(...names.map((name) => `${folder}/${name}`));
  }
  for (const temp of temps) {
    writing(temp, () => {
      site.step("sweep");
      rmSync(join(site.root, temp), { force: true });
    });
  }
}
