import fc from "fast-check";
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { contain, isBelow, isRelativeInside } from "./containment.ts";
import { removeFolder } from "../../test/fixtures/remove-folder.ts";

let folder: string;
let root: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "handoff-contain-")));
  root = join(folder, "memory");
  mkdirSync(join(root, "people"), { recursive: true });
  writeFileSync(join(root, "people/anna.md"), "");
  writeFileSync(join(folder, "secret.md"), "");
});
afterEach(() => removeFolder(folder));

const refused = (file: string): void => {
  expect(() => contain(root, file), JSON.stringify(file)).toThrow(
    expect.objectContaining({ code: "path-outside-root" }),
  );
};

describe("contain", () => {
  it("resolves existing files and files to be made", () => {
    expect(contain(root, "people/anna.md")).toMatchObject({ exists: true, relative: "people/anna.md" });
    expect(contain(root, "a/b/c.md")).toEqual({
      path: join(root, "a/b/c.md"),
      relative: "a/b/c.md",
      exists: false,
      ancestor: root,
    });
    expect(contain(root, "темы/это.md").exists).toBe(false);
  });

  it.each([
    "../secret.md",
    "people/../../secret.md",
    "/etc/passwd",
    "C:/x.md",
    "c:x.md",
    "\\\\server\\share\\x.md",
    "//server/share/x.md",
    "people\\..\\..\\secret.md",
    "a\0.md",
    "./x.md",
    "a//b.md",
    "a/",
    "",
  ])("refuses %j whatever the platform", refused);

  it.each([
    "con.md",
    "people/NUL",
    "COM1.txt",
    "lpt9.md",
    "a./b.md",
    "b .md ",
    "a:b.md",
    "a?.md",
    `${"x".repeat(256)}.md`,
  ])("refuses to make %j, which some platform cannot hold", refused);

  it("refuses a new name that differs from an existing one in case or form only", () => {
    refused("people/Anna.md");
    refused("People/bert.md");
    writeFileSync(join(root, "\u00e4.md"), "");
    refused("\u00c4.md");
  });

  it("follows a symlink that ends inside, and refuses one that leads out", () => {
    symlinkSync(join(root, "people/anna.md"), join(root, "link.md"));
    expect(contain(root, "link.md")).toMatchObject({ relative: "people/anna.md", exists: true });
    symlinkSync(join(folder, "secret.md"), join(root, "out.md"));
    symlinkSync(folder, join(root, "up"));
    symlinkSync(join(folder, "nowhere.md"), join(root, "dangling.md"));
    symlinkSync(join(folder, "nowhere"), join(root, "dangling"));
    for (const file of [
      "out.md",
      "up/secret.md",
      "up/new.md",
      "up/new/er.md",
      "dangling.md",
      "dangling/new.md",
    ])
      refused(file);
  });

  it("never resolves anything outside the root", () => {
    const part = fc.oneof(
      fc.constantFrom("..", ".", "", "people", "anna.md", "C:", "\\", "\0", "con", "~", "up"),
      fc.string(),
    );
    symlinkSync(folder, join(root, "up"));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
        const file = parts.join("/");
        let path: string | null = null;
        try {
          path = contain(root, file).path;
        } catch (error) {
          // below a file that stands nothing can be made, inside the root or not
          const isBelowFile = parts.join("/").startsWith("people/anna.md/");
          const code = isBelowFile ? /^(?:path-outside-root|memory-unwritable)$/u : /^path-outside-root$/u;
          expect(error).toMatchObject({ code: expect.stringMatching(code) });
        }
        if (path !== null) expect(isBelow(root, path)).toBe(true);
        if (path !== null) expect(isRelativeInside(file)).toBe(true);
      }),
      { examples: [[["people", "anna.md", "#"]]] },
    );
  });
});
