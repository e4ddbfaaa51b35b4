import { getNodeValue } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { parseJson5 } from "./json5-text.ts";
import { isPluginWired, unwirePlugin, wirePlugin } from "./plugin-wiring.ts";

const HOME = "/srv/state";
const FOLDER = `${HOME}/bin/1.0.0/openclaw-plugin`;
const wired = (text: string, folder = FOLDER): string => wirePlugin(text, 0, folder, HOME);
const unwired = (text: string, before: string | null): string =>
  unwirePlugin(text, 0, HOME, before === null ? null : parseJson5(before, ""));
const valueOf = (text: string): unknown => {
  const root = parseJson5(text, "");
  return root === null ? null : getNodeValue(root);
};
const ENTRIES = { "session-handoff": { enabled: true } };

describe.each([
  ["no plugins", "// mine\n{ a: 1 }\n", { a: 1, plugins: { load: { paths: [FOLDER] }, entries: ENTRIES } }],
  [
    "other plugins",
    "{\n  plugins: {\n    load: { paths: ['/x'] }, // x\n    entries: { x: {} },\n  },\n}\n",
    { plugins: { load: { paths: ["/x", FOLDER] }, entries: { x: {}, ...ENTRIES } } },
  ],
  [
    "a list of allowed plugins",
    '{ plugins: { allow: ["x"] } }\n',
    { plugins: { allow: ["x", "session-handoff"], load: { paths: [FOLDER] }, entries: ENTRIES } },
  ],
  [
    "an empty list of them, which allows all",
    "{ plugins: { allow: [] } }\n",
    { plugins: { allow: [], load: { paths: [FOLDER] }, entries: ENTRIES } },
  ],
  [
    "plugins switched off",
    "{ plugins: { enabled: false } }\n",
    { plugins: { enabled: true, load: { paths: [FOLDER] }, entries: ENTRIES } },
  ],
])("with %s", (_name, text, values) => {
  it("adds folder, entry and permission, and nothing else", () => {
    expect(valueOf(wired(text))).toEqual(values);
    expect(wired(wired(text))).toBe(wired(text));
    expect(isPluginWired(wired(text), 0, HOME)).toBe(true);
  });

  it("takes them out byte for byte, of whatever version", () => {
    expect(unwired(wired(text), text)).toBe(text);
    expect(unwired(wired(wired(text), `${HOME}/bin/2.0.0/openclaw-plugin`), text)).toBe(text);
  });
});

it("names one bundle only", () => {
  const next = `${HOME}/bin/2.0.0/openclaw-plugin`;
  expect(valueOf(wired(wired("{}\n"), next))).toMatchObject({ plugins: { load: { paths: [next] } } });
});

it("leaves the plugin of another state folder", () => {
  const text = '{ plugins: { load: { paths: ["/other/bin/1.0.0/openclaw-plugin"] } } }\n';
  expect(isPluginWired(text, 0, HOME)).toBe(false);
  expect(unwired(text, null)).toBe(text);
});

it("switches an entry of a person's off again", () => {
  const text = '{ plugins: { entries: { "session-handoff": { enabled: false, config: {} } } } }\n';
  expect(valueOf(wired(text))).toMatchObject({
    plugins: { entries: { "session-handoff": { enabled: true, config: {} } } },
  });
  expect(unwired(wired(text), text)).toBe(text);
});
