import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hardTokens } from "./hard-tokens.ts";

describe("hardTokens", () => {
  it.each([
    ["Postgres listens on port 5432.", ["5432"]],
    ["Pin v1.2.3-rc.1, then 2.0", ["2.0", "v1.2.3-rc.1"]],
    ["See src/store/apply.ts:42 and ./run.sh", ["./run.sh", "src/store/apply.ts:42"]],
    ["Docs in `docs/a.md` or docs/a.md", ["docs/a.md"]],
    ["Call `npm test` with --force or -x", ["--force", "-x", "npm test"]],
    ["https://example.test/a?b=1.", ["https://example.test/a?b=1"]],
    ["C:\\work\\app is the root", ["c:\\work\\app"]],
    ["keep 30% for 5s", ["30%", "5s"]],
    ["2. second step", []],
    ["- [x] done", []],
    ["read and/or write, client/server", []],
    ["端口是５４３２", ["5432"]],
    ["порт 8080, таймаут 5с", ["5с", "8080"]],
    ["~~~sh\nnpm run build\n~~~", []],
  ])("finds in %j: %j", (text, tokens) => {
    expect(hardTokens(text)).toEqual(tokens);
  });

  it.each([
    "never push to main",
    "don't push to main",
    "не пушить в main",
    "нельзя пушить",
    "不要推送",
    "禁止推送",
    "nunca subir a main",
    "nicht nach main schieben",
    "kein Push nach main",
    "jamais de push",
    "não enviar",
    "プッシュしない",
  ])("counts the negation in %j", (text) => {
    expect(hardTokens(text)).toEqual(["not×1"]);
  });

  it("tells one negation from two", () => {
    expect(hardTokens("not A but not B")).not.toEqual(hardTokens("not A but B"));
  });

  it.each([
    ["autosave is on", "autosave is off"],
    ["debug: true", "debug: false"],
    ["telemetry is enabled", "telemetry is disabled"],
  ])("tells %j from %j", (a, b) => {
    expect(hardTokens(a)).not.toEqual(hardTokens(b));
  });

  it("takes no hard token from the parts of a compound word", () => {
    expect(hardTokens("a trade-off, a no-brainer")).toEqual([]);
  });

  it("gives a sorted list without repeats, the same for every line end", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const tokens = hardTokens(text);
        expect(tokens).toEqual([...new Set(tokens)].sort());
        const lf = text.replaceAll(/\r\n?/gu, "\n");
        expect(hardTokens(lf.replaceAll("\n", "\r\n"))).toEqual(hardTokens(lf));
      }),
    );
  });
});
