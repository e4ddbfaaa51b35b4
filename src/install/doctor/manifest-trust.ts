import { existsSync } from "node:fs";
import { join } from "node:path";
import { MANIFEST_FILE } from "../../store/load-snapshot.ts";
import { foldersUpward } from "../../store/repository-identity.ts";
import { isManifestChanged, isTrustedRoot } from "../../store/trust.ts";
import { hosts } from "../../hosts/hosts.ts";
import { type Check, ok, type Surroundings, warn } from "./check.ts";

/** A MANIFEST.md that came with a repository steers nothing until a person trusted it: worth knowing where one lies. */
export const manifestTrust: Check = {
  id: "manifest-trust",
  async run({ home, cwd, env }) {
    const places = foldersUpward(cwd).flatMap((folder) => [folder, join(folder, ".memory")]);
    const place = places.find((folder) => existsSync(join(folder, MANIFEST_FILE)));
    if (place === undefined) return ok("no MANIFEST.md of a repository lies here");
    if (await isHostsOwn(place, { cwd, env }))
      return ok(`${join(place, MANIFEST_FILE)} lies in the agent's own memory, and steers captures`);
    if (isTrustedRoot(home, place) && isManifestChanged(home, place)) {
      return warn(
        `${join(place, MANIFEST_FILE)} changed since it was trusted, and steers captures as it is now`,
        "read what changed, then handoff trust again; or handoff trust --remove",
      );
    }
    return isTrustedRoot(home, place)
      ? ok(`${join(place, MANIFEST_FILE)} is trusted and steers captures`)
      : warn(
          `${join(place, MANIFEST_FILE)} is not trusted: captures do not follow it`,
          "read it, then handoff trust; or leave it",
        );
  },
};

/** Whether a folder is where an agent itself keeps its memory, such as a workspace of OpenClaw: no repository brought it. */
async function isHostsOwn(place: string, { cwd, env }: Pick<Surroundings, "cwd" | "env">): Promise<boolean> {
  for (const { memoryRoot } of hosts) {
    if ((await memoryRoot(cwd, env).catch(() => null)) === place) return true;
  }
  return false;
}
