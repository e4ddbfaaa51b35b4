import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { lastingNode } from "./node-path.ts";

let folder = "";
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "handoff-node-")));
});

/** A program, or a link to one, in a folder of its own. */
function node(place: string, target?: string): string {
  mkdirSync(join(folder, place), { recursive: true });
  const path = join(folder, place, "node");
  if (target === undefined) writeFileSync(path, "");
  else symlinkSync(target, path);
  return path;
}

const lasting = (execPath: string, ...places: string[]) =>
  lastingNode(execPath, { PATH: places.map((place) => join(folder, place)).join(":") }, join(folder, "tmp"));

describe("the node that hooks are started with", () => {
  it("is the running one where nothing better is known", () => {
    const path = node("versions/v20.19.0/bin");
    expect(lasting(path)).toEqual({ path, stays: true });
  });

  it("is the name without a version that an upgrade keeps, if it leads to the same program", () => {
    const real = node("Cellar/node/22.1.0/bin");
    const link = node("bin", real);
    const other = node("other");
    expect(lasting(real, "other", "bin")).toEqual({ path: link, stays: true });
    expect(lasting(other, "bin", "other")).toEqual({ path: other, stays: true });
  });

  it("is no name of one shell, one call or one package", () => {
    const real = node("versions/v20.19.0/bin");
    for (const place of ["run/fnm_multishells/1_2/bin", "home/.npm/_npx/ab/bin", "tmp/x"]) node(place, real);
    expect(lasting(real, "run/fnm_multishells/1_2/bin", "home/.npm/_npx/ab/bin", "tmp/x").path).toBe(real);
  });

  it("is said to go away where there is no other", () => {
    const path = node("project/node_modules/node/bin");
    expect(lasting(path)).toEqual({ path, stays: false });
  });
});
