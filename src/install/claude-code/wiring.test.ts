import fc from "fast-check";
import { parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { HandoffError } from "../../errors.ts";
import { wiredEvents } from "./entries.ts";
import { bytesOf, readJsonText } from "../json-text.ts";
import { settingsTexts, settingsValues } from "./settings.fixture.ts";
import { unwire, wire, wiredIn } from "./wiring.ts";

const home = "/home/ada/.local/state/session-handoff";
const events = wiredEvents("/usr/bin/node", `${home}/bin/1.0.0`);
const newer = wiredEvents("/opt/node/bin/node", `${home}/bin/1.1.0`);
const read = (text: string) => readJsonText(Buffer.from(text), "settings.json");
const wired = (text: string, wanted = events) => wire(read(text), wanted, home, "settings.json");
const unwired = (text: string, before: string | null = null) =>
  unwire(read(text), home, before === null ? null : read(before));
const valueOf = (text: string): unknown =>
  parse(text.replace(/^\uFEFF/, ""), [], { allowTrailingComma: true });

describe("settings that are wired", () => {
  it("hold our hooks behind everything that stood there, which stays byte for byte", () => {
    fc.assert(
      fc.property(settingsTexts, (text) => {
        const { text: bare } = read(text);
        const after = wired(text);
        const before = valueOf(text) as { hooks?: Record<string, unknown[]> };
        const now = valueOf(after) as { hooks: Record<string, unknown[]> };
        for (const { event, matcher, hook } of events) {
          const own = { ...(matcher === undefined ? {} : { matcher }), hooks: [hook] };
          expect(now.hooks[event]).toEqual([...(before.hooks?.[event] ?? []), own]);
        }
        expect({ ...now, hooks: null }).toEqual({ ...before, hooks: null });
        // What was there is still there, in its order: only insertions were made.
        let at = 0;
        for (const sign of bare.replace(/\s/g, "")) {
          at = after.indexOf(sign, at) + 1;
          expect(at).toBeGreaterThan(0);
        }
        const ends = (value: string) => new Set(value.match(/\r\n|\r|\n/g));
        if (ends(bare).size === 1) expect(ends(after)).toEqual(ends(bare));
      }),
    );
  });

  it("do not change when they are wired again, and point to the newer bundle where they stood", () => {
    fc.assert(
      fc.property(settingsTexts, (text) => {
        const once = wired(text);
        expect(wired(once)).toBe(once);
        const upgraded = wired(once, newer);
        expect(upgraded).not.toContain("bin/1.0.0");
        expect(valueOf(upgraded)).toEqual(valueOf(wired(text, newer)));
        expect(wired(upgraded, events)).toBe(once);
      }),
    );
  });

  it("mean what they meant when our hooks are taken out, whether the original is known or not", () => {
    fc.assert(
      fc.property(settingsTexts, (text) => {
        expect(valueOf(unwired(wired(text), text))).toEqual(valueOf(text));
        // Without it, lists that are empty may be ours.
        expect(withoutEmpty(valueOf(unwired(wired(text))))).toEqual(withoutEmpty(valueOf(text)));
        expect(unwired(text)).toBe(read(text).text);
      }),
    );
  });

  it("are what they were byte for byte where the file is laid out like most", () => {
    fc.assert(
      fc.property(settingsValues, fc.constantFrom("  ", "\t", "    "), (value, indent) => {
        const text = `${JSON.stringify(value, null, indent)}\n`;
        expect(unwired(wired(text), text)).toBe(text);
      }),
    );
  });
});

function withoutEmpty(value: unknown): unknown {
  const { hooks, ...rest } = value as { hooks?: Record<string, unknown[]> };
  return [rest, Object.entries(hooks ?? {}).filter(([, list]) => list.length > 0)];
}

describe("what a person did to our hooks", () => {
  const text = `{\n  "model": "opus"\n}\n`;

  it("stays when they are pointed elsewhere: a longer limit, a matcher, a group shared with others", () => {
    const value = valueOf(wired(text)) as { hooks: Record<string, { hooks: Record<string, unknown>[] }[]> };
    const own = value.hooks["Stop"]?.[0]?.hooks[0];
    Object.assign(own ?? {}, { timeout: 30 });
    value.hooks["Stop"]?.[0]?.hooks.unshift({ type: "command", command: "echo first" });
    const edited = JSON.stringify(value, null, 2);
    const upgraded = valueOf(wired(edited, newer)) as typeof value;
    expect(upgraded.hooks["Stop"]).toEqual([
      {
        hooks: [
          { type: "command", command: "echo first" },
          { ...newer[2]?.hook, timeout: 30 },
        ],
      },
    ]);
    expect(valueOf(unwired(wired(edited, newer)))).toEqual({
      model: "opus",
      hooks: { Stop: [{ hooks: [{ type: "command", command: "echo first" }] }] },
    });
  });

  it("stays when comments were put beside them", () => {
    const after = wired(text).replace('"hooks": {\n', '"hooks": {\n    // wired in November\n');
    expect(unwired(after)).toContain("// wired in November");
    expect(valueOf(unwired(after))).toMatchObject({ model: "opus" });
  });

  it("is put in order: one that stands twice stands once, one taken out is put back", () => {
    const value = valueOf(wired(text)) as { hooks: Record<string, unknown[]> };
    value.hooks["Stop"]?.push(value.hooks["Stop"][0]);
    value.hooks["Notification"] = value.hooks["Stop"]?.slice(0, 1) ?? [];
    delete value.hooks["SessionEnd"];
    const after = wired(JSON.stringify(value, null, 2));
    expect(
      wiredIn(read(after), home)
        .map(({ event }) => event)
        .toSorted(),
    ).toEqual(events.map(({ event }) => event).toSorted());
    expect(valueOf(after)).not.toHaveProperty("hooks.Notification");
  });

  it("leaves hooks of another state folder and of others alone", () => {
    const foreign = wire(read("{}"), wiredEvents("/usr/bin/node", "/srv/state/bin/1.0.0"), "/srv/state", "x");
    expect(unwired(wired(foreign), foreign)).toBe(foreign);
  });
});

describe("a settings file that cannot be understood", () => {
  const refusal = (text: string | Uint8Array): HandoffError => {
    try {
      wire(readJsonText(Buffer.from(text), "settings.json"), events, home, "settings.json");
    } catch (error) {
      if (error instanceof HandoffError) return error;
    }
    throw new Error("not refused");
  };

  it.each([
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, "a comma"],
    ['{\n  "a": ', 2, 8, "a value"],
    ['{ "a": 1 ', 1, 10, "a closing brace"],
    ["{ a: 1 }", 1, 3, "a JSON value"],
    ["[]", 1, 1, "one object"],
    ['{\n\t"hooks": []\n}', 2, 11, 'an object as value of "hooks"'],
    ['{ "hooks": { "Stop": {} } }', 1, 22, 'a list as value of "Stop"'],
    ['{ "hooks": null }', 1, 12, 'an object as value of "hooks"'],
  ])("is refused with line and column: %j", (text, line, column, expected) => {
    expect(refusal(text)).toMatchObject({
      code: "settings-invalid",
      detail: { path: "settings.json", line, column, expected },
    });
  });

  it("is refused when it is no UTF-8, and never quoted", () => {
    expect(refusal(Buffer.from([0x7b, 0xff, 0x7d])).code).toBe("settings-invalid");
    expect(refusal('{ "apiKey": "sk-secret" "x": 1 }').message).not.toContain("sk-secret");
  });
});

describe("a settings file without content", () => {
  it.each(["", "\n", "  \r\n"])("becomes one with our hooks only: %j", (text) => {
    expect(Object.keys(valueOf(wired(text)) as object)).toEqual(["hooks"]);
  });

  it("keeps its BOM", () => {
    expect(bytesOf("{}", readJsonText(Buffer.from("\uFEFF{}"), "x").bom).toString()).toBe("\uFEFF{}");
  });
});
