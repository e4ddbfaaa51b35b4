import { describe, expect, it } from "vitest";
import { workFolder } from "./work-folder.ts";

const files = (...paths: string[]) => paths.map((path) => ({ path, edits: 1, reads: 0 }));

describe("workFolder", () => {
  it.each([
    [
      "most files lie deep",
      files("src/shop/cart.ts", "src/shop/price.ts", "docs/a.md"),
      "/home/ada/shop/src/shop",
    ],
    ["half of them lie elsewhere", files("src/a.ts", "docs/a.md"), "/home/ada/shop"],
    ["none was touched", [], "/home/ada/shop"],
    ["they lie outside the project", files("/srv/app/a.ts", "/srv/app/b.ts", "README.md"), "/srv/app"],
    [
      "in a folder that only begins the same",
      files("src/a/x.ts", "src/ab/y.ts", "src/ab/z.ts"),
      "/home/ada/shop/src/ab",
    ],
  ])("%s", (_, touched, folder) => {
    expect(workFolder(touched, "/home/ada/shop")).toBe(folder);
  });

  it("the files at hand decide, not those of long ago", () => {
    const now = Array.from({ length: 10 }, (_, n) => `web/page${n}.ts`);
    const before = Array.from({ length: 30 }, (_, n) => `server/route${n}.ts`);
    expect(workFolder(files(...now, ...before), "/home/ada/shop")).toBe("/home/ada/shop/web");
  });

  it("what was only read does not decide where something was changed", () => {
    const read = files("docs/a.md", "docs/b.md", "docs/c.md").map((file) => ({
      ...file,
      edits: 0,
      reads: 1,
    }));
    expect(workFolder([...files("biome.json"), ...read], "/home/ada/shop")).toBe("/home/ada/shop");
    expect(workFolder(read, "/home/ada/shop")).toBe("/home/ada/shop/docs");
  });

  it("without a known project only whole paths tell a folder", () => {
    expect(workFolder(files("src/a.ts", "src/b.ts"), null)).toBeNull();
    expect(workFolder(files("/srv/app/a.ts", "/srv/app/b.ts"), null)).toBe("/srv/app");
    expect(workFolder([], null)).toBeNull();
  });
});
