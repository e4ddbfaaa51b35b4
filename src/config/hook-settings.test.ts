import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";
import { readHookSettings } from "./hook-settings.ts";
import { removeFolder } from "../../test/fixtures/remove-folder.ts";

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "handoff-settings-"));
});
afterEach(() => removeFolder(home));

const put = (text: string): void => writeFileSync(join(home, "config.json"), text);

describe("readHookSettings", () => {
  it("has the defaults of the user config", () => {
    const { capture, recall, exclude, resumeChars, hookWaitMs, resetWait } = readConfig(home);
    expect(readHookSettings(home)).toEqual({ capture, recall, exclude, resumeChars, hookWaitMs, resetWait });
  });

  it("reads what the user config reads, comments and trailing commas included", () => {
    put(`\uFEFF{
      // "recall": false,
      "capture": false, /* not here, */
      "exclude": ["/a//b, ]", "/c/*d*/",],
      "resumeChars": 300, "hookWaitMs": 20, "resetWait": "none",
    }`);
    const { capture, recall, exclude, resumeChars, hookWaitMs, resetWait } = readConfig(home);
    expect(readHookSettings(home)).toEqual({ capture, recall, exclude, resumeChars, hookWaitMs, resetWait });
    expect(exclude).toEqual(["/a//b, ]", "/c/*d*/"]);
  });

  it("takes a value of the wrong type for not set", () => {
    put(
      '{"capture": 0, "recall": null, "exclude": [1, "/a"], "resumeChars": "9", "hookWaitMs": -1, "resetWait": 0}',
    );
    expect(readHookSettings(home)).toEqual({
      capture: true,
      recall: true,
      exclude: ["/a"],
      resumeChars: 2_000,
      hookWaitMs: 500,
      resetWait: "extractive",
    });
  });

  it("acts by the defaults when the file is no JSON, and waits two seconds at most", () => {
    put("{");
    expect(readHookSettings(home)).toMatchObject({ capture: true });
    put('{"hookWaitMs": 60000}');
    expect(readHookSettings(home)).toMatchObject({ hookWaitMs: 2_000 });
  });
});
