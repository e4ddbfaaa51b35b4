import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

const repository = path.resolve(import.meta.dirname, "../../..");

/**
 * Packs the built repository as it would be published and installs the tarball into `folder`. `HANDOFF_TARBALL` names
 * one that is already packed. Returns the path of the `handoff` command.
 */
export function installProduct(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const tarball = process.env["HANDOFF_TARBALL"] ?? pack(folder);
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ private: true }));
  npm(["install", "--offline", "--no-audit", "--no-fund", tarball], folder);
  return path.join(folder, "node_modules/.bin/handoff");
}

function pack(folder: string): string {
  if (!existsSync(path.join(repository, "dist/cli.js"))) throw new Error("nothing built; run npm run build");
  // Without a build of its own: other tests may be using dist/ right now.
  const args = ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder];
  return path.join(folder, npm(args, repository).trim());
}

function npm(args: readonly string[], cwd: string): string {
  const run = spawnSync("npm", args, { cwd, encoding: "utf8" });
  if (run.status !== 0) throw new Error(`npm ${args[0] ?? ""} failed: ${run.stderr}`);
  return run.stdout;
}
