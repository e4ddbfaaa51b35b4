import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { likelyPairs, softWords } from "./likely-pairs.ts";

const shared = (a: readonly string[], b: readonly string[]): number => {
  const both = a.filter((word) => b.includes(word)).length;
  return both / (a.length + b.length - both);
};

describe("likelyPairs", () => {
  it("finds exactly the pairs that comparing all with all finds", () => {
    const words = fc.uniqueArray(fc.constantFrom(..."a b c d e f g h i j k l m n o p".split(" ")), {
      minLength: 3,
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.array(words, { maxLength: 25 }), (sets) => {
        const items = sets.map((list, position) => ({ words: list, position }));
        const found = [...likelyPairs(items)].map(([a, b]) => `${a.position} ${b.position}`).sort();
        const all = items.flatMap((b) =>
          items
            .filter((a) => a.position < b.position && shared(a.words, b.words) >= 0.7)
            .map((a) => `${a.position} ${b.position}`),
        );
        expect(found).toEqual(all.sort());
      }),
    );
  });

  it("looks at few pairs where much is different", () => {
    const items = Array.from({ length: 20_000 }, (_, number) => ({
      words: ["the", "shop", "sells", `a${number}`, `b${number % 7000}`, `c${number % 5000}`],
    }));
    const start = process.cpuUsage().user;
    expect([...likelyPairs(items)]).toEqual([]);
    expect((process.cpuUsage().user - start) / 1000).toBeLessThan(20_000);
  });
});

describe("softWords", () => {
  it("leaves out numbers, paths, addresses and link targets", () => {
    expect(
      softWords("Port 5432 of [the shop](memory/shop.md), see docs/a.ts and https://a.example/b"),
    ).toEqual(["port", "of", "the", "shop", "see", "and"]);
  });

  it("takes pairs of letters of scripts without spaces, and one form of a Russian letter", () => {
    expect(softWords("数据库 ёлка елка")).toEqual(["数据", "据库", "елка"]);
  });
});
