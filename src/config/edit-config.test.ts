import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";
import { isKeyExposed, setSetting, unsetSetting } from "./edit-config.ts";
import { SETTING_KEYS, SETTINGS_DEFAULTS } from "./settings.ts";
import { removeFolder } from "../../test/fixtures/remove-folder.ts";

let home: string;
let file: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "handoff-settings-"));
  file = join(home, "config.json");
});
afterEach(() => removeFolder(home));

const text = (): string => readFileSync(file, "utf8");
const mode = (): number => statSync(file).mode & 0o777;

describe("setSetting", () => {
  it("makes the file, and the folder above it, for their owner alone", () => {
    const inner = join(home, "a/b");
    setSetting(inner, "provider", "claude-cli");
    expect(readFileSync(join(inner, "config.json"), "utf8")).toBe('{\n  "provider": "claude-cli"\n}\n');
    expect(statSync(join(inner, "config.json")).mode & 0o777).toBe(0o600);
    expect(statSync(inner).mode & 0o777).toBe(0o700);
  });

  it("keeps comments, order, line ends, indent and the BOM", () => {
    writeFileSync(
      file,
      '\uFEFF{\r\n\t// asked at install\r\n\t"provider": "anthropic", // yes\r\n\t"model": null,\r\n}\r\n',
    );
    setSetting(home, "provider", "command");
    setSetting(home, "command", ["node", "x.mjs"]);
    expect(text()).toMatch(
      /^\uFEFF\{\r\n\t\/\/ asked at install\r\n\t"provider": "command", \/\/ yes\r\n\t"model": null,/,
    );
    expect(text()).not.toMatch(/[^\r]\n/);
    expect(readConfig(home)).toMatchObject({ provider: "command", command: ["node", "x.mjs"] });
  });

  it("refuses a value that the setting does not take, names what it takes, never the value", () => {
    writeFileSync(file, "{}");
    for (const [key, value] of [
      ["apiKey", 4711],
      ["dailyCalls", -4711],
      ["exclude", ["4711"]],
      ["command", []],
    ] as const) {
      expect(() => setSetting(home, key, value)).toThrow(`${key} is not valid; expected`);
      expect(() => setSetting(home, key, value)).not.toThrow("4711");
    }
    expect(text()).toBe("{}");
  });

  it("takes every default back", () => {
    for (const key of SETTING_KEYS) setSetting(home, key, SETTINGS_DEFAULTS[key]);
    expect(readConfig(home)).toEqual(SETTINGS_DEFAULTS);
  });

  it.each(["{", "[]", "null", '{"provider": }'])("leaves a file that is no object as it is: %s", (broken) => {
    writeFileSync(file, broken);
    expect(() => setSetting(home, "provider", "command")).toThrow("expected one JSON object");
    expect(text()).toBe(broken);
  });

  it("does not pretend where a key stands twice", () => {
    const twice = '{"provider": "anthropic", "provider": "anthropic"}';
    writeFileSync(file, twice);
    expect(() => setSetting(home, "provider", "extractive")).toThrow("expected each setting once");
    expect(text()).toBe(twice);
  });

  it("makes a file that others could read private, through a link as well", () => {
    const target = join(home, "elsewhere.json");
    writeFileSync(target, "{}");
    chmodSync(target, 0o644);
    symlinkSync(target, file);
    setSetting(home, "apiKey", "a-key");
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(mode()).toBe(0o600);
    expect(readConfig(home).apiKey).toBe("a-key");
  });
});

describe("unsetSetting", () => {
  it("takes a setting, or a misspelt key, out and leaves the rest", () => {
    writeFileSync(file, '{\n  // why\n  "provder": "x",\n  "model": "m"\n}\n');
    expect(unsetSetting(home, "provder")).toBe(true);
    expect(readConfig(home).model).toBe("m");
    expect(text()).toContain("// why");
    expect(unsetSetting(home, "model")).toBe(true);
    expect(readConfig(home)).toEqual(SETTINGS_DEFAULTS);
  });

  it.each([
    ['{"a": 1}', "{}"],
    ['{ "a": 1, "b": 2 }', '{  "b": 2 }'],
    ['{ "b": 2, "a": 1 }', '{ "b": 2  }'],
    ['{\n  "b": 2, // of b, kept\n  "a": 1\n}\n', '{\n  "b": 2 // of b, kept\n}\n'],
    ['{\n  "a": 1,\n  /* c, */ "c": 3,\n}', '{\n  /* c, */ "c": 3,\n}'],
    ['{\r\n\t"b": 2,\r\n\t"a": {"x": [1,\r\n 2]},\r\n\t"c": 3\r\n}', '{\r\n\t"b": 2,\r\n\t"c": 3\r\n}'],
  ])("leaves all else as it stands: %j", (before, after) => {
    writeFileSync(file, before);
    expect(unsetSetting(home, "a")).toBe(true);
    expect(text()).toBe(after);
  });

  it("says when there is nothing to take out, and makes no file", () => {
    expect(unsetSetting(home, "provider")).toBe(false);
    expect(() => text()).toThrow("ENOENT");
  });
});

describe("isKeyExposed", () => {
  it.each([
    [0o600, '{"apiKey": "k"}', false],
    [0o640, '{"apiKey": "k"}', true],
    [0o604, '{"apiKey": "k"}', true],
    [0o644, '{"provider": "anthropic"}', false],
    [0o644, '{"apiKey": null}', false],
  ])("mode %o and %s: %s", (bits, content, exposed) => {
    writeFileSync(file, content);
    chmodSync(file, bits);
    expect(isKeyExposed(home)).toBe(exposed);
  });
});
