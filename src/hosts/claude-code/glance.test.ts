import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { glanceAt } from "./glance.ts";
import { pathInSession } from "../paths.ts";

const glance = (text: string): ReturnType<typeof glanceAt> => glanceAt(Buffer.from(text));

describe("glanceAt", () => {
  it("reads the type over simple members, in any spacing", () => {
    expect(glance('{"type":"progress","x":{}}').type).toBe("progress");
    expect(glance('{"parentUuid": null, "isSidechain": false, "n": -1.5e3, "type": "progress"}').type).toBe(
      "progress",
    );
    expect(glance('{"parentUuid":"a\\"b","isSidechain":true,"type":"user"}')).toMatchObject({
      type: "user",
      sidechain: true,
    });
  });

  it("does not guess behind a nested value", () => {
    expect(glance('{"a":1,"message":{"type":"message"},"type":"assistant"}').type).toBeNull();
    expect(glance('{"a":["type"],"type":"user"}').type).toBeNull();
    expect(glance("no json").type).toBeNull();
  });

  it("names an attachment by its key", () => {
    expect(
      glance('{"parentUuid":null,"isSidechain":false,"attachment":{"type":"prompt_snapshot","x":1'),
    ).toEqual({
      type: "attachment",
      sidechain: false,
      attachment: "prompt_snapshot",
    });
  });

  it("never names another type than the parser does", () => {
    const key = fc.oneof(fc.constantFrom("type", "isSidechain", "message"), fc.string({ maxLength: 6 }));
    const record = fc.dictionary(key, fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.string()), { maxKeys: 6 });
    fc.assert(
      fc.property(record, (value) => {
        const seen = glance(JSON.stringify(value));
        if (seen.type === null || seen.attachment !== null) return;
        expect(seen.type).toBe(value["type"]);
      }),
    );
  });
});

describe("pathInSession", () => {
  it("is relative to the first folder it lies in, with slashes", () => {
    expect(pathInSession("/home/dev/shop/src/a.ts", ["/home/dev/shop", "/home/dev/shop/src"])).toBe(
      "src/a.ts",
    );
    expect(pathInSession("/tmp/x/a.ts", ["/home/dev/shop", "/tmp/x"])).toBe("a.ts");
    expect(pathInSession("/home/dev/shop-two/a.ts", ["/home/dev/shop"])).toBe("/home/dev/shop-two/a.ts");
    expect(pathInSession("./src/../a.ts", ["/home/dev/shop"])).toBe("a.ts");
    expect(pathInSession("/home/dev/shop", ["/home/dev/shop"])).toBe(".");
    expect(pathInSession("c:\\Work\\site\\menu.css", ["C:\\work\\site"])).toBe("menu.css");
  });
});
