import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { wiredEvents } from "./entries.ts";

const repository = resolve(import.meta.dirname, "../../..");
const json = (file: string) => JSON.parse(readFileSync(resolve(repository, file), "utf8"));

describe("the plugin", () => {
  it("starts the hooks that the settings start, from its own folder", () => {
    const root = "${CLAUDE_PLUGIN_ROOT}/dist";
    const expected = wiredEvents("node", root).map(({ event, matcher, hook }) => [
      event,
      [{ ...(matcher === undefined ? {} : { matcher }), hooks: [hook] }],
    ]);
    expect(json("hooks/hooks.json").hooks).toEqual(Object.fromEntries(expected));
  });

  it("has the version of the package and is listed by its marketplace", () => {
    const plugin = json(".claude-plugin/plugin.json");
    expect(plugin.version).toBe(json("package.json").version);
    expect(json(".claude-plugin/marketplace.json").plugins).toMatchObject([
      { name: plugin.name, source: "./" },
    ]);
  });
});
