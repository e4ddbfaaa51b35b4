import fc from "fast-check";
import { getNodeValue } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { objectOf } from "../../hosts/json.ts";
import { commentsIn, parseJson5, readJson5Text } from "./json5-text.ts";
import { ENTRY, SWITCH, unwire, wire } from "./pack-wiring.ts";

const wired = (text: string, version = "1.0.0"): string =>
  wire(text, { version, entry: ENTRY, enable: null });
const switchedOn = (text: string): string => wire(text, { version: "1.0.0", entry: ENTRY, enable: SWITCH });
const unwired = (text: string, before: string | null): string =>
  unwire(text, ENTRY, SWITCH, before === null ? null : parseJson5(before, ""));
const valueOf = (text: string): unknown => {
  const root = parseJson5(text, "");
  return root === null ? null : getNodeValue(root);
};
const commentsOf = (text: string): string[] =>
  commentsIn(text).map(({ start, end }) => text.slice(start, end).trim());
const ENTRY_VALUE = { enabled: true, version: "1.0.0" };

/** Configurations as people and the client write them. */
const TEXTS: Readonly<Record<string, string>> = {
  "the client's own JSON": '{\n  "gateway": {\n    "mode": "local"\n  },\n  "meta": {}\n}\n',
  "JSON5 with comments":
    "// mine\n{\n  gateway: { mode: 'lo//cal', port: 0x1F }, // here\n  /* and */ list: [1, 2,],\n}\n",
  CRLF: '{\r\n\t"gateway": { "mode": "local" }\r\n}\r\n',
  "one line": "{gateway:{mode:'local'}}",
  "an empty object": "{}",
  "other hooks":
    '{\n  "hooks": {\n    "internal": {\n      "entries": {\n        "boot-md": { "enabled": true } // keep\n      }\n    }\n  }\n}\n',
  "an empty list of entries": "{ hooks: { internal: { enabled: true, entries: {} } } }\n",
  "webhooks only":
    "{\n  hooks: {\n    enabled: false,\n    // internal comes below\n    internal: {},\n  },\n}\n",
};

describe.each(Object.entries(TEXTS))("in %s", (_name, text) => {
  it("the entry is added, and nothing else changes", () => {
    const root = objectOf(valueOf(text)) ?? {};
    const hooks = objectOf(root["hooks"]) ?? {};
    const internal = objectOf(hooks["internal"]) ?? {};
    const entries = { ...objectOf(internal["entries"]), "session-handoff": ENTRY_VALUE };
    expect(valueOf(wired(text))).toEqual({
      ...root,
      hooks: { ...hooks, internal: { ...internal, entries } },
    });
  });

  it("a second time changes nothing", () => {
    expect(wired(wired(text))).toBe(wired(text));
  });

  it("taking it out leaves every byte as it was", () => {
    expect(unwired(wired(text), text)).toBe(text);
    expect(unwired(wired(wired(text), "2.0.0"), text)).toBe(text);
  });
});

describe("wire", () => {
  it("keeps what a person set in the entry, and switches it on", () => {
    const text =
      '{ hooks: { internal: { entries: { "session-handoff": { enabled: false, env: { A: "b" } } } } } }';
    expect(valueOf(wired(text))).toEqual({
      hooks: { internal: { entries: { "session-handoff": { ...ENTRY_VALUE, env: { A: "b" } } } } },
    });
    expect(valueOf(unwired(wired(text), text))).toEqual(valueOf(text));
  });

  it("indents as the file does, though its keys have no quotes", () => {
    const text = "{\n  gateway: {\n    auth: {\n      mode: 'token',\n    },\n  },\n}\n";
    expect(wired(text)).toContain('\n  "hooks": {\n    "internal": {\n');
  });

  it("switches hooks on only where that is asked for, and off again", () => {
    const text = "{ hooks: { internal: { enabled: false } } }\n";
    expect(valueOf(wired(text))).toMatchObject({ hooks: { internal: { enabled: false } } });
    expect(valueOf(switchedOn(text))).toMatchObject({ hooks: { internal: { enabled: true } } });
    expect(unwired(switchedOn(text), text)).toBe(text);
  });
});

describe("unwire", () => {
  it("takes only our entry out of what a person changed since", () => {
    const text = "{\n  // a\n  gateway: { mode: 'local' },\n}\n";
    const edited = wired(text)
      .replace("'local'", "'remote'")
      .replace('"session-handoff"', '/* mine */ "boot-md": {},\n        "session-handoff"');
    const left = unwired(edited, text);
    expect(valueOf(left)).toEqual({
      gateway: { mode: "remote" },
      hooks: { internal: { entries: { "boot-md": {} } } },
    });
    expect(left).toContain("/* mine */");
    expect(left).toContain("// a");
  });

  it("leaves a comment that a person wrote beside our entry", () => {
    const edited = wired("{}\n").replace('"session-handoff"', '// why\n        "session-handoff"');
    expect(unwired(edited, "{}\n")).toContain("// why");
  });

  it("works without the copy of the original", () => {
    expect(valueOf(unwired(wired("{ a: 1 }\n"), null))).toEqual({ a: 1 });
  });
});

describe("readJson5Text", () => {
  it.each([
    ["{ a: 1,, }", 1, 8],
    ["{\n  a 1\n}", 2, 5],
  ])("names the place of a fault in %j and quotes nothing", (text, line, column) => {
    const read = (): unknown => readJson5Text(Buffer.from(text), "openclaw.json");
    expect(read).toThrow(`openclaw.json:${line}:${column}: cannot be understood; expected valid JSON5`);
  });

  it("refuses a list, and bytes that are no UTF-8", () => {
    expect(() => readJson5Text(Buffer.from("[]"), "f")).toThrow("one object");
    expect(() => readJson5Text(Buffer.from([0x7b, 0xff, 0x7d]), "f")).toThrow("UTF-8");
  });
});

it("any configuration says what it said, with its comments, once the entry was put in and taken out", () => {
  const pad = fc.constantFrom("", " ", "\n", "\n  ", "\r\n\t", " // c\n", "/* c */");
  const json = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom(
        "1",
        ".5",
        "true",
        "null",
        "'it''s'".replace("''", "\\'"),
        '"a//b"',
        "NaN",
        "-Infinity",
      ),
      tie("object"),
      tie("list"),
    ),
    list: fc
      .tuple(fc.array(fc.tuple(pad, tie("value"), pad), { maxLength: 3 }), fc.boolean())
      .map(
        ([items, comma]) =>
          `[${items.map((one) => one.join("")).join(",")}${comma && items.length > 0 ? "," : ""}]`,
      ),
    object: fc
      .tuple(
        fc.uniqueArray(
          fc.tuple(
            pad,
            fc.constantFrom("a", "b", "'c d'", "hooks", '"internal"', "entries"),
            pad,
            tie("value"),
            pad,
          ),
          {
            selector: ([, key]) => key,
            maxLength: 4,
          },
        ),
        fc.boolean(),
      )
      .map(
        ([items, comma]) =>
          `{${items.map(([a, key, b, value, c]) => `${a}${key}:${b}${String(value)}${c}`).join(",")}${comma && items.length > 0 ? "," : ""}}`,
      ),
  }));
  fc.assert(
    fc.property(pad, json.object, (start, object) => {
      const text = `${start}${object}\n`;
      const after = wired(text);
      // Where `hooks` or what lies in it is no object, there is no place for an entry: the client refuses such a file.
      if (after === text) return;
      const left = unwired(after, text);
      expect(valueOf(left)).toEqual(valueOf(text));
      expect(commentsOf(left)).toEqual(commentsOf(text));
    }),
    { numRuns: 500 },
  );
});
